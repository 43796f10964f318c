/** The error of a transcript that cannot be read for a reason other than an error of the file system. */

/** The first three are codes of the system. "BUSY_DATABASE": a program wrote to the database during every attempt to copy it. */
export type TranscriptErrorCode = "EISDIR" | "EFBIG" | "EINVAL" | "BUSY_DATABASE";

export class TranscriptError extends Error {
  readonly code: TranscriptErrorCode;
  readonly path: string;

  constructor(code: TranscriptErrorCode, path: string, message: string) {
    super(message);
    this.name = "TranscriptError";
    this.code = code;
    this.path = path;
  }
}
