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
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = `${issue?.path.join(".") || "value"}: ${issue?.message ?? "invalid"}`;
  throw new MemoryError("config_malformed", { setting, at });
}
