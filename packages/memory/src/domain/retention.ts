/** How long sessions are stored. */

export interface Retention {
  /** Days after which what was said in a session is deleted. */
  readonly saidDays: number;
  /** Days after a session was learned from, after which the output of its tools is deleted. */
  readonly outputDays: number;
  /** Bytes of the store above which the oldest sessions are deleted. */
  readonly maxBytes: number;
}
