/**
 * Derives which file depends on which from a memory: from its details if changes were counted, otherwise from its words,
 * where two of its files surround a phrase such as "depends on". A coupling without a known direction goes both ways.
 */
import type { Memory } from "../../domain/memory.ts";

/** Kinds of relations that a person or an agent can register between two places: `from KIND to`. */
export const RELATION_KINDS = [
  "depends_on",
  "coupled_with",
  "generated_from",
  "documents",
  "configures",
] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

const WORDS: Readonly<Record<RelationKind, string>> = {
  depends_on: "depends on",
  coupled_with: "changes together with",
  generated_from: "is generated from",
  documents: "documents",
  configures: "configures",
};

export function relationWords(kind: RelationKind): string {
  return WORDS[kind];
}

export interface Relation {
  /** Depends on `to`, as far as the direction is known. Both are files of the memory. */
  readonly from: string;
  readonly to: string;
  readonly type: RelationKind;
  /** Present if the relation was registered; contains the symbols that the registration named. */
  readonly registered?: { readonly fromSymbol?: string; readonly toSymbol?: string };
}

/** Returns whether the dependency runs from `to` to `from`: what is configured depends on its configuration. */
export function isTurned({ type }: Pick<Relation, "type">): boolean {
  return type === "configures";
}

type Related = Pick<Memory, "type" | "content" | "payload" | "files">;

/** A memory with more files is about a location, not about dependencies. */
const MAX_FILES = 8;
/** Maximum characters between a file and the phrase; beyond that they may be unrelated. */
const NEAR = 60;

/** Returns each relation once, in the order of the text. */
export function relationsIn(memory: Related): Relation[] {
  const { files, payload } = memory;
  if (files.length < 2 || files.length > MAX_FILES) return [];
  const own = registeredIn(memory);
  if (own !== undefined) return [own];
  const { when, then } = payload;
  const isCounted = files.some((file) => file === when) && files.some((file) => file === then);
  if (isCounted && when !== then) {
    return [{ from: String(then), to: String(when), type: "depends_on" }];
  }
  const stated = relationsOfWords(memory.content, files);
  if (stated.length > 0 || memory.type !== "causal_dependency") return stated;
  const [first = "", ...others] = files;
  return others.map((other) => ({ from: first, to: other, type: "coupled_with" }));
}

/** Returns the relation registered in a memory's payload. The payload may have any content, stored by any version. */
function registeredIn({ files, payload }: Related): Relation | undefined {
  const stored = payload["relation"];
  if (typeof stored !== "object" || stored === null) return undefined;
  const { from, to, kind, fromSymbol, toSymbol } = stored as Readonly<Record<string, unknown>>;
  const type = RELATION_KINDS.find((item) => item === kind);
  if (typeof from !== "string" || typeof to !== "string" || type === undefined) return undefined;
  if (!files.includes(from) || !files.includes(to)) return undefined;
  const registered = {
    ...(typeof fromSymbol === "string" ? { fromSymbol } : {}),
    ...(typeof toSymbol === "string" ? { toSymbol } : {}),
  };
  return { from, to, type, registered };
}

const GAP = `([^.;!?\\n⟦⟧]{0,${NEAR}}?)`;
const ONE = "⟦(\\d+)⟧";
const RESTS =
  "(?:depends? (?:up)?on|depending on|relies on|rely on|requires?|needs?|rests? on|is (?:generated|built|derived|made|compiled) from|must (?:follow|match|mirror))";
const CHANGES = "(?:changes?|changed|is (?:changed|edited|modified|moved|renamed))";
/** Matches a phrase in which the first file depends on the second. */
const FORWARDS = new RegExp(`${ONE}${GAP}\\b${RESTS}\\b${GAP}${ONE}`, "gi");
/** Matches "When A changes, so does B", in which the second file depends on the first. */
const BACKWARDS = new RegExp(
  `\\b(?:when(?:ever)?|if|after|once)\\b${GAP}${ONE}${GAP}\\b${CHANGES}\\b${GAP}${ONE}`,
  "gi",
);
const DENIED = /\b(?:not|no longer|never|nothing|without|doesn't|don't|isn't)\b/i;

/** Quick test: most memories contain no such phrase, and searching for files costs more than searching for phrases. */
const ANY = new RegExp(`\\b(?:${RESTS}|${CHANGES})\\b`, "i");

function relationsOfWords(content: string, files: readonly string[]): Relation[] {
  if (!ANY.test(content)) return [];
  const text = marked(content, files);
  const found = new Map<string, Relation>();
  const add = (from: string | undefined, to: string | undefined, between: string) => {
    const [one, other] = [files[Number(from)], files[Number(to)]];
    if (one === undefined || other === undefined || one === other || DENIED.test(between)) return;
    found.set(`${one}\n${other}`, { from: one, to: other, type: "depends_on" });
  };
  for (const [whole, from, , , to] of text.matchAll(FORWARDS)) add(from, to, whole);
  for (const [whole, , from, , , to] of text.matchAll(BACKWARDS)) add(to, from, whole);
  return [...found.values()];
}

/** Replaces each file in the text with ⟦number⟧, however much of its path is written. */
function marked(content: string, files: readonly string[]): string {
  const plain = content.replace(/[⟦⟧]/g, " ");
  const names = files.flatMap((path, index) =>
    endingsOf(path, files).map((name) => ({ name, index })),
  );
  names.sort((a, b) => b.name.length - a.name.length);
  const pattern = names.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const indexOf = new Map(names.map(({ name, index }) => [name, index]));
  const anyName = new RegExp(`(?<![\\w./-])(?:\\./)?(${pattern})(?![\\w/-]|\\.\\w)`, "g");
  return plain.replace(anyName, (_all, name: string) => `⟦${indexOf.get(name)}⟧`);
}

/** Returns the path and those of its endings that no other file shares. */
function endingsOf(path: string, files: readonly string[]): string[] {
  const parts = path.split("/");
  return parts
    .map((_part, at) => parts.slice(at).join("/"))
    .filter((end) => files.every((file) => file === path || !`/${file}`.endsWith(`/${end}`)));
}
