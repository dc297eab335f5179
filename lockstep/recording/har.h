#pragma once

#include <memory>
#include <string>

#include "lockstep/base/result.h"
#include "lockstep/json/document.h"
#include "lockstep/recording/timeline.h"

namespace lockstep::recording {

/// `{"log": {"entries": […]}}`: an HTTP archive (HAR 1.2).
bool looks_like_har(const json::Value& root);

/// How the client of an archive speaks: `sse` where its only server is one of 2024-11-05.
session::Transport transport_of_har(const json::Value& root);

/// Feeds the exchanges of an archive that belong to MCP, in order of their times. An endpoint
/// (host and path) belongs to it when one of its requests is a message of MCP or one of its
/// headers is; the entries of others are passed over. Several endpoints are servers of their own,
/// named by host and path; path segments that may be secrets are fingerprinted with `key`.
///
/// An archive knows one time for a whole body. Events of a stream therefore count from its end,
/// unless the entry holds `_eventSourceMessages`, as Chromium writes them. A stream that ends
/// without a sign of the client's own abort counts as lost.
///
/// Errors: `invalid_har` with the pointer of the member; nothing was fed then.
base::Result<void> read_har(Timeline& timeline, std::shared_ptr<const json::Document> document,
                            const json::Value& root, const std::string& key);

}  // namespace lockstep::recording
