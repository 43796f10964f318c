/** Opens the writer that a person chose: a server, or a program on this machine. */

import type { Env } from "../../domain/options.ts";
import { ANTHROPIC_CHAT } from "../../search/models/anthropic.ts";
import { askChat, type ChatProtocol } from "../../search/models/chat.ts";
import { OLLAMA_CHAT } from "../../search/models/ollama.ts";
import { OPENAI_CHAT } from "../../search/models/openai.ts";
import { withinBudget } from "../../search/models/within-budget.ts";
import { asksOfProgram, type Programs } from "./program-writer.ts";
import { type Asks, MAX_ANSWER_BYTES, type Writer } from "./writer.ts";
import type { ChosenWriter, ServerChoice } from "./writer-choice.schema.ts";
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

const PROTOCOLS: Readonly<Record<ServerChoice["kind"], ChatProtocol>> = {
  chat: OPENAI_CHAT,
  ollama: OLLAMA_CHAT,
  anthropic: ANTHROPIC_CHAT,
};

/** A server that starts agents can read this header and turn off their hooks with TACIT_OFF=1. */
const HEADERS = { "x-tacit-request": "lessons" };

function asksOfServer(id: string, choice: ServerChoice, env: Env): Asks {
  const limits = { maxBytes: MAX_ANSWER_BYTES, headers: HEADERS };
  return (question, timeoutMs, signal) =>
    askChat(PROTOCOLS[choice.kind], choice, question, { id, env, timeoutMs, signal, ...limits });
}

export function budgetOf({ kind }: ChosenWriter): number {
  return kind === "program" ? PROGRAM_BUDGET_MS : SERVER_BUDGET_MS;
}
