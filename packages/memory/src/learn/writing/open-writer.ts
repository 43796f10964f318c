/** Opens the writer that a person chose: a server, or a program on this machine. */

import type { Env } from "../../domain/options.ts";
import { withinBudget } from "../../search/models/within-budget.ts";
import { asksOfProgram, type Programs } from "./program-writer.ts";
import { asksOfServer } from "./server-writer.ts";
import type { Writer } from "./writer.ts";
import type { ChosenWriter } from "./writer-choice.schema.ts";
import { writerIdOf } from "./writer-settings.ts";

/** A model may think before it answers; nobody waits for it. */
const SERVER_BUDGET_MS = 120_000;
/** A program starts, signs in and asks its own server. */
const PROGRAM_BUDGET_MS = 240_000;

/** Asks nobody. A key is read from `env` at every call and stored nowhere. */
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
