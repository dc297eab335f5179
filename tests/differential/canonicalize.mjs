// Reads one JSON text a line on standard input and writes what npm's `canonicalize` makes of it.
// The argument is the folder that holds node_modules.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(process.argv[2] + "/"));
const found = await import(pathToFileURL(require.resolve("canonicalize")));
const canonicalize = found.default.default ?? found.default;
const lines = readFileSync(0, "utf8").split("\n").slice(0, -1);
process.stdout.write(lines.map((line) => canonicalize(JSON.parse(line)) + "\n").join(""));
