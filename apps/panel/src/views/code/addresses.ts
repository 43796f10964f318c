/** What the addresses of the views of code and graph contain. */
import { filled, textOf } from "../../data/addresses.ts";

/** The server refuses longer queries. */
export const MAX_QUERY_CHARS = 300;

export interface CodeFilters {
  /** Words that a file's path contains. */
  readonly query?: string;
  /** Name of the opened module. */
  readonly module?: string;
  /** Path of the opened folder. */
  readonly folder?: string;
}

/** Reads the filters from an address and drops everything else. */
export function readCodeFilters(search: Readonly<Record<string, unknown>>): CodeFilters {
  return filled<CodeFilters>({
    query: textOf(search["query"]).slice(0, MAX_QUERY_CHARS),
    module: textOf(search["module"]),
    folder: textOf(search["folder"]),
  });
}

export interface FilePlace {
  readonly path: string;
  readonly symbol?: string;
}

/** Reads the place in the code from an address. The path is "" if the address has none. */
export function readFilePlace(search: Readonly<Record<string, unknown>>): FilePlace {
  return {
    path: textOf(search["path"]),
    ...filled<FilePlace>({ symbol: textOf(search["symbol"]) }),
  };
}

/** Reads the place in the middle of the graph: `memory:ID` or `file:PATH`. */
export function readGraphFocus(search: Readonly<Record<string, unknown>>): {
  readonly focus?: string;
} {
  return filled<{ readonly focus: string }>({ focus: textOf(search["focus"]) });
}
