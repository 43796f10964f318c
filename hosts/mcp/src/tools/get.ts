/** `get`: the full text of memories, with the source of each. */
import {
  beginning,
  formatAge,
  frame,
  isPassageId,
  learnedFromOf,
  type Memory,
  MemoryError,
  type MemoryStory,
  type PassageInContext,
  passageFlags,
  quoteBlock,
  quoteLine,
  shortId,
} from "@tacit-memory/memory";
import { requireReadable } from "../readable.ts";
import { type ToolContext, tool } from "../tool.ts";
import { memoryId } from "./memory-id.ts";
import { GET_INPUT } from "./tool-inputs.schema.ts";

/** Maximum characters of all texts together, under the 10,000 tokens at which clients begin to warn. */
const TOTAL_CHARS = 24_000;

export const GET = tool({
  name: "get",
  title: "Read memories in full",
  description:
    "Read up to 10 memories in full by id, from `recall` or a citation [mem:ab12cd34]: text, source, evidence, files, branch, age, relations. A [ses:…] id returns a passage of a past session. Keywords: memory, details, provenance, open.",
  effect: "reads",
  // Texts that hooks show refer to this tool: it must be available without a search for tools.
  isAlwaysLoaded: true,
  input: GET_INPUT,
  work: async (context, { ids }) => {
    const distinctIds = [...new Set(ids.map(memoryId))];
    const charsEach = Math.floor(TOTAL_CHARS / distinctIds.length);
    const results = await Promise.all(
      distinctIds.map((id) => describeMemory(context, id, charsEach)),
    );
    const missing = results.flatMap((item) => (item.error === null ? [] : [item.error]));
    if (missing.length === results.length && missing[0] !== undefined) throw missing[0];
    const about = `Memories of ${context.tacit.identity.name}.`;
    return frame(
      about,
      results.map((item) =>
        item.error === null ? item.text : `[${cited(item.id)}] ${item.error.message}`,
      ),
    );
  },
});

async function readableStory(context: ToolContext, id: string): Promise<MemoryStory> {
  const story = await context.tacit.memories.story(id);
  requireReadable(context, id, story.memory);
  return story;
}

function cited(id: string): string {
  return isPassageId(id) ? id : `mem:${id}`;
}

async function describeMemory(context: ToolContext, id: string, maxChars: number) {
  try {
    const text = isPassageId(id)
      ? passageText(await context.tacit.sessions.passage(id), context.nowMs, maxChars)
      : fullText(await readableStory(context, id), context.nowMs, maxChars);
    return { id, error: null, text };
  } catch (error) {
    if (MemoryError.is(error)) return { id, error, text: "" };
    throw error;
  }
}

function passageText(
  { passage, around }: PassageInContext,
  nowMs: number,
  maxChars: number,
): string {
  const passages = around.length === 0 ? [passage] : around;
  // The requested passage comes first; the surrounding passages share the rest.
  const own = Math.min(passage.content.length, maxChars);
  const each = Math.floor((maxChars - own) / Math.max(1, passages.length - 1));
  const texts = passages.map((item) => {
    const isAsked = item.id === passage.id;
    const facts = [item.speaker, ...(isAsked ? ["this passage"] : []), ...passageFlags(item)];
    return `${facts.join(", ")}:\n${quoteBlock(shortened(item.content, isAsked ? own : each))}`;
  });
  const head = `[${passage.id}] from session ${quoteLine(passage.session, 80)}, ${formatAge(passage.atMs, nowMs)}`;
  return [head, ...texts].join("\n");
}

function shortened(text: string, maxChars: number): string {
  return text.length <= maxChars
    ? text
    : `${beginning(text, maxChars)}… (${text.length} characters in all)`;
}

function fullText(story: MemoryStory, nowMs: number, maxChars: number): string {
  const { memory } = story;
  const facts = [
    `[mem:${shortId(memory.id)}] ${memory.type}, ${memory.standing}, ${flags(memory, nowMs).join(", ")}`,
    `learned ${formatAge(memory.createdAtMs, nowMs)} (${memory.source}${memory.agent === null ? "" : `, ${memory.agent}`}${place(memory)}), last confirmed ${formatAge(memory.confirmedAtMs, nowMs)}, seen ${memory.observationCount} ${memory.observationCount === 1 ? "time" : "times"}`,
    ...list("learned from", origin(memory)),
    ...list("files", memory.files),
    ...list("symbols", memory.symbols),
    ...list("tags", memory.tags),
    ...list("invalid when", memory.invalidWhen),
    ...list(
      "evidence",
      memory.evidence
        .slice(-5)
        .map((evidence) => `${evidence.kind}: ${quoteLine(evidence.detail, 120)}`),
    ),
    ...list("related", relations(story)),
  ];
  return [...facts, quoteBlock(shortened(memory.content, maxChars))].join("\n");
}

function flags(memory: Memory, nowMs: number): string[] {
  const { validFromMs, validToMs } = memory;
  return [
    `confidence ${memory.confidence.toFixed(2)}`,
    ...(memory.state === "archived" ? ["archived"] : []),
    ...(validFromMs !== null && nowMs < validFromMs
      ? [`not valid before ${minute(validFromMs)}`]
      : []),
    ...(validToMs !== null && validToMs <= nowMs ? [`not valid since ${minute(validToMs)}`] : []),
    ...(memory.isPinned ? ["pinned"] : []),
    ...(memory.isDisputed ? ["disputed"] : []),
    ...(memory.needsReview ? ["unreviewed"] : []),
    ...(memory.isTainted ? ["from untrusted text"] : []),
    ...(memory.isStaged ? ["not merged yet"] : []),
    ...(memory.supersededBy === null ? [] : [`replaced by [mem:${shortId(memory.supersededBy)}]`]),
  ];
}

/** Formats a time to the minute, in universal time, because an agent does not know its user's time zone. */
function minute(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16)}Z`;
}

function place(memory: Memory): string {
  if (memory.branch === null && memory.commit === null) return "";
  return `, on ${[memory.branch, memory.commit?.slice(0, 10)].filter((item) => item != null).join(" at ")}`;
}

function origin(memory: Memory): string[] {
  const from = learnedFromOf(memory);
  if (from === null) return [];
  return [`session ${from.session}${from.seq === undefined ? "" : `, event ${from.seq}`}`];
}

function list(label: string, items: readonly string[]): string[] {
  return items.length === 0
    ? []
    : [`${label}: ${items.map((item) => quoteLine(item, 200)).join("; ")}`];
}

function relations({ memory, edges }: MemoryStory): string[] {
  return edges.map((edge) =>
    edge.fromId === memory.id
      ? `${edge.type} [mem:${shortId(edge.toId)}]`
      : `[mem:${shortId(edge.fromId)}] ${edge.type} this`,
  );
}
