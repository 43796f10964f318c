/**
 * What of an event is kept: redacted, without our own injected text, outputs and inputs cut to what
 * detection reads.
 */
import type { Event } from "@tacit-memory/protocol";
import { stripInjected } from "../domain/injected-text.ts";
import { isIgnoredPath } from "../privacy/ignored-path.ts";
import { type RedactOptions, redactDeep } from "../privacy/redact.ts";
import { OBSERVE } from "./tuning.ts";

export interface DigestOptions {
  readonly redaction: RedactOptions;
  /** Globs of files whose content is never kept. */
  readonly ignore: readonly string[];
}

/** A new event; the one given is left alone. */
export function digest(event: Event, options: DigestOptions): Event {
  const hidden =
    "files" in event && (event.files ?? []).some((file) => isIgnoredPath(file, options.ignore));
  return redactDeep(hidden ? withoutContent(event) : cut(event), options.redaction).value as Event;
}

function withoutContent(event: Event): Event {
  if (event.kind === "tool_call") return { ...event, input: {} };
  if (event.kind === "tool_result") return { ...event, output: "[ignored file]" };
  return event;
}

function cut(event: Event): Event {
  switch (event.kind) {
    case "prompt":
    case "message":
    case "reasoning":
      return { ...event, text: headAndTail(stripInjected(event.text), OBSERVE.maxTextChars.value) };
    case "tool_call":
      return { ...event, input: cutDeep(event.input, 0) };
    case "tool_result":
      return {
        ...event,
        output: headAndTail(stripInjected(event.output), OBSERVE.maxOutputChars.value),
      };
    case "compaction":
      return event.summary === undefined
        ? event
        : {
            ...event,
            summary: headAndTail(stripInjected(event.summary), OBSERVE.maxTextChars.value),
          };
    default:
      return event;
  }
}

function cutDeep(value: unknown, depth: number): unknown {
  if (typeof value === "string")
    return headAndTail(stripInjected(value), OBSERVE.maxInputChars.value);
  if (depth > 4 || typeof value !== "object" || value === null)
    return typeof value === "object" ? null : value;
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => cutDeep(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([name, one]) => [name, cutDeep(one, depth + 1)]),
  );
}

/** The beginning and the end, which is where an output says what went wrong. */
function headAndTail(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters left out …]\n${text.slice(-half)}`;
}
