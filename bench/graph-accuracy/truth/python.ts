/**
 * Lists every call of a Python repository, found with Python's own `ast`, with the target according to scip-python: `node
 * python.ts REPOSITORY INDEX.scip` prints lines of `{path, line, column, targets}`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readScip } from "../read-scip.ts";

const [repository = ".", index = ""] = process.argv.slice(2);
const scip = readScip(readFileSync(index));
const program = join(fileURLToPath(new URL(".", import.meta.url)), "calls.py");
const found = spawnSync("python3", [program], {
  cwd: repository,
  input: [...scip.documents.keys()].join("\n"),
  encoding: "utf8",
  maxBuffer: 1e9,
});
if (found.status !== 0) throw new Error(found.stderr.slice(0, 500));

for (const written of found.stdout.split("\n").filter(Boolean)) {
  const [path, line, column] = JSON.parse(written) as [string, number, number];
  const symbol = scip.documents.get(path)?.occurrences.get(`${line}:${column}`);
  // scip-python names parameters with the parameter in brackets at the end.
  if (symbol === undefined || /(?:^| )local \S+$|\.\(\w+\)$/.test(symbol)) continue;
  const targets = [...(scip.definitions.get(symbol) ?? [])];
  const owner = /^(.*#)(?:__init__\(\)|__new__\(\))\.$/.exec(symbol)?.[1];
  if (owner !== undefined) targets.push(...(scip.definitions.get(owner) ?? []));
  if (symbol.endsWith("#")) {
    for (const maker of ["__init__().", "__new__()."])
      targets.push(...(scip.definitions.get(symbol + maker) ?? []));
  }
  console.log(JSON.stringify({ path, line, column, targets }));
}
