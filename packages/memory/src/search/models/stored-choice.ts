/** Reads and writes the setting for a model that the user chose, checked by the caller's schema. */
import type { Database } from "@tacit-memory/sqlite";
import type * as z from "zod/mini";
import { MemoryError } from "../../domain/errors.ts";
import { readSetting, writeSetting } from "../../store/settings.ts";

interface Schema<T> {
  readonly safeParse: (value: unknown) => z.core.util.SafeParseResult<T>;
}

/** Returns access to a setting. `role` is its name in messages. The schema is loaded only when there is a choice. */
export function choiceSetting<Choice>(
  name: string,
  role: string,
  loadSchema: () => Promise<Schema<Choice>>,
) {
  return {
    /** Returns null if none was chosen. Throws "config_malformed" for content that no version of Tacit wrote. */
    read: async (db: Database): Promise<Choice | null> => {
      const json = await readSetting(db, name);
      return json === null ? null : readStoredChoice(role, await loadSchema(), json);
    },
    /** Throws "usage" for a choice that could not be read again. */
    write: async (db: Database, choice: Choice): Promise<void> =>
      writeSetting(db, name, storedChoice(role, await loadSchema(), choice)),
  };
}

/**
 * Parses a stored choice. `setting` is the name in messages. Throws "config_malformed" if no version of Tacit wrote the
 * value.
 */
export function readStoredChoice<T>(setting: string, schema: Schema<T>, json: string): T {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new MemoryError("config_malformed", { setting, cause });
  }
  const { data, wrong } = checked(schema, value);
  if (wrong !== null) {
    const reason = `the ${setting} that was chosen cannot be read: choose one with \`tacit models use\``;
    throw new MemoryError("config_malformed", { reason, setting, at: wrong });
  }
  return data;
}

/** Returns the value to store. Throws "usage" if it could not be read again, so that the user who chose it sees the error. */
export function storedChoice<T>(setting: string, schema: Schema<T>, choice: T): string {
  const { wrong } = checked(schema, choice);
  if (wrong !== null) throw new MemoryError("usage", { [setting]: wrong });
  return JSON.stringify(choice);
}

type Checked<T> =
  | { readonly data: T; readonly wrong: null }
  | { readonly data: null; readonly wrong: string };

function checked<T>(schema: Schema<T>, value: unknown): Checked<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { data: parsed.data, wrong: null };
  const [issue] = parsed.error.issues;
  const wrong = `${issue?.path.join(".") || "value"}: ${issue?.message ?? "invalid"}`;
  return { data: null, wrong };
}
