/** Batches: JSON lines in, one answer per line in input order, each for the project it names. */
import { identityOfStored, MemoryError, openTacit, type Tacit } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { findProjectRow, storeOptions } from "../open.ts";
import { inputLines } from "./input-lines.ts";

interface Schema<T> {
  readonly safeParse: (value: unknown) =>
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly {
            readonly path: readonly PropertyKey[];
            readonly message: string;
          }[];
        };
      };
}

interface Line {
  readonly project?: string | undefined;
}

/**
 * Answers each line. `answer` gets null for an unknown project. Throws "input_malformed" with the line's number; earlier
 * lines were answered.
 */
export async function answerLines<T extends Line>(
  context: CommandContext,
  tacit: Tacit,
  path: string,
  schema: Schema<T>,
  answer: (line: T, tacit: Tacit | null) => Promise<void>,
): Promise<void> {
  const others = new Map<string, Tacit | null>();
  try {
    let number = 0;
    for await (const text of inputLines(context, path)) {
      number++;
      if (text.trim() === "") continue;
      const line = parse(text, number, schema);
      await answer(line, await projectOf(context, tacit, others, line));
    }
  } finally {
    for (const other of others.values()) await other?.close();
  }
}

function parse<T>(text: string, number: number, schema: Schema<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new MemoryError("input_malformed", { line: number, reason: "not JSON", cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const reason = `${issue?.path.map(String).join(".") ?? ""}: ${issue?.message ?? "invalid"}`;
  throw new MemoryError("input_malformed", { line: number, reason });
}

async function projectOf(
  context: CommandContext,
  tacit: Tacit,
  others: Map<string, Tacit | null>,
  { project }: Line,
): Promise<Tacit | null> {
  if (project === undefined || project === tacit.identity.canonical) return tacit;
  const existing = others.get(project);
  if (existing !== undefined) return existing;
  const row = findProjectRow(await tacit.admin.projects(), project);
  const other =
    row === undefined
      ? null
      : await openTacit({
          ...storeOptions(context),
          cwd: tacit.home,
          identity: identityOfStored(row),
        });
  others.set(project, other);
  return other;
}
