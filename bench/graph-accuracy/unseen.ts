/**
 * Compares the graph with call sites and targets found by other tools: `node --conditions=source unseen.ts REPOSITORY
 * TRUTH.jsonl [--misses N]`.
 */
import { readFileSync } from "node:fs";
import { linkRepository } from "./linked.ts";

interface Site {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly targets: readonly string[];
  readonly isInterface?: boolean;
}

const [repository = "", truth = "", , count = "0"] = process.argv.slice(2);
const sites = readFileSync(truth, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Site);
const { paths, facts, linker } = await linkRepository(repository);
const answers = new Map<
  string,
  { readonly place: string; readonly also: readonly string[] } | undefined
>();
const calleeAt = new Map<string, string>();
paths.forEach((path, file) => {
  for (const { call, to, tier } of linker.sitesOf(file)) {
    if (call.kind === "reference" || call.kind === "read") continue;
    const key = `${path}:${call.line - 1}:${call.column}`;
    calleeAt.set(key, call.callee);
    if (to === undefined || tier === "unique") continue;
    answers.set(key, placesOf(to.file, to.definition));
  }
});

function placesOf(file: number, definition: number) {
  const path = paths[file] ?? "";
  const definitions = facts.get(path)?.definitions ?? [];
  const own = definitions[definition];
  const at = (item: typeof own) => `${path}:${(item?.nameLine ?? 0) - 1}:${item?.nameColumn ?? 0}`;
  // Object creation counts as a use of the class or of its constructor.
  const around = own?.kind === "class" ? undefined : definitions[own?.container ?? -1];
  return { place: at(own), also: around === undefined ? [] : [at(around)] };
}

let [right, wrong, inside, seen] = [0, 0, 0, 0];
const interfaces = { inside: 0, right: 0 };
const misses: string[] = [];
const indexed = new Set(paths);
for (const { path, line, column, targets, isInterface } of sites) {
  if (!indexed.has(path)) continue;
  const key = `${path}:${line}:${column}`;
  const ours = answers.get(key);
  const isInside = targets.some((target) => indexed.has(target.slice(0, target.indexOf(":"))));
  if (calleeAt.has(key)) seen++;
  if (isInside) inside++;
  if (isInterface === true && isInside) interfaces.inside++;
  const isRight =
    ours !== undefined && (targets.includes(ours.place) || sameConstructor(ours, targets));
  if (isRight) {
    right++;
    if (isInterface === true) interfaces.right++;
  } else if (ours !== undefined) wrong++;
  if (!isRight && (isInside || ours !== undefined))
    misses.push(
      `${ours === undefined ? "MISS" : "WRONG"} ${path}:${line + 1}:${column} ${calleeAt.get(key) ?? "(not a site)"} -> ${targets[0] ?? "outside"}${ours === undefined ? "" : ` not ${ours.place}`}`,
    );
}

/** Accepts a class in place of its constructor; `new` and `constructor` are both correct. */
function sameConstructor(
  { also }: { readonly also: readonly string[] },
  targets: readonly string[],
): boolean {
  return also.some((item) => targets.includes(item));
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
console.log(
  JSON.stringify({
    repository,
    sites: sites.length,
    inside,
    seen,
    precision: round(right / Math.max(1, right + wrong)),
    recall: round(right / Math.max(1, inside)),
    ...(interfaces.inside > 0
      ? {
          interfaces: interfaces.inside,
          interfaceRecall: round(interfaces.right / interfaces.inside),
        }
      : {}),
  }),
);
const step = Math.max(1, Math.floor(misses.length / Math.max(1, Number(count))));
for (let at = 0; at < misses.length && Number(count) > 0; at += step) console.log(misses[at]);
