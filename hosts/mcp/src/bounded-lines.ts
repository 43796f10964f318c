/**
 * Splits a stream into complete lines of limited size. The SDK ends the connection at a message beyond 10 MB and searches
 * everything buffered at every new piece; here a session loses only the one message, and is sent an error for it.
 */
import { Transform, type TransformCallback } from "node:stream";

export const MAX_LINE_BYTES = 8 * 1024 * 1024;
/**
 * Distance from the start or the end of a message within which its id is searched: clients write it before or after the large
 * part.
 */
const ID_WITHIN_BYTES = 300;
const NEWLINE = 0x0a;

export type RequestId = string | number | null;

/** Calls `refuse` for each line that is left out, with its id; null if it has none or the id was not found. */
export class BoundedLines extends Transform {
  readonly #refuse: (id: RequestId) => void;
  #held: Buffer[] = [];
  #bytes = 0;
  /** Last piece of a line that is being left out. */
  #tail = "";
  #head: string | null = null;

  constructor(refuse: (id: RequestId) => void) {
    super();
    this.#refuse = refuse;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (;;) {
      const at = chunk.indexOf(NEWLINE, start);
      this.#hold(chunk.subarray(start, at < 0 ? chunk.length : at + 1));
      if (at < 0) break;
      this.#endLine();
      start = at + 1;
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#endLine();
    done();
  }

  #hold(piece: Buffer): void {
    if (this.#head === null) {
      this.#held.push(piece);
      this.#bytes += piece.length;
      if (this.#bytes <= MAX_LINE_BYTES) return;
      const all = Buffer.concat(this.#held);
      this.#held = [];
      this.#head = all.toString("utf8", 0, ID_WITHIN_BYTES);
      this.#tail = all.toString("utf8", all.length - ID_WITHIN_BYTES);
      return;
    }
    const end = piece.toString("utf8", Math.max(0, piece.length - ID_WITHIN_BYTES));
    this.#tail = (this.#tail + end).slice(-ID_WITHIN_BYTES);
  }

  #endLine(): void {
    if (this.#head !== null) this.#refuse(idIn(this.#head, this.#tail));
    else if (this.#bytes > 0) this.push(Buffer.concat(this.#held));
    this.#held = [];
    this.#bytes = 0;
    this.#head = null;
    this.#tail = "";
  }
}

/** Returns the id if it is before the parameters begin or after they end. */
function idIn(head: string, tail: string): RequestId {
  const found =
    /^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"]*"\s*,)*\s*"id"\s*:\s*("[^"\\]*"|-?\d+)\s*,/.exec(
      head,
    ) ??
    /\}\s*,(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"]*"\s*,)*\s*"id"\s*:\s*("[^"\\]*"|-?\d+)\s*(?:,\s*"(?:jsonrpc|method)"\s*:\s*"[^"]*"\s*)*\}\s*$/.exec(
      tail,
    );
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as string | number);
}
