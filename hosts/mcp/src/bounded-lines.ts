/**
 * Lines of a stream, each as a whole and bounded. The SDK ends the connection at a message beyond 10 MB, and searches
 * all that it has at every piece of one; here a session loses the one message, and is told so.
 */
import { Transform, type TransformCallback } from "node:stream";

export const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** Where in a message its id may stand: clients write it before what is large, or after it. */
const ID_WITHIN_BYTES = 300;
const NEWLINE = 0x0a;

export type RequestId = string | number | null;

/** `refuse` is called for each line that is left out, with its id; null where it has none, or it was not found. */
export class BoundedLines extends Transform {
  readonly #refuse: (id: RequestId) => void;
  #held: Buffer[] = [];
  #bytes = 0;
  /** The last piece of a line that is left out. */
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

/** Only where an id can stand: before the parameters begin, or after they end. */
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
