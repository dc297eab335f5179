#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/json/value.h"
#include "lockstep/registry/digest.h"

namespace lockstep::registry {

/// One tool definition as it stood on the wire (or in a registry).
struct Tool {
  std::string name;
  /// The whole definition as JSON text: members sorted, numbers with their exact lexemes. Equal
  /// texts are equal definitions; parse it again to look inside.
  std::string definition;
  /// RFC 8785 text of the v1 projection of this tool alone, and its digest.
  std::string projected;
  Digest digest;
  /// `projected` with each number in its exact decimal form; empty when that changes nothing. Two
  /// tools are the same only if digest and this are the same.
  std::string exact;
  /// Not a valid definition by the schema of the legacy revisions (2024-11-05 to 2025-11-25):
  /// `inputSchema` is no object with `type: "object"`, or a member has a wrong type.
  bool valid_legacy = true;
  /// The same by 2026-07-28 (its outputSchema may have any type).
  bool valid_modern = true;
  /// `inputSchema` carries an `x-mcp-header` that the modern Streamable HTTP rules refuse; such a
  /// client must leave the tool out.
  bool header_refused = false;
  /// A text anywhere in the projected definition holds bidi, zero-width or control characters.
  bool suspicious = false;

  /// RFC 8785 text of the full projection; a number beyond the doubles stands in its exact decimal
  /// form. Made of `definition` on every call.
  std::string full_text() const;
  /// Digest of the full projection, made on every call.
  Digest full_digest() const;

  /// Same projected definition, numbers compared by their exact decimal value.
  bool same_definition(const Tool& other) const {
    return digest == other.digest && exact == other.exact;
  }
};

/// A set of tools in the order of arrival plus what is wrong with it. Immutable once made; share it
/// by `std::shared_ptr<const ToolSet>`.
class ToolSet {
 public:
  /// Tools in the order they came, one of each name: the first. Whether two definitions of a name
  /// are equal is asked of the v1 projection.
  const std::vector<Tool>& tools() const { return tools_; }
  const Tool* find(std::string_view name) const;
  std::size_t size() const { return tools_.size(); }
  bool empty() const { return tools_.empty(); }

  /// Hashes the whole set on every call: keep the result where it is needed often.
  Digest digest(Projection projection = Projection::tools_v1) const;
  /// A number of some tool is not what its RFC 8785 text says.
  bool lossy() const;
  /// Same names and definitions, without order.
  bool same_set(const ToolSet& other) const;

  /// Entries that were no objects or had no string `name`; they are outside the set.
  std::size_t nameless() const { return nameless_; }
  /// Names listed more than once with equal definitions, sorted.
  const std::vector<std::string>& duplicates() const { return duplicates_; }
  /// Names listed more than once with different definitions, sorted; the first one is in tools().
  const std::vector<std::string>& conflicts() const { return conflicts_; }

  /// Reads a `tools` array. Anything that is no tool is counted, nothing fails.
  static ToolSet read(const json::Value& tools);
  /// Makes a set of tools (used for merged and filtered sets).
  static ToolSet of(std::vector<Tool> tools);

 private:
  void index();
  void drop_repeated();
  std::vector<Tool> tools_;
  std::vector<std::size_t> sorted_;  // positions in tools_, by name in UTF-16 order
  std::size_t nameless_ = 0;
  std::vector<std::string> duplicates_;
  std::vector<std::string> conflicts_;
};

/// Reads one definition; nullopt when it is no object or has no string `name`.
std::optional<Tool> read_tool(const json::Value& definition);

/// The registry digest of a list: tools sorted by name, RFC 8785, SHA-256. Tools of one name keep
/// their order.
Digest registry_digest(const std::vector<const Tool*>& tools, Projection projection);

}  // namespace lockstep::registry
