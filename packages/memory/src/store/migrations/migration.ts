/** One step of the schema. The SQL is a copy of its day: it imports nothing that may change later. */
export interface Migration {
  readonly version: number;
  /** Code that knows only schemas below this refuses to open the file. */
  readonly minSafeVersion: number;
  readonly sql: string;
}
