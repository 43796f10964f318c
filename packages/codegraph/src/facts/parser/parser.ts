/** Loads web-tree-sitter and its grammars, each once per thread and only when a file needs it. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lazily } from "@tacit-memory/files";
import type { Parser as ParserType, Query as QueryType, Tree } from "web-tree-sitter";
import { getOrCreate } from "../../maps.ts";
import type { Language } from "../languages/language.ts";
import {
  instanceOf,
  postponeOptimising,
  readForOptimising,
  readModule,
  readOptimised,
  unoptimised,
  type WasmInstance,
  type WasmModule,
} from "./compiled-module.ts";
import type { ParserMemory } from "./parser-memory.ts";

export interface LoadedLanguage {
  readonly language: Language;
  readonly query: QueryType;
  /** The memory that holds the parser's trees; null if it is not accessible. */
  readonly memory: ParserMemory | null;
  /** Returns null if the text could not be parsed in time. The caller deletes the tree. */
  readonly parse: (text: string, timeoutMs: number) => Tree | null;
}

interface Started {
  readonly treeSitter: typeof import("web-tree-sitter");
  readonly parser: ParserType;
  readonly memory: ParserMemory | null;
}

const started = lazily(start);
const loaded = new Map<string, Promise<LoadedLanguage>>();
/** Cached by file and query: languages with the same grammar file and query share the compiled result. */
const grammars = new Map<string, ReturnType<typeof openGrammar>>();

/**
 * Compiles the parser and these grammars with all optimisations, for all threads. This takes half a second and makes parsing
 * a quarter faster. Call the returned function to release them.
 */
export function optimise(languages: Iterable<Language>): () => void {
  const files = new Set<string>();
  for (const { depth, grammar, hasGiantLexer } of languages) {
    // Some grammars of other depths have a lexer so large that it must never be optimised.
    if (depth === "full" && hasGiantLexer !== true)
      files.add(fileOf("grammars", grammar, grammarInCheckout));
  }
  // The parser comes last: every thread waits for it, so that no thread compiles other code under these flags.
  return hold(readOptimised([...files, corePath()]));
}

/**
 * Optimises only the hot functions of the parser, for small amounts of text. Grammars are not optimised. Call it before
 * threads start.
 */
export function optimiseHot(): () => void {
  return hold([readForOptimising(corePath())]);
}

function hold(modules: readonly WasmModule[]): () => void {
  held.add(modules);
  return () => void held.delete(modules);
}

/** References that keep compiled modules available to other threads. */
const held = new Set<readonly WasmModule[]>();

export function loadLanguage(language: Language): Promise<LoadedLanguage> {
  return getOrCreate(loaded, language.name, () => load(language));
}

async function load(language: Language): Promise<LoadedLanguage> {
  const current = await started.open();
  const { parser, memory } = current;
  const key = `${language.grammar}\n${language.query}`;
  const made = grammars.get(key) ?? openGrammar(current, language);
  grammars.set(key, made);
  const { grammar, query } = made;
  return {
    language,
    query,
    memory,
    parse: (text, timeoutMs) => {
      parser.setLanguage(grammar);
      const endMs = performance.now() + timeoutMs;
      const progressCallback = () => performance.now() > endMs;
      const act = () => parser.parse(text, null, { progressCallback });
      const tree = language.hasGiantLexer === true ? unoptimised(act) : act();
      if (tree === null) parser.reset();
      return tree;
    },
  };
}

function openGrammar({ treeSitter }: Started, { grammar, query }: Language) {
  const module = readModule(fileOf("grammars", grammar, grammarInCheckout));
  const opened = treeSitter.Language.loadSync(
    module as Parameters<typeof treeSitter.Language.loadSync>[0],
  );
  return { grammar: opened, query: new treeSitter.Query(opened, query) };
}

async function start(): Promise<Started> {
  postponeOptimising();
  const treeSitter = await import("web-tree-sitter");
  const core = readModule(corePath());
  // web-tree-sitter merges these options into its module object, which then also gives access to its internal functions.
  const options = {
    instantiateWasm: (imports: object, take: TakeInstance) => {
      take(instanceOf(core, imports), core);
      return {};
    },
  };
  await treeSitter.Parser.init(options);
  const memory = "_ts_query_matches_wasm" in options ? (options as unknown as ParserMemory) : null;
  return { treeSitter, parser: new treeSitter.Parser(), memory };
}

type TakeInstance = (instance: WasmInstance, module: WasmModule) => void;

/**
 * Returns the path of a file: next to the bundle, where grammars are compressed, or among the dependencies when run from the
 * sources.
 */
function fileOf(folder: string, file: string, inCheckout: (file: string) => string): string {
  const beside = join(dirname(fileURLToPath(import.meta.url)), folder, file);
  return [`${beside}.br`, beside].find(existsSync) ?? inCheckout(file);
}

/** Returns the path in the first package that has the grammar: see `grammars.lock.json`. */
function grammarInCheckout(file: string): string {
  const require = createRequire(import.meta.url);
  const folders = [
    () => join(dirname(require.resolve("@vscode/tree-sitter-wasm/package.json")), "wasm"),
    () => dirname(require.resolve("@tree-sitter-grammars/tree-sitter-kotlin/package.json")),
    () => join(dirname(require.resolve("@cursorless/tree-sitter-wasms/package.json")), "out"),
  ];
  // A later package is not needed for a grammar that an earlier one has.
  for (const folder of folders) {
    const path = join(folder(), file);
    if (existsSync(path)) return path;
  }
  throw new Error(`no package has the grammar ${file}`);
}

function corePath(): string {
  const require = createRequire(import.meta.url);
  const inCheckout = (file: string) => join(dirname(require.resolve("web-tree-sitter")), file);
  return fileOf("", "web-tree-sitter.wasm", inCheckout);
}
