/**
 * OpenHands: events `{id, timestamp, source, action|observation, args|extras}` as a list, one on each line, or as the `history` in
 * a line of an evaluation. `cause` of an observation names its action.
 */

import { asNumber, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import { type At, EventBuilder } from "../events/event-builder.ts";
import { contentText } from "../input/message-content.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";

/** Actions that are neither tools nor speech. */
const SILENT = new Set(["system", "recall", "change_agent_state", "null", "condensation_request"]);

export function openhandsReader(file: TranscriptFile): TranscriptReader {
  const builders = new Map<string, EventBuilder>();

  function builderOf(session: string): EventBuilder {
    const existing = builders.get(session);
    if (existing !== undefined) return existing;
    const options = { session, agent: "openhands", source: "transcript", startMs: file.changedMs };
    const builder = new EventBuilder(options);
    builders.set(session, builder);
    return builder;
  }

  function readAll(session: string, events: readonly unknown[]): void {
    for (const [index, value] of events.entries()) {
      // Evaluations of old versions wrote pairs of action and observation.
      const pair = Array.isArray(value) ? value : [value];
      for (const event of pair) readEvent(builderOf(session), asRecord(event) ?? {}, index);
    }
  }

  return {
    read(value, line) {
      const record = asRecord(value);
      const session = asText(record?.["instance_id"]) ?? file.name;
      if (Array.isArray(value)) readAll(session, value);
      else if (Array.isArray(record?.["history"])) readAll(session, record["history"]);
      else if (record !== undefined) readEvent(builderOf(session), record, line);
    },
    finish() {
      for (const builder of builders.values()) builder.finish();
    },
    drain: () => [...builders.values()].flatMap((builder) => builder.drain()),
  };
}

function readEvent(builder: EventBuilder, event: JsonRecord, index: number): void {
  const id = asNumber(event["id"]) ?? `i${index}`;
  const at: At = { key: `event:${id}`, ts: event["timestamp"] };
  if (asText(event["observation"]) !== undefined) readObservation(builder, at, event, id);
  else readAction(builder, at, event, id);
}

function readAction(builder: EventBuilder, at: At, event: JsonRecord, id: number | string): void {
  const action = asText(event["action"]);
  const args = asRecord(event["args"]) ?? {};
  if (action === undefined || SILENT.has(action)) return;
  const thought = asText(args["thought"]) ?? "";
  if (action === "message") {
    const text = contentText(args["content"]);
    if (event["source"] === "user") builder.prompt(at, text);
    else builder.message(at, text);
  } else if (action === "think") builder.reasoning(at, thought);
  else if (action === "condensation") builder.compacted(at, asText(args["summary"]));
  else if (action === "finish") builder.message(at, asText(args["final_thought"]) ?? thought);
  else {
    builder.message({ ...at, key: `${at.key}:thought` }, thought);
    builder.call(at, { callId: callIdOf(event, id), hostTool: action, input: args });
  }
}

function readObservation(
  builder: EventBuilder,
  at: At,
  event: JsonRecord,
  id: number | string,
): void {
  const cause = asNumber(event["cause"]);
  if (cause === undefined || cause < 0) return;
  const kind = event["observation"];
  if (kind === "agent_state_changed" || kind === "recall" || kind === "think") return;
  const extras = asRecord(event["extras"]);
  const metadata = asRecord(extras?.["metadata"]);
  builder.place(asText(metadata?.["working_dir"]), undefined);
  const exitCode = asNumber(metadata?.["exit_code"]) ?? asNumber(extras?.["exit_code"]);
  const output = contentText(event["content"]);
  builder.result(at, {
    callId: callIdOf(event, cause ?? id),
    output,
    isError:
      kind === "error" || (exitCode !== undefined && exitCode > 0) || output.startsWith("ERROR:"),
    isRejected: kind === "user_rejected",
    exitCode: exitCode === -1 ? undefined : exitCode,
  });
}

/** The model's own id of the call. Action and observation both have it, or neither. */
function callIdOf(event: JsonRecord, fallback: number | string): string {
  return asText(asRecord(event["tool_call_metadata"])?.["tool_call_id"]) ?? `event:${fallback}`;
}
