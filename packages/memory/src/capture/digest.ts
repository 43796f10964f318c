/**
 * What of an event is kept: without our own injected text, redacted, outputs and inputs cut to what detection
 * reads. In this order: a secret cut in half is no longer recognised as one.
 */
import type { Event } from "@tacit-memory/protocol";
import { isIgnoredPath, type RedactOptions, redact, redactDeep } from "@tacit-memory/redact";
import { stripInjected } from "../domain/text/injected-text.ts";
import { OBSERVE } from "./limits.ts";

export interface DigestOptions {
  readonly redaction: RedactOptions;
  /** Globs of files whose content is never kept. */
  readonly ignore: readonly string[];
  /** Whether git ignores a file of the project with this root. */
  readonly isGitIgnored?: (root: string, file: string) => boolean;
}

/** A new event; the one given is left alone. `root`: of the event's project, null where it is not on this machine. */
export function digest(event: Event, options: DigestOptions, root: string | null = null): Event {
  const { ignore, isGitIgnored } = options;
  const isHidden = (file: string) =>
    isIgnoredPath(file, ignore) || (root !== null && isGitIgnored?.(root, file) === true);
  const hidden = "files" in event && (event.files ?? []).some(isHidden);
  const visible = hidden ? withoutContent(event) : withoutInjected(event);
  return cut(redactDeep(visible, options.redaction).value as Event);
}

function withoutContent(event: Event): Event {
  if (event.kind === "tool_call") return { ...event, input: {} };
  if (event.kind === "tool_result") return { ...event, output: "[ignored file]" };
  return event;
}

function withoutInjected(event: Event): Event {
  return mapTexts(event, (text) => stripInjected(text));
}

function cut(event: Event): Event {
  return mapTexts(event, headAndTail);
}

/** Free text through `map`, with the length that is kept of such a text. */
function mapTexts(event: Event, map: (text: string, limit: number) => string): Event {
  switch (event.kind) {
    case "prompt":
    case "message":
    case "reasoning":
      return { ...event, text: map(event.text, OBSERVE.maxTextChars) };
    case "tool_call":
      return { ...event, input: mapDeep(event.input, 0, map) };
    case "tool_result":
      return { ...event, output: map(event.output, OBSERVE.maxOutputChars) };
    case "compaction":
      return event.summary === undefined
        ? event
        : { ...event, summary: map(event.summary, OBSERVE.maxTextChars) };
    case "commit":
      return { ...event, message: map(event.message, OBSERVE.maxTextChars) };
    default:
      return event;
  }
}

function mapDeep(
  value: unknown,
  depth: number,
  map: (text: string, limit: number) => string,
): unknown {
  if (typeof value === "string") return map(value, OBSERVE.maxInputChars);
  if (depth > 4 || typeof value !== "object" || value === null)
    return typeof value === "object" ? null : value;
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => mapDeep(item, depth + 1, map));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([name, one]) => [name, mapDeep(one, depth + 1, map)]),
  );
}

/** An output as an event keeps it: an error's fingerprint is taken of that. */
export function keptOutput(output: string, redaction: RedactOptions): string {
  return headAndTail(redact(output, redaction).text, OBSERVE.maxOutputChars);
}

/** A command as an event keeps it: at any length it would take as long as it is hostile to take apart. */
export function keptCommand(command: string, redaction: RedactOptions): string {
  return headAndTail(redact(command, redaction).text, OBSERVE.maxInputChars);
}

/** The beginning and the end, which is where an output says what went wrong. */
function headAndTail(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters left out …]\n${text.slice(-half)}`;
}
