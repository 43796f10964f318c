/** The filters of the memories view, as stored in its address. */
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
  const text = (name: string) => {
    const value = search[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  return compacted({
    query: text("query"),
    type: text("type"),
    tag: text("tag"),
    file: text("file"),
    state: STATES.find((item) => item === search["state"]),
    only: ONLY.find((item) => item === search["only"]),
  });
}

/** Removes empty filters, so that the address of an unfiltered view is short. */
export function compacted(
  filters: { readonly [Name in keyof Filters]?: Filters[Name] | undefined },
): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""),
  );
}
