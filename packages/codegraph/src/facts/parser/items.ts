/** What the queries of a language find in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Item extends Span {
  /** The capture that states the match's role, such as `definition.class`. */
  readonly role: string;
  readonly pattern: number;
  /** Row from 0. */
  readonly row: number;
  readonly name: (Span & { readonly row: number; readonly column: number }) | undefined;
  readonly type: Span | undefined;
  readonly value: Span | undefined;
  /** Where the function that is the value starts. */
  readonly functionStart: number;
}
