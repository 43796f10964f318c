/** A transcript given where lines of ours are expected: told by its first lines, so that one sentence can say what to do. */
import { sniffHost, type TranscriptHost } from "@tacit-memory/transcripts";
import type { CommandContext } from "../command-context.ts";

const MAX_HEAD_LINES = 30;
const MAX_HEAD_CHARS = 64_000;

export interface WatchedLines {
  /** The same lines. */
  readonly lines: AsyncIterable<string>;
  /** By those that were read; null where it is no transcript. */
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

/** `wanted` is what its lines should have been. */
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
