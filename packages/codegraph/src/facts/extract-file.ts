/** Extracts the facts of one file as bytes, or the reason why it has none. This is a worker's task for each file. */
import { join } from "node:path";
import { extractComponent } from "./components/component-facts.ts";
import { extractFacts, factsOf } from "./extract.ts";
import type { FileFacts } from "./facts.ts";
import { encodeFacts } from "./facts-codec.ts";
import type { Language } from "./languages/language.ts";
import { languageOf } from "./languages/languages.ts";
import type { OxcReader } from "./oxc/oxc-reader.ts";
import { loadLanguage } from "./parser/parser.ts";
import { withBlade } from "./php/blade.ts";
import { readSource, type SkipReason } from "./source-file.ts";
import { isStackOverflow } from "./stack-overflow.ts";

export interface ExtractedFile {
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
  /** Null if the file was skipped. */
  readonly hash: Uint8Array | null;
  /** Null if the file was skipped or its content is unchanged. */
  readonly facts: Uint8Array | null;
  /** The facts' surface hash; null without facts. */
  readonly surface: number | null;
  readonly skipped: SkipReason | null;
  /** Whether the facts omit part of the text: see `FileFacts.isPartial`. */
  readonly isPartial: boolean;
}

export interface FileToExtract {
  readonly path: string;
  /** Hash of the content whose facts are stored already. */
  readonly knownHash: Uint8Array | null;
}

/** Extracts the facts of one file. `oxc` reads the file if it can; otherwise, or without it, tree-sitter does. */
export async function extractFile(
  root: string,
  { path, knownHash }: FileToExtract,
  oxc: OxcReader | null = null,
): Promise<ExtractedFile> {
  const source = readSource(join(root, path));
  const { mtimeMs, size } = source;
  const none = { path, mtimeMs, size, hash: null, facts: null, surface: null, isPartial: false };
  if ("skipped" in source) return { ...none, skipped: source.skipped };
  const { hash } = source;
  if (knownHash !== null && Buffer.compare(hash, knownHash) === 0) {
    return { ...none, hash, skipped: null };
  }
  const language = languageOf(path);
  if (language === undefined) return { ...none, skipped: "unreadable" };
  const facts = await factsIn(path, language, source.text, oxc).catch(nullIfTooDeep);
  if (facts === null) return { ...none, skipped: "too_slow" };
  const { surfaceHash: surface, isPartial = false } = facts;
  return { ...none, hash, facts: encodeFacts(facts), surface, skipped: null, isPartial };
}

/** Returns the facts of a text that need not be on disk; null if its language is not read, or it takes too long. */
export async function factsOfText(path: string, text: string): Promise<FileFacts | null> {
  const language = languageOf(path);
  return language === undefined ? null : factsIn(path, language, text, null).catch(nullIfTooDeep);
}

function nullIfTooDeep(error: unknown): null {
  if (!isStackOverflow(error)) throw error;
  return null;
}

async function factsIn(
  path: string,
  language: Language,
  text: string,
  oxc: OxcReader | null,
): Promise<FileFacts | null> {
  if (language.parts !== undefined) return extractComponent(path, language, text, oxc);
  const items = oxc?.itemsOf(language, text) ?? null;
  const facts =
    items === null
      ? extractFacts(withBlade(await loadLanguage(language), path), text)
      : factsOf(language, text, items);
  const hasMarkup = language.oxc !== undefined && INLINE_TEMPLATE.test(text);
  return facts !== null && hasMarkup ? { ...facts, isPartial: true } : facts;
}

/** Markup in a string, as in Vue and Angular. Names used in it are not read. */
const INLINE_TEMPLATE = /\btemplate\s*:\s*[`"']\s*</;
