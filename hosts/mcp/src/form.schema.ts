/**
 * Input of a tool: how it is announced, as JSON Schema, and how it is read. The SDK accepts anything, so that we answer
 * invalid input with a code and a next step.
 */
import { MemoryError } from "@tacit-memory/memory";
import * as z from "zod/mini";

export interface Form<Input> {
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  /** Reads the input. Throws "input_malformed", or "input_too_large" if a text or list is too long. */
  readonly read: (value: unknown) => Input;
}

/**
 * Makes a form. `unannounced`: parameters that are accepted but rarely needed; announcing each would cost every session some
 * tokens.
 */
export function form<Schema extends z.ZodMiniType>(
  schema: Schema,
  unannounced: readonly string[] = [],
): Form<z.output<Schema>> {
  return {
    // Generated for input: an unknown member is ignored, not refused; otherwise older servers would fail newer agents.
    jsonSchema: announced(z.toJSONSchema(schema, { io: "input" }), unannounced),
    read: (value) => {
      const parsed = schema.safeParse(value ?? {});
      if (parsed.success) return parsed.data;
      const issue = parsed.error.issues[0];
      const isTooLarge = issue?.code === "too_big" && issue.origin !== "number";
      const code = isTooLarge ? "input_too_large" : "input_malformed";
      throw new MemoryError(code, {
        field: issue?.path.join(".") || "arguments",
        reason: issue?.message ?? "invalid",
      });
    },
  };
}

/** Limits are checked when the input is read; a model that reads the schema does not respect them. */
const LIMITS = new Set([
  "$schema",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
]);

function announced(
  { properties, ...schema }: Readonly<Record<string, unknown>>,
  unannounced: readonly string[],
): Readonly<Record<string, unknown>> {
  const shown = Object.entries(properties ?? {}).filter(([name]) => !unannounced.includes(name));
  return { ...withoutLimits(schema), properties: withoutLimits(Object.fromEntries(shown)) };
}

function withoutLimits<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([name]) => !LIMITS.has(name));
  return Object.fromEntries(members.map(([name, one]) => [name, withoutLimits(one)])) as Value;
}
