/** What the addresses of the views of code and graph contain. */

export interface CodeFilters {
  /** Words that a file's path contains. */
  readonly query?: string;
  /** Name of the opened module. */
  readonly module?: string;
}

/** Reads the filters from an address and drops everything else. */
export function readCodeFilters(search: Readonly<Record<string, unknown>>): CodeFilters {
  return filled({ query: textOf(search["query"]), module: textOf(search["module"]) });
}

export interface FilePlace {
  readonly path: string;
  readonly symbol?: string;
}

/** Reads the place in the code from an address. The path is "" if the address has none. */
export function readFilePlace(search: Readonly<Record<string, unknown>>): FilePlace {
  return { path: textOf(search["path"]), ...filled({ symbol: textOf(search["symbol"]) }) };
}

/** Reads the place in the middle of the graph: `memory:ID` or `file:PATH`. */
export function readGraphFocus(search: Readonly<Record<string, unknown>>): {
  readonly focus?: string;
} {
  return filled({ focus: textOf(search["focus"]) });
}

/** The router reads a number from an address such as `?query=2`. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Removes empty filters, so that the address of an unfiltered view is short. */
export function filled<Name extends string>(
  values: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ""),
  ) as Partial<Record<Name, string>>;
}
