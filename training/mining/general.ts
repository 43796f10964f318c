/**
 * Mines fiction and conversations for pairs: neighbouring paragraphs, a sentence and the text after it, a turn and its
 * answer, a person and their utterances.
 */
import { cut, isProse, type Pair, plainText, sentencesOf } from "./pair.ts";

/** Mines Standard Ebooks: XHTML, one chapter per file. */
export function* mineFiction(text: string, source: string): Generator<Pair> {
  const paragraphs = [...text.matchAll(/<p\b[^>]*>([\s\S]*?)<\/p>/gu)].map((match) =>
    plainText(match[1] ?? ""),
  );
  for (let i = 0; i < paragraphs.length; i++) {
    const own = paragraphs[i] ?? "";
    const next = paragraphs[i + 1] ?? "";
    if (isProse(own, 6) && isProse(next, 6)) {
      yield { k: "fiction_next", r: source, a: cut(own, 400), b: cut(next, 400) };
    }
    const [first = "", ...rest] = sentencesOf(own);
    if (isProse(first, 5) && isProse(rest.join(" "), 6)) {
      yield { k: "fiction_rest", r: source, a: cut(first, 300), b: cut(rest.join(" "), 400) };
    }
  }
}

/** Yields a turn and the next one, when both are long enough to have a subject. */
function* mineTurns(turns: readonly string[], source: string): Generator<Pair> {
  for (let i = 0; i + 1 < turns.length; i++) {
    const [turn = "", answer = ""] = [turns[i], turns[i + 1]];
    if (isProse(turn, 5) && isProse(answer, 5))
      yield { k: "turn_answer", r: source, a: cut(turn, 400), b: cut(answer, 400) };
  }
}

/** Reads the rows of a CSV file: quoted fields may contain commas, doubled quotes and newlines. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gu)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] !== ",") {
      if (row.length > 1) rows.push(row);
      row = [];
    }
  }
  return rows;
}

/** Mines Synthetic-Persona-Chat (CC BY 4.0): traits of two persons and a conversation between them. */
export function* minePersonas(csv: string, source: string): Generator<Pair> {
  for (const [first = "", second = "", talk = ""] of csvRows(csv).slice(1)) {
    const turns = talk.split("\n").map((line) => /^User ([12]): (.*)$/u.exec(line.trim()));
    const turnsOf = (who: string) =>
      turns.flatMap((turn) => (turn?.[1] === who ? [turn[2] ?? ""] : []));
    yield* mineTurns(
      turns.flatMap((turn) => turn?.[2] ?? []),
      source,
    );
    for (const [who, traits] of [
      ["1", first],
      ["2", second],
    ] as const) {
      for (const trait of traits.split("\n")) {
        const nearest = nearestTurn(trait, turnsOf(who));
        if (nearest !== null) yield { k: "trait_turn", r: source, a: trait, b: nearest };
      }
    }
  }
}

const content = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/gu) ?? []);

/** Returns the turn that shares most words with the trait; null when no turn shares any. */
function nearestTurn(trait: string, turns: readonly string[]): string | null {
  const wanted = content(trait);
  let best: string | null = null;
  let maxCount = 0;
  for (const turn of turns) {
    const shared = [...content(turn)].filter((word) => wanted.has(word)).length;
    if (shared > maxCount) [best, maxCount] = [turn, shared];
  }
  return best;
}

interface Dialogue {
  readonly utterances?: readonly { readonly text?: string; readonly speaker?: string }[];
}

/** Mines Taskmaster (CC BY 4.0): task-oriented dialogues. */
export function* mineTaskmaster(json: string, source: string): Generator<Pair> {
  for (const dialogue of JSON.parse(json) as Dialogue[]) {
    const turns = (dialogue.utterances ?? []).map(({ text }) => text ?? "");
    yield* mineTurns(turns, source);
  }
}

/** Mines tldr pages: the purpose of a command and the command. */
export function* mineTldr(text: string, source: string): Generator<Pair> {
  const name = /^# (.+)$/mu.exec(text)?.[1] ?? "";
  const about = plainText(
    [...text.matchAll(/^> (?!See also|More information)(.+)$/gmu)]
      .map((match) => match[1])
      .join(" "),
  );
  if (isProse(about, 3)) yield { k: "command_about", r: source, a: name, b: about };
  for (const match of text.matchAll(/^- (.+):\n\n`(.+)`$/gmu)) {
    yield {
      k: "task_command",
      r: source,
      a: plainText(match[1] ?? ""),
      b: (match[2] ?? "").replace(/\{\{|\}\}/gu, ""),
    };
  }
}

/** Pairs each utterance of an intent with the next ones of the same intent. */
export function* mineIntents(
  rows: readonly (readonly [string, string])[],
  source: string,
): Generator<Pair> {
  const last = new Map<string, string[]>();
  for (const [text, intent] of rows) {
    const before = last.get(intent) ?? [];
    for (const other of before) yield { k: "same_intent", r: source, a: other, b: text };
    last.set(intent, [...before, text].slice(-2));
  }
}

/** Reads NLU Evaluation Data (CC BY 4.0): `answerid;scenario;intent;…;answer_from_user`, quoted. */
export function nluRows(csv: string): (readonly [string, string])[] {
  return csv
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [, scenario, intent] = line.split(";");
      const utterance = /"([^"]+)"\s*$/u.exec(line)?.[1];
      return utterance === undefined ? [] : [[utterance, `${scenario} ${intent}`] as const];
    });
}

const RELATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    xNeed: "needs first",
    xWant: "then wants",
    xEffect: "as an effect",
    xIntent: "because they want",
    xReact: "feels",
    xAttr: "is seen as",
    oReact: "others feel",
    oEffect: "others",
    oWant: "others want",
  }),
);

/** Mines ATOMIC 2020 (CC BY 4.0): an event, and what preceded it, follows it or is felt. */
export function* mineEvents(tsv: string, source: string): Generator<Pair> {
  for (const line of tsv.split("\n")) {
    const [head = "", tails = ""] = line.split("\t");
    const [event = "", relation = ""] = head.split(" @@ ");
    const others = tails
      .split("|")
      .map((item) => item.trim())
      .filter((item) => item !== "" && item !== "none");
    if (others.length === 0) continue;
    const plain = (text: string) =>
      text
        .replaceAll("PersonX", "someone")
        .replaceAll("PersonY", "somebody else")
        .replaceAll("___", "something");
    yield {
      k: "event_consequence",
      r: source,
      a: plain(event),
      b: plain(`${RELATIONS.get(relation) ?? ""} ${others.join(", ")}`).trim(),
    };
  }
}
