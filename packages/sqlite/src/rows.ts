/** Normalises rows of all engines: whole numbers as number, bytes as Uint8Array. */

/** Narrows the values of each row in place, and returns the rows. */
export function plainRows<Row>(rows: readonly Row[]): Row[] {
  for (const row of rows) {
    for (const [name, value] of Object.entries(row as Record<string, unknown>)) {
      const plain = plainValue(value);
      if (plain !== value) (row as Record<string, unknown>)[name] = plain;
    }
  }
  return rows as Row[];
}

/** Converts a bigint that a number can represent, and an ArrayBuffer to bytes. */
export function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value;
}
