/** A model that a person chose, as the store keeps it, held against what can be chosen. The schema library is the caller's. */
import type * as z from "zod/mini";
import { MemoryError } from "../domain/errors.ts";

interface Schema<T> {
  readonly safeParse: (value: unknown) => z.core.util.SafeParseResult<T>;
}

/** `setting` is its name in messages. Throws "config_malformed" for what no version of ours wrote. */
export function readStoredChoice<T>(setting: string, schema: Schema<T>, json: string): T {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new MemoryError("config_malformed", { setting, cause });
  }
  const { data, wrong } = held(schema, value);
  if (wrong !== null) {
    const reason = `the ${setting} that was chosen cannot be read: choose one with \`tacit models use\``;
    throw new MemoryError("config_malformed", { reason, setting, at: wrong });
  }
  return data;
}

/** As it is kept. Throws "usage" for what could not be read again: whoever chose it is told now. */
export function storedChoice<T>(setting: string, schema: Schema<T>, choice: T): string {
  const { wrong } = held(schema, choice);
  if (wrong !== null) throw new MemoryError("usage", { [setting]: wrong });
  return JSON.stringify(choice);
}

type Held<T> =
  | { readonly data: T; readonly wrong: null }
  | { readonly data: null; readonly wrong: string };

function held<T>(schema: Schema<T>, value: unknown): Held<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { data: parsed.data, wrong: null };
  const [issue] = parsed.error.issues;
  const wrong = `${issue?.path.join(".") || "value"}: ${issue?.message ?? "invalid"}`;
  return { data: null, wrong };
}
