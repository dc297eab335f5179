// canonicalize_peer.mjs PACKAGES FILE SECONDS: the registry digest with npm's canonicalize.
// Prints the digest and the median nanoseconds of core time of one pass, as JSON.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [packages, file, seconds] = process.argv.slice(2);
const require = createRequire(pathToFileURL(packages + "/"));
const found = await import(pathToFileURL(require.resolve("canonicalize")));
const canonicalize = found.default.default ?? found.default;

const kept = ["name", "title", "description", "inputSchema", "outputSchema", "annotations", "execution"];

function project(tool) {
  const projected = {};
  for (const member of kept) {
    if (tool[member] !== undefined && tool[member] !== null) projected[member] = tool[member];
  }
  return projected;
}

function digest(text) {
  const tools = JSON.parse(text).tools.map(project);
  tools.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return createHash("sha256").update(canonicalize(tools)).digest("hex");
}

// The bytes as they came from the wire: decoding them is part of the work.
const bytes = readFileSync(file);
const end = process.hrtime.bigint() + BigInt(Math.round(Number(seconds) * 1e9));
const passes = [];
let result;
do {
  const start = process.cpuUsage();
  result = digest(bytes.toString("utf8"));
  const spent = process.cpuUsage(start);
  passes.push((spent.user + spent.system) * 1000);
} while (process.hrtime.bigint() < end);
passes.sort((a, b) => a - b);
console.log(JSON.stringify({ digest: result, ns: passes[passes.length >> 1] }));
