/** Opens the writer that a person chose: a server, or a program on this machine. */

import type { Env } from "../../domain/options.ts";
import { withinBudget } from "../../search/models/within-budget.ts";
import { asksOfProgram, type Programs } from "./program-writer.ts";
import { asksOfServer } from "./server-writer.ts";
import type { Writer } from "./writer.ts";
import type { ChosenWriter } from "./writer-choice.schema.ts";
import { writerIdOf } from "./writer-settings.ts";

/** Budget of a server in milliseconds. A model may think before it answers, and no user waits for it. */
const SERVER_BUDGET_MS = 120_000;
/** Budget of a program in milliseconds. It starts, signs in and calls its own server. */
const PROGRAM_BUDGET_MS = 240_000;

/** Opens the writer without calling it. A key is read from `env` at every call and never stored. */
export function openWriter(choice: ChosenWriter, env: Env, programs?: Programs): Writer {
  const id = writerIdOf(choice);
  const asks =
    choice.kind === "program"
      ? asksOfProgram(id, choice, env, programs)
      : asksOfServer(id, choice, env);
  return {
    id,
    ask: (question, limits) =>
      withinBudget(id, limits, (signal) => asks(question, limits.budgetMs, signal)),
  };
}

export function budgetOf({ kind }: ChosenWriter): number {
  return kind === "program" ? PROGRAM_BUDGET_MS : SERVER_BUDGET_MS;
}
