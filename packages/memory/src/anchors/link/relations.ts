/**
 * Which file does a memory say rests on which other? By its details where something counted, else by its words: the
 * files it names stand around a phrase such as "depends on". A coupling whose direction nobody told is one both ways.
 */
import type { Memory } from "../../domain/memory.ts";

export interface Relation {
  /** Depends on `to`, as far as a direction was told. Both are among the memory's files. */
  readonly from: string;
  readonly to: string;
  readonly type: "depends_on" | "coupled_with";
}

type Related = Pick<Memory, "type" | "content" | "payload" | "files">;

/** With more files than that a memory is about a place, not about who rests on whom. */
const MAX_FILES = 8;
/** Characters between a file and the phrase: what is further away may be about something else. */
const NEAR = 60;

/** Each once, in the order of the text. */
export function relationsIn(memory: Related): Relation[] {
  const { files, payload } = memory;
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

const GAP = `([^.;!?\\n⟦⟧]{0,${NEAR}}?)`;
const ONE = "⟦(\\d+)⟧";
const RESTS =
  "(?:depends? (?:up)?on|depending on|relies on|rely on|requires?|needs?|rests? on|is (?:generated|built|derived|made|compiled) from|must (?:follow|match|mirror))";
const CHANGES = "(?:changes?|changed|is (?:changed|edited|modified|moved|renamed))";
/** The first file of the match rests on the second. */
const FORWARDS = new RegExp(`${ONE}${GAP}\\b${RESTS}\\b${GAP}${ONE}`, "gi");
/** "When A changes, so does B": the second on the first. */
const BACKWARDS = new RegExp(
  `\\b(?:when(?:ever)?|if|after|once)\\b${GAP}${ONE}${GAP}\\b${CHANGES}\\b${GAP}${ONE}`,
  "gi",
);
const DENIED = /\b(?:not|no longer|never|nothing|without|doesn't|don't|isn't)\b/i;

/** Most memories have none of these, and looking for files costs more than looking for phrases. */
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

/** The text with ⟦number⟧ for each file, however much of its path is written out. */
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

/** The path, and those of its ends that no other of the files has. */
function endingsOf(path: string, files: readonly string[]): string[] {
  const parts = path.split("/");
  return parts
    .map((_part, at) => parts.slice(at).join("/"))
    .filter((end) => files.every((file) => file === path || !`/${file}`.endsWith(`/${end}`)));
}
