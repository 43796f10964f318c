/**
 * Reduces an event to what is stored: injected text removed, secrets redacted, outputs and inputs cut to what detection
 * reads. The order matters: a secret cut in half is no longer recognised.
 */
import type { Event } from "@tacit-memory/protocol";
import { isIgnoredPath, type RedactOptions, redact, redactDeep } from "@tacit-memory/redact";
import { stripInjected } from "../domain/text/injected-text.ts";
import { OBSERVE } from "./limits.ts";

export interface DigestOptions {
  readonly redaction: RedactOptions;
  /** Globs of files whose content is never stored. */
  readonly ignore: readonly string[];
  /** Returns whether git ignores a file of the project with this root. */
  readonly isGitIgnored?: (root: string, file: string) => boolean;
}

/**
 * Returns a new event and leaves the input unchanged. `root`: root of the event's project, null if it is not on this machine.
 */
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

/** Maps every free text of an event, with the maximum length stored of it. */
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

/** Returns an output as an event stores it, which is the text that error fingerprints are computed from. */
export function keptOutput(output: string, redaction: RedactOptions): string {
  return headAndTail(redact(output, redaction).text, OBSERVE.maxOutputChars);
}

/** Returns a command as an event stores it; parsing a longer one could take arbitrarily long. */
export function keptCommand(command: string, redaction: RedactOptions): string {
  return headAndTail(redact(command, redaction).text, OBSERVE.maxInputChars);
}

/** Returns the beginning and the end of a text; the end is where an output states what went wrong. */
function headAndTail(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters left out …]\n${text.slice(-half)}`;
}
