/**
 * Reads standard input, limited in bytes and in time. Reading ends at the end of input, after one complete JSON object, at a
 * first byte that cannot begin an object, or at the deadline: a host that never closes the pipe must not block the hook. It
 * reads a stream, because a blocked read of a file descriptor cannot be stopped, not even by `process.exit`.
 */
import { parsePayload } from "./payload.ts";

const MAX_BYTES = 32 * 1024 * 1024;
/**
 * Maximum parsing attempts. A chunk of a large payload may happen to end with a brace, and each attempt parses everything
 * read so far.
 */
const MAX_ATTEMPTS = 8;
const [OPENING_BRACE, CLOSING_BRACE, SPACE] = [0x7b, 0x7d, 0x20];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export type HookInput =
  /** The input as UTF-8 with replacement characters; it may be cut off. */
  { readonly text: string } | { readonly problem: string };

export async function readInput(stdin: NodeJS.ReadableStream, limitMs: number): Promise<HookInput> {
  const chunks: Buffer[] = [];
  let [total, attempts] = [0, 0];
  const text = () => Buffer.concat(chunks, total).toString("utf8");
  return new Promise((resolve) => {
    const end = (input: HookInput) => {
      clearTimeout(timer);
      stdin.off("data", take).off("end", atEnd).pause();
      resolve(input);
    };
    const atEnd = () => end({ text: text() });
    const take = (data: Buffer | string) => {
      const chunk = Buffer.from(data);
      chunks.push(chunk);
      total += chunk.length;
      if (total > MAX_BYTES) {
        return end({ problem: "the payload is larger than 32 MB and was not read" });
      }
      const isFirst = total === chunk.length;
      if (isFirst && !mayBeginObject(chunk)) return atEnd();
      if (attempts >= MAX_ATTEMPTS || !endsAsObject(chunk)) return;
      attempts++;
      if (parsePayload(text()) !== null) atEnd();
    };
    const timer = setTimeout(() => {
      const isWhole = parsePayload(text()) !== null;
      end(isWhole ? { text: text() } : { problem: stalled(total) });
    }, limitMs);
    // Keep the error listener: a host that closes the pipe is no failure of the hook.
    stdin.on("data", take).on("end", atEnd).on("error", atEnd);
  });
}

function stalled(bytes: number): string {
  return `the agent did not send a complete JSON object on standard input in time (${bytes} bytes)`;
}

function mayBeginObject(bytes: Buffer): boolean {
  const hasMark = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
  const first = bytes.subarray(hasMark ? BYTE_ORDER_MARK.length : 0).find((byte) => byte > SPACE);
  return first === undefined || first === OPENING_BRACE;
}

function endsAsObject(bytes: Buffer): boolean {
  return bytes.findLast((byte) => byte > SPACE) === CLOSING_BRACE;
}
