/** A writer behind an address: Anthropic, servers that speak chat completions, Ollama. */
import { apiKey } from "../encoders/api-key.ts";
import { endpointOf } from "../encoders/endpoint.ts";
import { callJson } from "../encoders/json-call.ts";
import { asModelFault, modelFailed } from "../rerank/fault.ts";
import { ANTHROPIC, CHAT, OLLAMA_CHAT, type WriterProtocol } from "./protocols.ts";
import { type Asks, type Env, MOST_ANSWER_BYTES } from "./writer.ts";
import type { ServerChoice } from "./writer-choice.schema.ts";

const PROTOCOLS: Readonly<Record<ServerChoice["kind"], WriterProtocol>> = {
  chat: CHAT,
  ollama: OLLAMA_CHAT,
  anthropic: ANTHROPIC,
};

export function asksOfServer(id: string, choice: ServerChoice, env: Env): Asks {
  const protocol = PROTOCOLS[choice.kind];
  const base = endpointOf(choice.url, choice.allowHttp);
  return async (question, budgetMs, signal) => {
    let answer: unknown;
    try {
      answer = await callJson({
        encoder: id,
        url: protocol.address(base),
        key: apiKey(env, choice.keyName, id),
        keyHeader: protocol.keyHeader,
        // For a server that starts agents: it can tell their hooks (TACIT_OFF=1) whose request this is.
        headers: { ...protocol.headers, "x-tacit-request": "lessons" },
        body: protocol.request(choice.model, question),
        timeoutMs: budgetMs,
        maxBytes: MOST_ANSWER_BYTES,
        retries: 0,
        signal,
      });
    } catch (error) {
      throw asModelFault(id, error);
    }
    const answered = protocol.answer(answer);
    if (answered === null || answered.text.trim() === "") {
      throw modelFailed(id, "unexpected_shape", `no answer of ${protocol.name}`);
    }
    return answered;
  };
}
