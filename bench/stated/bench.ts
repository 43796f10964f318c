/**
 * Tests what is learned, without a model, from what people plainly state. Invented sessions are observed by the command
 * line, each in a project of its own, and the memories are compared with a list of facts and of distractors.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Setup } from "../arguments.ts";
import { round } from "../statistics.ts";
import { eventsOf } from "./session-text.ts";

const SETS = ["other", "author"] as const;
/** Sessions of the set "author" that served for development. */
const DEVELOPMENT = ["01", "02", "03", "04", "05"];

interface Expected {
  readonly session: string;
  readonly kind: "fact" | "distractor";
  /** Who states a fact; left out: the user. */
  readonly by?: "user" | "agent";
  /** A text states it when it matches every pattern. */
  readonly terms: readonly string[];
  readonly sentence: string;
}

interface Learned {
  readonly type: string;
  readonly title: string;
  readonly content: string;
}

const states = (text: string, { terms }: Expected) =>
  terms.every((term) => new RegExp(term, "i").test(text));

/** A message in another language than English, as a person types it to an agent. */
interface Message {
  /** 1 or 2: the set in which it was written. */
  readonly set: number;
  readonly language: string;
  /** "moment": a request, a question or a report that states no rule, although it often uses the words of one. */
  readonly kind: "rule" | "moment";
  readonly text: string;
  /** Part of the text that the memory of a rule must contain. */
  readonly expect?: string;
}

export function run({ root, args, say }: Setup) {
  if (args.includes("--languages")) return measureLanguages(root);
  const rows = SETS.flatMap((set) => measureSet(root, set, args.includes("--detail") ? say : null));
  return {
    question: "Which facts that people plainly state are stored without a model?",
    sets: rows,
  };
}

function measureLanguages(root: string) {
  const messages = readFileSync(join(import.meta.dirname, "sets", "languages.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line): Message => JSON.parse(line));
  const measured = messages.map((message) => {
    const text = message.text.replaceAll("\n", "\n ");
    const learned = learnedFrom(root, "01", `U: hello\nU: ${text}\n`);
    const isWhole = learned.some(({ content }) => contains(content, message.expect ?? ""));
    return { ...message, isStored: learned.length > 0, isWhole };
  });
  const count = (items: typeof measured) => {
    const [rules, moments] = [only(items, "rule"), only(items, "moment")];
    return {
      rules: rules.length,
      rulesStored: rules.filter(({ isStored }) => isStored).length,
      rulesStoredWhole: rules.filter(({ isWhole }) => isWhole).length,
      moments: moments.length,
      momentsStored: moments.filter(({ isStored }) => isStored).length,
    };
  };
  const languages = [...new Set(measured.map(({ language }) => language))];
  return {
    question: "Which rules are stored that users state in other languages than English?",
    all: count(measured),
    languages: languages.map((language) => ({
      language,
      ...count(measured.filter((item) => item.language === language)),
    })),
  };
}

function only<T extends Pick<Message, "kind">>(items: readonly T[], kind: Message["kind"]): T[] {
  return items.filter((item) => item.kind === kind);
}

function contains(content: string, part: string): boolean {
  return content.toLowerCase().includes(part.toLowerCase());
}

function measureSet(root: string, set: string, say: ((line: string) => void) | null) {
  const folder = join(import.meta.dirname, "sets", set);
  const expected = readFileSync(join(folder, "expected.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line): Expected => JSON.parse(line));
  const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  const sessions = files.map((file) => {
    const session = file.slice(0, 2);
    const learned = learnedFrom(root, session, readFileSync(join(folder, file), "utf8"));
    const own = expected.filter((item) => item.session === session);
    for (const { content } of learned) say?.(`${set} ${file}: ${content.replaceAll("\n", " ")}`);
    return { session, learned, own };
  });
  const parts = set === "author" ? ["development", "held out"] : ["all"];
  return parts.map((part) => {
    const chosen = sessions.filter(
      ({ session }) => part === "all" || (part === "development") === DEVELOPMENT.includes(session),
    );
    return { set, part, ...summaryOf(chosen) };
  });
}

interface Session {
  readonly learned: readonly Learned[];
  readonly own: readonly Expected[];
}

function summaryOf(sessions: readonly Session[]) {
  const textOf = ({ title, content }: Learned) => `${title} ${content}`;
  const facts = sessions.flatMap(({ learned, own }) =>
    own
      .filter(({ kind }) => kind === "fact")
      .map((fact) => ({ ...fact, isStated: learned.some((one) => states(textOf(one), fact)) })),
  );
  const memories = sessions.flatMap(({ learned, own }) =>
    learned.map((one) => ({
      isFact: own.some((item) => item.kind === "fact" && states(textOf(one), item)),
      isDistractor: own.some((item) => item.kind === "distractor" && states(one.content, item)),
    })),
  );
  const byUser = facts.filter(({ by }) => by !== "agent");
  const stated = facts.filter(({ isStated }) => isStated).length;
  return {
    sessions: sessions.length,
    facts: facts.length,
    stated,
    share: round(stated / facts.length, 3),
    factsByUser: byUser.length,
    statedByUser: byUser.filter(({ isStated }) => isStated).length,
    memories: memories.length,
    withoutFact: memories.filter(({ isFact }) => !isFact).length,
    withDistractor: memories.filter(({ isDistractor }) => isDistractor).length,
  };
}

/** Returns the memories of a fresh project after one session, without handoffs. */
function learnedFrom(root: string, session: string, text: string): Learned[] {
  const home = mkdtempSync(join(tmpdir(), "tacit-stated-"));
  const cwd = join(home, "project");
  mkdirSync(cwd);
  const env = { PATH: process.env["PATH"], HOME: home, TACIT_HOME: join(home, "tacit") };
  const tacit = (words: readonly string[], input = "") => {
    const program = join(root, "apps/cli/dist/tacit.mjs");
    const ran = spawnSync(process.execPath, [program, ...words], {
      ...{ cwd, env, input, encoding: "utf8" },
    });
    if (ran.status !== 0) throw new Error(`tacit ${words.join(" ")}: ${ran.stderr}`);
    return ran.stdout;
  };
  try {
    tacit(["observe", "-", "--finalize"], eventsOf(session, text));
    const all = JSON.parse(tacit(["list", "--json"])) as Learned[];
    return all.filter(({ type }) => type !== "handoff");
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}
