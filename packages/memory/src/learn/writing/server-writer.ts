/** A writer of lessons on a server: Anthropic, servers with chat completions, Ollama. */

import type { Env } from "../../domain/options.ts";
import { ANTHROPIC_CHAT } from "../../search/models/anthropic.ts";
import { askChat, type ChatProtocol } from "../../search/models/chat.ts";
import { OLLAMA_CHAT } from "../../search/models/ollama.ts";
import { OPENAI_CHAT } from "../../search/models/openai.ts";
import { type Asks, MAX_ANSWER_BYTES } from "./writer.ts";
import type { ServerChoice } from "./writer-choice.schema.ts";

const PROTOCOLS: Readonly<Record<ServerChoice["kind"], ChatProtocol>> = {
  chat: OPENAI_CHAT,
  ollama: OLLAMA_CHAT,
  anthropic: ANTHROPIC_CHAT,
};

/** A server that starts agents can read this header and turn off their hooks with TACIT_OFF=1. */
const HEADERS = { "x-tacit-request": "lessons" };

export function asksOfServer(id: string, choice: ServerChoice, env: Env): Asks {
  const limits = { maxBytes: MAX_ANSWER_BYTES, headers: HEADERS };
  return (question, timeoutMs, signal) =>
    askChat(PROTOCOLS[choice.kind], choice, question, { id, env, timeoutMs, signal, ...limits });
}
