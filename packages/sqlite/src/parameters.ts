/**
 * Passes named parameters to an engine, the same way for all of them:
 * - a missing name would be bound as NULL by one engine and refused by another: refused here;
 * - a whole number would be bound as 5.0 by every engine: converted to a bigint;
 * - text would be cut at a NUL character when libSQL or Node 22 reads it back: stored as U+FFFD, as CommonMark does, because
 *   a tool's output with a stray NUL is worth storing and an error is not.
 */
import { DatabaseError } from "./database-error.ts";
import type { SqlParams, SqlValue } from "./driver.ts";

/** Matches strings, quoted names and comments first: a colon inside them names nothing. */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|:([A-Za-z_]\w*)/g;

export const NO_PARAMS: SqlParams = {};

/** Returns each name once, in the order of appearance. */
export function parameterNames(sql: string): readonly string[] {
  const names = new Set<string>();
  for (const match of sql.matchAll(TOKENS)) if (match[1] !== undefined) names.add(match[1]);
  return [...names];
}

/** Throws "internal" if `params` lacks a name or has an additional one. */
export function bindable(sql: string, names: readonly string[], params: SqlParams): SqlParams {
  const bound: Record<string, SqlValue> = {};
  for (const name of names) {
    const value = params[name];
    if (value === undefined) throw unbindable(sql, names, params);
    bound[name] = bindableValue(value);
  }
  let input = 0;
  for (const _name in params) input++;
  if (input !== names.length) throw unbindable(sql, names, params);
  return bound;
}

function unbindable(sql: string, names: readonly string[], params: SqlParams): DatabaseError {
  const missing = names.filter((name) => params[name] === undefined);
  if (missing.length > 0) return new DatabaseError("internal", { missingParameters: missing, sql });
  const unknown = Object.keys(params).find((name) => !names.includes(name));
  return new DatabaseError("internal", { unknownParameter: unknown, sql });
}

function bindableValue(value: SqlValue): SqlValue {
  if (typeof value === "string")
    return value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}
