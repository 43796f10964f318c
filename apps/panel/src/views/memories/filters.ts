/** The filters of the memories view, as stored in its address. */
import { filled, textOf } from "../../data/addresses.ts";

/** The server refuses longer queries. */
export const MAX_QUERY_CHARS = 4000;

export interface Filters {
  readonly query?: string;
  readonly type?: string;
  readonly tag?: string;
  readonly file?: string;
  readonly state?: "archived" | "all";
  readonly only?: "pinned" | "review" | "staged";
}

const STATES = ["archived", "all"] as const;
const ONLY = ["pinned", "review", "staged"] as const;

/** Reads the filters from an address and drops everything else. */
export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  return filled<Filters>({
    query: textOf(search["query"]).slice(0, MAX_QUERY_CHARS),
    type: textOf(search["type"]),
    tag: textOf(search["tag"]),
    file: textOf(search["file"]),
    state: STATES.find((item) => item === search["state"]),
    only: ONLY.find((item) => item === search["only"]),
  });
}
