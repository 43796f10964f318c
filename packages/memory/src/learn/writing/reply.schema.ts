/**
 * Parses a writer's answer: JSON objects, one per line. Each is checked separately, so that an invalid object does not
 * discard the others.
 */
import * as z from "zod/mini";
import { MAX_LESSONS } from "./writer-request.ts";

const LESSON_KINDS = [
  "root_cause",
  "gotcha",
  "constraint",
  "decision",
  "rule",
  "dead_end",
  "error_fix",
  "coupling",
  "domain",
  "workflow",
] as const;
export type LessonKind = (typeof LESSON_KINDS)[number];

export interface Statement {
  readonly title: string;
  readonly content: string;
  readonly kind: LessonKind;
  /** Numbers of the lines that support the statement. */
  readonly lines: readonly number[];
  readonly saidBy: "agent" | "user" | "both";
}

const text = z.string().check(z.minLength(1), z.maxLength(2000));
const lineNumber = z.number().check(z.int(), z.gte(1), z.lte(100_000));

const statementSchema = z.object({
  title: text,
  content: text,
  kind: z.enum(LESSON_KINDS),
  lines: z.array(lineNumber).check(z.minLength(1), z.maxLength(40)),
  said_by: z.enum(["agent", "user", "both"]),
});

const strikeSchema = z.object({
  strike: lineNumber,
  why: z.catch(z.optional(text), undefined),
  by: z.catch(z.optional(lineNumber), undefined),
});

/** A lesson that the second call strikes, by its number, with the reason. */
export interface Strike {
  readonly strike: number;
  readonly why?: string | undefined;
  /** Number of the memory that says the same. */
  readonly by?: number | undefined;
}

export interface Reply<T> {
  readonly items: readonly T[];
  /** Number of objects that have an invalid form or exceed the limit. */
  readonly unreadable: number;
}

/** Returns the statements; null for a text that is neither NONE nor contains an object. */
export function readStatements(reply: string): Reply<Statement> | null {
  return read(reply, MAX_LESSONS, (value) => {
    const parsed = statementSchema.safeParse(value);
    if (!parsed.success) return null;
    const { said_by: saidBy, ...rest } = parsed.data;
    return { ...rest, saidBy };
  });
}

/** Returns the lessons that the second call strikes. */
export function readStrikes(reply: string): Reply<Strike> | null {
  return read(reply, MAX_LESSONS, (value) => strikeSchema.safeParse(value).data ?? null);
}

function read<T>(
  reply: string,
  limit: number,
  toItem: (value: unknown) => T | null,
): Reply<T> | null {
  const values = reply.split("\n").flatMap(valuesIn);
  if (values.length === 0) return /\bNONE\b/i.test(reply.slice(0, 200)) ? EMPTY_REPLY : null;
  const items = values.flatMap((value) => toItem(value) ?? []);
  const taken = items.slice(0, limit);
  return { items: taken, unreadable: values.length - taken.length };
}

const EMPTY_REPLY = { items: [], unreadable: 0 };

/** Parses the objects in a line; ignores bullets, array commas and code fences around them. */
function valuesIn(line: string): unknown[] {
  const [from, to] = [line.indexOf("{"), line.lastIndexOf("}")];
  if (from < 0 || to < from) return [];
  try {
    return [JSON.parse(line.slice(from, to + 1)) as unknown];
  } catch {
    return [null];
  }
}
