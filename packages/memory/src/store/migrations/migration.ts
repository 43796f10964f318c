/** A migration of the schema. Its SQL is a copy from the time of writing and imports nothing that may change later. */
export interface Migration {
  readonly version: number;
  /** Code that knows only schemas below this version refuses to open the file. */
  readonly minSafeVersion: number;
  readonly sql: string;
}
