/**
 * Draws a random sample of all call expressions of a repository for people to label. Reads the parse tree itself, not Tacit's
 * facts, so that calls missed by our query are drawn like all others.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { languageOf } from "../../packages/codegraph/src/facts/languages/languages.ts";
import {
  type LoadedLanguage,
  loadLanguage,
} from "../../packages/codegraph/src/facts/parser/parser.ts";
import { walk } from "../../packages/codegraph/src/indexing/walk.ts";
import { seeded } from "../corpus.ts";
import { repositories } from "../peers.ts";

type Node = NonNullable<ReturnType<LoadedLanguage["parse"]>>["rootNode"];

interface SampledSite {
  readonly path: string;
  /** Position of the callee's last name: line from 1, column from 0 in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly callee: string;
}

/** Call node types by language, with the field that contains the callee. */
const CALLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  go: { call_expression: "function" },
  rust: { call_expression: "function", macro_invocation: "macro" },
  java: {
    method_invocation: "name",
    object_creation_expression: "type",
    explicit_constructor_invocation: "constructor",
  },
};

const PARSE_MS = 30_000;

/** Labelled repositories and their languages. */
const SAMPLED = {
  fzf: "go",
  caddy: "go",
  ripgrep: "rust",
  axum: "rust",
  "commons-lang": "java",
  retrofit: "java",
} as const;
const SITES = 100;
const SEED = 20261121;

/** Prints the sample, one line of JSON per site: the sites of `labels/` without their targets. */
export async function sayDrawn(
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  let count = 0;
  for (const repository of repositories(args, Object.keys(SAMPLED))) {
    const name = basename(repository) as keyof typeof SAMPLED;
    for (const site of await drawSites(repository, SAMPLED[name], SITES, SEED)) {
      say(JSON.stringify({ repository: name, ...site, split: splitOf(name, site.path) }));
      count++;
    }
  }
  return count;
}

/** Draws `count` sites in the order of the files; the same seed and commit give the same sites. */
async function drawSites(
  repository: string,
  language: string,
  count: number,
  seed: number,
): Promise<SampledSite[]> {
  const all = await allSites(repository, language);
  const random = seeded(seed);
  const keyed = all.map((site) => ({ site, key: random() }));
  const drawn = new Set(
    keyed
      .sort((a, b) => a.key - b.key)
      .slice(0, count)
      .map(({ site }) => site),
  );
  return all.filter((site) => drawn.has(site));
}

/** Splits by file, because rules learned from one half of a file would help in the other half. */
function splitOf(repository: string, path: string): "dev" | "test" {
  const [first = 0] = createHash("sha256").update(`${repository}/${path}`).digest();
  return first % 2 === 0 ? "dev" : "test";
}

async function allSites(repository: string, language: string): Promise<SampledSite[]> {
  const { sources } = await walk(repository);
  const found: SampledSite[] = [];
  for (const path of sources) {
    const own = languageOf(path);
    if (own?.name !== language) continue;
    const { parse } = await loadLanguage(own);
    const tree = parse(readFileSync(join(repository, path), "utf8"), PARSE_MS);
    if (tree === null) continue;
    collect(tree.rootNode, CALLS[language] ?? {}, path, found);
    tree.delete();
  }
  return found;
}

function collect(
  root: Node,
  calls: Readonly<Record<string, string>>,
  path: string,
  found: SampledSite[],
): void {
  for (const node of root.descendantsOfType(Object.keys(calls))) {
    const callee = node?.childForFieldName(calls[node.type] ?? "");
    if (callee === null || callee === undefined) continue;
    const name = lastName(callee);
    const { row, column } = name.startPosition;
    found.push({
      path,
      line: row + 1,
      column,
      callee: callee.text.replace(/\s+/g, " ").slice(-80),
    });
  }
}

/** Returns the node of the called name: `a.b.c` and `a::b::<T>`. */
function lastName(callee: Node): Node {
  for (let node = callee; ; ) {
    const below: Node | null =
      node.childForFieldName("field") ??
      (node.type === "generic_function" ? node.childForFieldName("function") : null) ??
      (node.type === "scoped_identifier" ? node.childForFieldName("name") : null) ??
      (node.type === "generic_type" || node.type === "type_instantiation_expression"
        ? node.namedChild(0)
        : null) ??
      (node.type === "scoped_type_identifier" ? node.lastNamedChild : null);
    if (below === null) return node;
    node = below;
  }
}
