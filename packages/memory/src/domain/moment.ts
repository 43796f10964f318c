/** What a step may know of the world outside, given to it by open.ts: the time, and fresh ids. */
export interface Moment {
  readonly nowMs: number;
  /** A new UUIDv7. */
  readonly newId: () => string;
}
