/** Passages of past sessions for people and scripts. */
import {
  excerptOf,
  formatAge,
  type Passage,
  type PassageHit,
  passageFlags,
  shortPassageId,
} from "@tacit-memory/memory";
import { clipLines, padded, printable, wrap } from "./layout.ts";
import { iso, type Json } from "./memory-json.ts";
import type { Renderer } from "./renderer.ts";

const ID_WIDTH = 13;
const INDENT = " ".repeat(11);
const MAX_LINES = 6;

const SPEAKERS: Readonly<Record<Passage["speaker"], string>> = {
  user: "user message",
  agent: "agent message",
  subagent: "subagent message",
  summary: "session summary",
};

/** Returns the speaker, the time, and the part that answers the question. */
export function passageLines(
  { passage, matched }: PassageHit,
  out: Renderer,
  nowMs: number,
): string {
  const { colors } = out;
  const excerpt = excerptOf(passage.content, matched, (out.width - INDENT.length) * MAX_LINES);
  const head = [
    colors.cyan(padded(shortPassageId(passage.id), ID_WIDTH)),
    colors.bold(SPEAKERS[passage.speaker]),
    colors.dim(placeOf(passage, nowMs)),
    ...passageFlags(passage).map((flag) => colors.yellow(flag)),
  ].join(" ");
  const lines = printable(excerpt)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => wrap(line, out.width - INDENT.length));
  return [head, ...clipLines(lines, MAX_LINES).map((line) => `${INDENT}${line}`)].join("\n");
}

/** Returns a passage with the passages before and after it. */
export function passageDetail(
  passage: Passage,
  around: readonly Passage[],
  out: Renderer,
  nowMs: number,
): string {
  const passages = around.length === 0 ? [passage] : around;
  const texts = passages.map((item) => {
    const speaker = item.speaker === "summary" ? "agent" : item.speaker;
    const isAsked = item.id === passage.id;
    const facts = [speaker, ...(isAsked ? ["this passage"] : []), ...passageFlags(item)].join(", ");
    const mark = isAsked ? out.colors.bold(facts) : facts;
    const lines = printable(item.content)
      .split("\n")
      .flatMap((line) => wrap(line, out.width - 2));
    return [`${mark}:`, ...lines.map((line) => `  ${line}`)].join("\n");
  });
  const facts = [
    `${passage.id}, session ${passage.session}${passage.agent === null ? "" : ` of ${passage.agent}`}`,
    `${SPEAKERS[passage.speaker]} ${placeOf(passage, nowMs)}`,
  ];
  return [...texts, "", ...facts.map((fact) => out.colors.dim(fact))].join("\n");
}

export function passageWhy({ matched, cosine }: PassageHit): string {
  const words = matched.length === 0 ? [] : [`words: ${matched.slice(0, 6).join(", ")}`];
  const meaning = cosine === null ? [] : [`meaning (cosine ${cosine.toFixed(2)})`];
  return [...words, ...meaning].join("; ");
}

/**
 * Returns a passage as a hit of `recall --json`. Of the fields that only memories have, `files` is empty and the others are
 * null.
 */
export function passageHitJson(hit: PassageHit): Json {
  const { passage, relevance } = hit;
  return {
    ...passageJson(passage),
    externalId: null,
    score: relevance,
    confidence: null,
    standing: null,
    freshness: null,
    learnedFrom: null,
    files: [],
    why: passageWhy(hit),
  };
}

export function passageJson(passage: Passage): Json {
  return {
    id: passage.id,
    kind: "passage",
    type: "passage",
    content: passage.content,
    context: passage.context,
    speaker: passage.speaker,
    session: passage.session,
    sessions: [passage.session],
    agent: passage.agent,
    seq: passage.seq,
    branch: passage.branch,
    source: "session",
    createdAt: iso(passage.atMs),
    isRetracted: passage.isRetracted,
    isTainted: passage.isTainted,
  };
}

function placeOf({ atMs, branch }: Passage, nowMs: number): string {
  return `${formatAge(atMs, nowMs)}${branch === null ? "" : `, on ${branch}`}`;
}
