/**
 * Prints a session short enough to be read whole: `node --conditions=source bench/observer/print-session.ts SET FILE
 * [SESSIONS-FOLDER]`. One line per call with its step, failures at up to a screen's length, and the messages.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Event, EventOf } from "@tacit-memory/protocol";
import { buildTrace } from "../../packages/memory/src/learn/detect/trace.ts";
import { readSession } from "./session.ts";

const here = fileURLToPath(new URL("../../..", import.meta.url));
const [set = "", file = "", folder = join(here, "shared", "data", "sessions")] =
  process.argv.slice(2);
const session = await readSession(folder, set, file);
const trace = buildTrace(session.id, session.events);
const bySeq = new Map(trace.steps.map((step) => [step.seq, step]));
console.log(`== ${set} ${session.id} (${session.stepCount} steps)`);
for (const event of session.events) {
  const line = lineOf(event);
  if (line !== null) console.log(line);
}

function lineOf(event: Event): string | null {
  if (event.kind === "prompt") return `USER> ${short(event.text, 700)}`;
  if (event.kind === "message" || event.kind === "reasoning")
    return `${who(event)}said> ${short(event.text, 380)}`;
  if (event.kind === "commit")
    return `COMMIT ${event.sha.slice(0, 7)} ${short(event.message, 80)} [${event.files.length} files]`;
  if (event.kind === "tool_call") return `${who(event)}${callLine(event)}`;
  return null;
}

function who(event: Event): string {
  return event.agentId === undefined ? "" : `(${event.agentId.slice(0, 5)}) `;
}

function callLine(call: EventOf<"tool_call">): string {
  const step = bySeq.get(call.seq ?? -1);
  const number = `${session.stepOf(call.seq ?? 0)}`;
  if (step === undefined)
    return `${number} ${call.tool} ${short(JSON.stringify(call.input), 120)} [no result or refused]`;
  const what =
    step.command ??
    (step.query === null ? null : `"${step.query}" in ${step.files.join(" ")}`) ??
    (step.files.join(" ") || JSON.stringify(call.input));
  const edit =
    step.edit === null ? "" : ` | ${short(step.edit.before, 90)} => ${short(step.edit.after, 110)}`;
  const range = call.tool === "read" ? rangeOf(call.input) : "";
  const outcome = step.isOk
    ? okText(step.tool, step.output)
    : `\n    FAILED: ${ends(step.output, 420)}`;
  return `${number} ${call.tool === "shell" ? "$" : call.tool} ${short(what, 220)}${range}${edit}${outcome}`;
}

function okText(tool: string, output: string): string {
  if (tool === "read" || tool === "edit" || tool === "write" || tool === "other") return "";
  return ` -> ${ends(output, tool === "shell" ? 160 : 100)}`;
}

function rangeOf(input: unknown): string {
  const { offset, limit } = (input ?? {}) as { offset?: number; limit?: number };
  return offset === undefined ? "" : ` @${offset}+${limit ?? ""}`;
}

function short(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= limit ? flat : `${flat.slice(0, limit)}…`;
}

function ends(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= limit) return flat;
  return `${flat.slice(0, Math.floor(limit * 0.45))} … ${flat.slice(-Math.floor(limit * 0.55))}`;
}
