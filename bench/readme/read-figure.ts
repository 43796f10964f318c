/**
 * Reads one figure of a result file in the form that the README prints. A path consists of names (`["a.b"]` for a name with a
 * dot) and of `[name=value,…]`, which selects the first matching entry (use quotes around a value with a comma). `[*]` or `[*
 * name=value,…]` selects every matching entry, and `of` defines how to combine them.
 */

export interface Figure {
  /** Below `bench/`. */
  readonly file: string;
  readonly path: string;
  readonly of?: "mean" | "least" | "most" | "sum" | "count" | undefined;
  readonly digits?: number | undefined;
  /** Path of the divisor in the same file. */
  readonly over?: string | undefined;
}

/** Reads the figure. Throws when the path does not lead to a number. */
export function readFigure(document: unknown, figure: Figure): string {
  const value = combined(document, figure.path, figure.of);
  const over = figure.over === undefined ? 1 : combined(document, figure.over, figure.of);
  return (value / over).toLocaleString("en", {
    minimumFractionDigits: figure.digits ?? 0,
    maximumFractionDigits: figure.digits ?? 0,
  });
}

function combined(document: unknown, path: string, of: Figure["of"]): number {
  const values = valuesAt(document, path.match(STEP) ?? []);
  if (of === "count") return values.length;
  const numbers = values.map(Number);
  if (numbers.length === 0 || numbers.some(Number.isNaN)) throw new Error(`no number at ${path}`);
  if (of === undefined && numbers.length > 1)
    throw new Error(`${numbers.length} numbers at ${path}; say what becomes of them (of)`);
  const sum = numbers.reduce((all, item) => all + item, 0);
  switch (of) {
    case "mean":
      return sum / numbers.length;
    case "least":
      return Math.min(...numbers);
    case "most":
      return Math.max(...numbers);
    default:
      return sum;
  }
}

const STEP = /[^.[\]]+|\[[^\]]*\]/g;
const CONDITION = /([\w.]+)=(?:"([^"]*)"|([^,]+))/g;

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return value === undefined || value === null ? [] : [value];
  if (!step.startsWith("[") || step.startsWith('["')) {
    const name = step.replace(/^\["|"\]$/g, "");
    const isRecord = typeof value === "object" && value !== null;
    return isRecord ? valuesAt((value as Record<string, unknown>)[name], rest) : [];
  }
  if (!Array.isArray(value)) return [];
  const isEach = step.startsWith("[*");
  const wanted = [...step.slice(isEach ? 2 : 1, -1).matchAll(CONDITION)].map(
    ({ 1: name = "", 2: quoted, 3: plain }) => [name, quoted ?? plain] as const,
  );
  const fitting = value.filter((entry: Record<string, unknown>) =>
    wanted.every(([name, text]) => String(entry[name]) === text),
  );
  return (isEach ? fitting : fitting.slice(0, 1)).flatMap((entry) => valuesAt(entry, rest));
}
