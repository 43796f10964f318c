/** The time and new ids, passed to each step by open.ts. */
export interface Moment {
  readonly nowMs: number;
  /** A new UUIDv7. */
  readonly newId: () => string;
}
