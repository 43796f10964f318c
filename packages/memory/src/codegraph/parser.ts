/** Loads web-tree-sitter and its grammars, each once per thread and only when a file needs it. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { Parser as ParserType, Query as QueryType, Tree } from "web-tree-sitter";
import type { Language } from "./languages/language.ts";
import { CODEGRAPH } from "./tuning.ts";

export interface LoadedLanguage {
  readonly language: Language;
  readonly query: QueryType;
  /** Null when the text could not be parsed within the time. The caller deletes the tree. */
  readonly parse: (text: string, timeoutMs: number) => Tree | null;
}

type TreeSitter = typeof import("web-tree-sitter");

let loading: Promise<{ readonly treeSitter: TreeSitter; readonly parser: ParserType }> | undefined;
const loaded = new Map<string, Promise<LoadedLanguage>>();

export function loadLanguage(language: Language): Promise<LoadedLanguage> {
  let found = loaded.get(language.name);
  if (found === undefined) {
    found = load(language);
    loaded.set(language.name, found);
  }
  return found;
}

async function load(language: Language): Promise<LoadedLanguage> {
  loading ??= start();
  const { treeSitter, parser } = await loading;
  const grammar = await treeSitter.Language.load(readFileSync(grammarPath(language.grammar)));
  const query = new treeSitter.Query(grammar, language.query);
  return {
    language,
    query,
    parse: (text, timeoutMs) => {
      parser.setLanguage(grammar);
      const endMs = performance.now() + timeoutMs;
      const progressCallback = () => performance.now() > endMs;
      const read = () => parser.parse(text, null, { progressCallback });
      const tree = language.hasGiantLexer === true ? unoptimised(read) : read();
      if (tree === null) parser.reset();
      return tree;
    },
  };
}

/**
 * V8 compiles a hot function of WebAssembly again, with all optimisations. A grammar's lexer is one function of
 * a megabyte: that takes 500 MB for seconds, and on repositories of a few megabytes is done when all is read.
 */
function postponeOptimising(): void {
  setFlagsFromString(`--wasm-tiering-budget=${CODEGRAPH.wasmTieringBudget.value}`);
}

/**
 * `act`, whose functions stay as they are compiled now. V8 looks at these flags when it compiles a function, which
 * is when that is first called; another thread that compiles one meanwhile has a slower one, and nothing worse.
 */
function unoptimised<T>(act: () => T): T {
  setFlagsFromString("--no-wasm-dynamic-tiering");
  setFlagsFromString("--no-wasm-tier-up");
  try {
    return act();
  } finally {
    setFlagsFromString("--wasm-tier-up");
    setFlagsFromString("--wasm-dynamic-tiering");
  }
}

async function start() {
  postponeOptimising();
  const treeSitter = await import("web-tree-sitter");
  await treeSitter.Parser.init();
  return { treeSitter, parser: new treeSitter.Parser() };
}

/** Beside the program in what is published; from the development dependency in a checkout. */
function grammarPath(file: string): string {
  const beside = join(dirname(fileURLToPath(import.meta.url)), "grammars", file);
  if (existsSync(beside)) return beside;
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve("@vscode/tree-sitter-wasm/package.json")), "wasm", file);
}
