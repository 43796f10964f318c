/**
 * Turns what subagents said into passages. Their findings are often stated nowhere else, because the agent that started them
 * only sums them up. It also wrote their task, so the task is the context of a passage and not a passage itself. Some
 * transcripts contain no messages of subagents; then the report is the result of the call that started the subagent.
 */
import type { Event, EventOf } from "@tacit-memory/protocol";
import { isRefusal } from "../domain/text/refused-call.ts";
import { type PassageDraft, passagesOf, type Utterance } from "./passages-of.ts";

/** Returns who said what in an event. */
type UtteranceOf = (event: Event, by: Utterance["by"], text: string) => Utterance;

/** Characters that two texts share at the beginning when one is a copy of the other. */
const COPIED = 200;
/** Shorter results only confirm that the subagent started or ended. */
const MIN_REPORT = 200;
const NO_REPORT = /^(?:Async agent launched|Agent started|Spawned|\[rejected)/i;
/** Lines that Claude Code adds to the report of a subagent. */
const ADDED_BY_HOST = /\n?agentId: [^\n]*(?:\n<usage>[\s\S]*)?$/;

/**
 * `events`: those from the first changed turn on. `session`: these and earlier ones, which may contain the subagents' tasks.
 */
export function passagesOfSubagents(
  events: readonly Event[],
  session: readonly Event[],
  utteranceOf: UtteranceOf,
): PassageDraft[] {
  const parts = [
    ...messagesOfSubagents(events, session, utteranceOf),
    ...reportsOf(events, session, utteranceOf),
  ];
  return parts.flatMap((part) => passagesOf(part).filter(({ speaker }) => speaker === "agent"));
}

/** Returns the messages of each subagent in each turn of its parent agent, after its task. */
function messagesOfSubagents(
  events: readonly Event[],
  session: readonly Event[],
  utteranceOf: UtteranceOf,
): Utterance[][] {
  const parts = new Map<string, Utterance[]>();
  let turn = 0;
  for (const event of events) {
    const { kind, agentId } = event;
    if (kind === "prompt" && agentId === undefined) turn++;
    if (kind !== "message" || agentId === undefined) continue;
    // Passages never cross turns, because an index update begins with a turn.
    const key = `${turn} ${agentId}`;
    const part = parts.get(key) ?? taskOf(agentId, session, utteranceOf);
    parts.set(key, part);
    part.push(utteranceOf(event, "agent", event.text));
  }
  return [...parts.values()];
}

function taskOf(agentId: string, session: readonly Event[], utteranceOf: UtteranceOf): Utterance[] {
  const task = session.find((event) => event.kind === "prompt" && event.agentId === agentId);
  return task?.kind === "prompt" ? [utteranceOf(task, "user", task.text)] : [];
}

function reportsOf(
  events: readonly Event[],
  session: readonly Event[],
  utteranceOf: UtteranceOf,
): Utterance[][] {
  const messages = new Set(
    session.flatMap((event) =>
      event.kind === "message" && event.agentId !== undefined ? [beginningOf(event.text)] : [],
    ),
  );
  return events.flatMap((event) => {
    const report = event.kind === "tool_result" ? reportIn(event) : null;
    if (event.kind !== "tool_result" || report === null || messages.has(beginningOf(report)))
      return [];
    const call = session.find((item) => item.kind === "tool_call" && item.callId === event.callId);
    const task = call?.kind === "tool_call" ? promptIn(call.input) : null;
    const asked = call === undefined || task === null ? [] : [utteranceOf(call, "user", task)];
    return [[...asked, utteranceOf(event, "agent", report)]];
  });
}

/** Returns the report of a subagent; null for another result, a failure, a refusal, or a mere confirmation. */
function reportIn({ tool, isError, output }: EventOf<"tool_result">): string | null {
  if (tool !== "task" || isError || isRefusal(output)) return null;
  const report = output.replace(ADDED_BY_HOST, "").trim();
  return report.length < MIN_REPORT || NO_REPORT.test(report) ? null : report;
}

function promptIn(input: unknown): string | null {
  const prompt = typeof input === "object" && input !== null && "prompt" in input && input.prompt;
  return typeof prompt === "string" ? prompt : null;
}

function beginningOf(text: string): string {
  return text.trim().slice(0, COPIED);
}
