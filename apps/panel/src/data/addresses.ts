/** Reads and writes what addresses of views contain. */

/** The router reads a number from an address such as `?query=2`. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Removes empty values, so that the address of an unfiltered view is short. */
export function filled<Values extends object>(
  values: {
    readonly [Name in keyof Values]?: Values[Name] | undefined;
  },
): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ""),
  ) as Partial<Values>;
}
