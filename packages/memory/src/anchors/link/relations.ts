/**
 * Derives which file depends on which from a memory: from its payload if a person or an agent registered the relation, from
 * its details if changes were counted, otherwise from its words, where two of its files surround a phrase such as "depends
 * on". A coupling without a known direction goes both ways.
 */
import type { Direction } from "@tacit-memory/codegraph";
import type { Memory } from "../../domain/memory.ts";
import { literalPattern } from "../../domain/text/text.ts";

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

/** What a place is to the target ("it") of a query for dependents, and of a query for dependencies. */
const WORDS_BY_DIRECTION: Readonly<Record<RelationKind, Readonly<Record<Direction, string>>>> = {
  depends_on: { dependents: "depends on it", dependencies: "dependency" },
  coupled_with: {
    dependents: "changes together with it",
    dependencies: "changes together with it",
  },
  generated_from: { dependents: "generated from it", dependencies: "it is generated from this" },
  documents: { dependents: "documents it", dependencies: "documented by it" },
  configures: { dependents: "configured by it", dependencies: "configures it" },
};

export function relationToTarget(kind: RelationKind, direction: Direction): string {
  return WORDS_BY_DIRECTION[kind][direction];
}

export interface Relation {
  /**
   * The file named first in `from KIND to`. It depends on `to`, except with `configures`, where `to` depends on it. Both are
   * files of the memory.
   */
  readonly from: string;
  readonly to: string;
  readonly type: RelationKind;
  /** Present if a person or an agent registered the relation; contains the symbols that the registration named. */
  readonly registered?: { readonly fromSymbol?: string; readonly toSymbol?: string };
}

/** Returns whether `to` depends on `from`: a configuration is named before what it configures. */
export function isTurned({ type }: Pick<Relation, "type">): boolean {
  return type === "configures";
}

type Related = Pick<Memory, "type" | "content" | "payload" | "files">;

/** A memory with more files is about a location, not about dependencies. */
const MAX_FILES = 8;
/** Maximum characters between a file and the phrase; beyond that they may be unrelated. */
const MAX_CHARS_BETWEEN = 60;

/** Returns each relation once, in the order of the text. */
export function relationsIn(memory: Related): Relation[] {
  const { files, payload } = memory;
  const registered = registeredIn(memory);
  if (registered !== undefined) return [registered];
  if (files.length < 2 || files.length > MAX_FILES) return [];
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

interface Registering {
  readonly files?: readonly string[] | undefined;
  readonly payload?: Memory["payload"] | undefined;
}

/** Returns the relation registered in a memory's payload, if its files are still among the memory's files. */
export function registeredIn({ files = [], payload }: Registering): Relation | undefined {
  const stored = payload?.relation;
  const type = RELATION_KINDS.find((item) => item === stored?.kind);
  if (stored === undefined || type === undefined) return undefined;
  const { from, to, fromSymbol, toSymbol } = stored;
  if (!files.includes(from) || !files.includes(to)) return undefined;
  const registered = {
    ...(fromSymbol === undefined ? {} : { fromSymbol }),
    ...(toSymbol === undefined ? {} : { toSymbol }),
  };
  return { from, to, type, registered };
}

const GAP = `([^.;!?\\n⟦⟧]{0,${MAX_CHARS_BETWEEN}}?)`;
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
  const pattern = names.map(({ name }) => literalPattern(name)).join("|");
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
