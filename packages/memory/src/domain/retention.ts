/** How long sessions are stored. */

export interface Retention {
  /** Days after which the text of a session is deleted. */
  readonly saidDays: number;
  /** Days after learning from a session, after which its tool outputs are deleted. */
  readonly outputDays: number;
  /** Bytes of the store above which the oldest sessions are deleted. */
  readonly maxBytes: number;
}
