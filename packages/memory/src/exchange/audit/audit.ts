/**
 * Measures the quality of a store of memories: counts and worst examples of junk, duplicates, recall loops, secrets, and
 * memories that name code that no longer exists. Independent of any store format; changes nothing.
 */
import { type RedactOptions, redact } from "@tacit-memory/redact";
import { clip, oneLine } from "../../domain/text/text.ts";
import { AUDIT } from "./limits.ts";
import { namedCode } from "./named-code.ts";
import { findLikeTexts } from "./near-duplicates.ts";
import { findRecallLoops, type LoopSign } from "./recall-loops.ts";

export interface AuditedMemory {
  /** Location in its store, for people. */
  readonly place: string;
  readonly content: string;
  /** Paths the memory is about, relative to the project if possible. */
  readonly files: readonly string[];
  /** Project as named by its store; duplicates are searched within one project. */
  readonly project: string | null;
  /** True if its project is the one whose tree is checked. */
  readonly isOfThisTree: boolean;
}

export interface AuditTools {
  /** Returns why the write path would reject such a text; null if it would not. */
  readonly noiseReason: (text: string) => string | null;
  readonly redaction: RedactOptions;
  /** Returns those paths and names that the project's tree lacks; null without a tree. */
  readonly missingIn: (
    paths: ReadonlySet<string>,
    symbols: ReadonlySet<string>,
  ) => { readonly paths: ReadonlySet<string>; readonly symbols: ReadonlySet<string> } | null;
}

interface Example {
  readonly place: string;
  /** Text with secrets replaced. */
  readonly text: string;
  /** The reason for the finding: a word or a list of names. */
  readonly why: string;
}

interface Finding {
  readonly count: number;
  readonly by: Readonly<Record<string, number>>;
  readonly worst: readonly Example[];
}

export interface AuditFindings {
  /** Number of audited memories. */
  readonly memories: number;
  /** Number of memories without any of the findings below. */
  readonly sound: number;
  readonly junk: Finding;
  /** `count`: memories that could be removed because another states the same. */
  readonly duplicates: Finding;
  readonly recallLoops: Finding;
  readonly secrets: Finding;
  /** `checked`: memories of this project, which were compared with its tree. */
  readonly stale: Finding & { readonly checked: number };
}

export function audit(
  memories: readonly AuditedMemory[],
  tools: AuditTools,
  examples: number = AUDIT.examples,
): AuditFindings {
  const shown = memories.map(({ content }) => redact(content, tools.redaction));
  const flagged = new Set<number>();
  const finding = () =>
    new Tally(
      memories,
      shown.map(({ text }) => text),
      flagged,
      examples,
    );
  const [junk, duplicates, loops, secrets] = [finding(), finding(), finding(), finding()];
  for (const [index, { content }] of memories.entries()) {
    const reason = tools.noiseReason(content.replace(/[ \t]+/g, " ").trim());
    if (reason !== null) junk.add(index, reason, content.length);
    const rules = [...new Set((shown[index]?.findings ?? []).map(({ rule }) => rule))];
    const held = rules.filter((rule) => rule !== "private");
    if (held.length > 0) secrets.add(index, held.join(", "), held.length);
  }
  addRepetitions(memories, loops, duplicates);
  const stale = finding();
  const checked = addStale(memories, tools, stale);
  return {
    memories: memories.length,
    sound: memories.length - flagged.size,
    junk: junk.finish(),
    duplicates: duplicates.finish(),
    recallLoops: loops.finish(),
    secrets: secrets.finish(),
    stale: { ...stale.finish(), checked },
  };
}

/** Adds duplicates within one project, and memories that were recalled and stored again. */
function addRepetitions(memories: readonly AuditedMemory[], loops: Tally, duplicates: Tally): void {
  const numbers = memories.map((_, index) => index);
  const projects = Map.groupBy(numbers, (index) => memories[index]?.project ?? null);
  for (const indices of projects.values()) {
    const texts = indices.map((index) => memories[index]?.content ?? "");
    for (const [at, sign] of findRecallLoops(texts))
      loops.add(indices[at] ?? 0, LOOP_WORDS[sign], texts[at]?.length ?? 0);
    for (const { group, isExact } of findLikeTexts(texts)) {
      const [original = 0, ...copies] = group.map((at) => indices[at] ?? 0);
      const kind = isExact ? "the same text" : "nearly the same text";
      const others = copies.slice(0, 3).map((copy) => memories[copy]?.place ?? "");
      const more =
        copies.length > others.length ? ` and ${copies.length - others.length} more` : "";
      duplicates.addGroup(original, copies, kind, `${kind} as ${others.join(", ")}${more}`);
    }
  }
}

const LOOP_WORDS: Readonly<Record<LoopSign, string>> = {
  context_block: "contains a block that was injected into a context",
  announced: "announces recalled memories",
  quotes_others: "quotes other memories in full",
};

/** Returns the number of checked memories: 0 without a tree. */
function addStale(memories: readonly AuditedMemory[], tools: AuditTools, stale: Tally): number {
  const ofTree = memories.flatMap((memory, index) => {
    if (!memory.isOfThisTree) return [];
    const { paths, symbols } = namedCode(memory.content);
    return [{ index, paths: [...new Set([...memory.files, ...paths])], symbols }];
  });
  const missing = tools.missingIn(
    new Set(ofTree.flatMap(({ paths }) => paths)),
    new Set(ofTree.flatMap(({ symbols }) => symbols)),
  );
  if (missing === null) return 0;
  for (const { index, paths, symbols } of ofTree) {
    const gone = [
      ...paths.filter((path) => missing.paths.has(path)),
      ...symbols.filter((name) => missing.symbols.has(name)).map((name) => `${name}()`),
    ];
    if (gone.length === 0) continue;
    const kind = paths.some((path) => missing.paths.has(path))
      ? "names a file that does not exist"
      : "names a symbol that does not exist";
    stale.add(index, kind, gone.length, `missing: ${gone.slice(0, 4).join(", ")}`);
  }
  return ofTree.length;
}

/** Counts one kind of finding and collects its worst examples. */
class Tally {
  readonly #memories: readonly AuditedMemory[];
  readonly #texts: readonly string[];
  readonly #flagged: Set<number>;
  readonly #examples: number;
  readonly #by = new Map<string, number>();
  readonly #found: { index: number; weight: number; why: string }[] = [];
  #count = 0;

  constructor(
    memories: readonly AuditedMemory[],
    texts: readonly string[],
    flagged: Set<number>,
    examples: number,
  ) {
    this.#memories = memories;
    this.#texts = texts;
    this.#flagged = flagged;
    this.#examples = examples;
  }

  /** `kind` is the counter's name; `why` is shown with the example. */
  add(index: number, kind: string, weight: number, why = kind): void {
    this.#count++;
    this.#by.set(kind, (this.#by.get(kind) ?? 0) + 1);
    this.#flagged.add(index);
    this.#found.push({ index, weight, why });
  }

  /** Counts the copies and shows the original. */
  addGroup(original: number, copies: readonly number[], kind: string, why: string): void {
    this.#count += copies.length;
    this.#by.set(kind, (this.#by.get(kind) ?? 0) + copies.length);
    for (const copy of copies) this.#flagged.add(copy);
    this.#found.push({ index: original, weight: copies.length, why });
  }

  finish(): Finding {
    const worst = this.#found
      .sort((a, b) => b.weight - a.weight || a.index - b.index)
      .slice(0, this.#examples)
      .map(({ index, why }) => ({
        place: this.#memories[index]?.place ?? "",
        text: clip(oneLine(this.#texts[index] ?? ""), EXAMPLE_CHARS),
        why,
      }));
    const by = Object.fromEntries([...this.#by].sort(([, a], [, b]) => b - a));
    return { count: this.#count, by, worst };
  }
}

const EXAMPLE_CHARS = 240;
