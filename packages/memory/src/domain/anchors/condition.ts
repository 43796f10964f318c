/** The three conditions under which a memory stops applying and that a program can check, and their syntax. */
import { MemoryError } from "../errors.ts";

export type Condition =
  /** No file matches any more. */
  | { readonly kind: "path"; readonly glob: string }
  /** The project depends on a version in the range; null: it no longer depends on it. */
  | { readonly kind: "dependency"; readonly name: string; readonly range: string | null }
  /** The day, in UTC, is over. */
  | { readonly kind: "after"; readonly untilMs: number };

const EXAMPLES = ["path:src/legacy/** gone", "dependency:zod >=4", "after:2026-12-31"];
const MAX_CHARS = 200;
const DAY_MS = 86_400_000;

/** Throws "condition_malformed" with examples. Does not validate version ranges. */
export function parseCondition(text: string): Condition {
  const trimmed = text.trim();
  const [, kind = "", rest = ""] = /^(path|dependency|after):\s*(.+)$/s.exec(trimmed) ?? [];
  const found = trimmed.length > MAX_CHARS ? null : PARSERS.get(kind)?.(rest.trim());
  if (found == null) throw malformedCondition(text, undefined);
  return found;
}

export function malformedCondition(text: string, reason: string | undefined): MemoryError {
  return new MemoryError("condition_malformed", {
    condition: text.slice(0, MAX_CHARS),
    reason,
    examples: EXAMPLES,
  });
}

const PARSERS: ReadonlyMap<string, (rest: string) => Condition | null> = new Map([
  ["path", parsePath],
  ["dependency", parseDependency],
  ["after", parseAfter],
]);

function parsePath(rest: string): Condition | null {
  const glob = /^(\S.*?)\s+gone$/.exec(rest)?.[1]?.replace(/^\.\//, "").replace(/\/$/, "");
  if (glob === undefined || glob === "" || /^(?:\/|\\|[a-z]:)/i.test(glob)) return null;
  return glob.split("/").includes("..") || glob.includes("\0") ? null : { kind: "path", glob };
}

function parseDependency(rest: string): Condition | null {
  const [, name, range] = /^([@\w][\w@./+-]*)\s+(\S.*)$/.exec(rest) ?? [];
  if (name === undefined || range === undefined) return null;
  return { kind: "dependency", name, range: range.trim() === "gone" ? null : range.trim() };
}

function parseAfter(rest: string): Condition | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(rest) ?? [];
  const startMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== rest) return null;
  return { kind: "after", untilMs: startMs + DAY_MS };
}
