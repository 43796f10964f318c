/** Detects a transcript in place of our own lines by its first lines, so that a message can name the right command. */
import { sniffHost, type TranscriptHost } from "@tacit-memory/transcripts";
import type { CommandContext } from "../command-context.ts";

const MAX_HEAD_LINES = 30;
const MAX_HEAD_CHARS = 64_000;

export interface WatchedLines {
  /** The same lines. */
  readonly lines: AsyncIterable<string>;
  /** Returns the host of the lines read so far; null if they are not a transcript. */
  readonly host: () => TranscriptHost | null;
}

export function watchLines(lines: AsyncIterable<string>, path: string): WatchedLines {
  const head: string[] = [];
  let chars = 0;
  const watched = async function* (): AsyncGenerator<string> {
    for await (const line of lines) {
      if (head.length < MAX_HEAD_LINES && chars < MAX_HEAD_CHARS) {
        head.push(line.slice(0, MAX_HEAD_CHARS));
        chars += line.length;
      }
      yield line;
    }
  };
  return { lines: watched(), host: () => sniffHost(head.join("\n"), path) };
}

/** Reports a transcript. `wanted` describes the lines that were expected. */
export function sayTranscript(
  context: CommandContext,
  path: string,
  host: TranscriptHost,
  wanted: string,
): void {
  const [what, next] =
    path === "-"
      ? ["standard input", "save it to a file and run `tacit import transcript FILE`"]
      : [path, `run \`tacit import transcript ${path}\``];
  context.out.say(
    `tacit: ${what} is a transcript of ${host}, not ${wanted}; nothing was imported\n  next: ${next}`,
  );
}
