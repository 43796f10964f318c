/** A language model that is asked once for a session. One contract for the servers it may be behind. */
import { apiKey } from "../encoders/api-key.ts";
import { endpointOf, isLoopback } from "../encoders/endpoint.ts";
import { callJson } from "../encoders/json-call.ts";
import { asModelFault, modelFailed } from "../rerank/fault.ts";
import { withinBudget } from "../rerank/reranker.ts";
import { ANTHROPIC, CHAT, OLLAMA_CHAT, type WriterProtocol } from "./protocols.ts";
import { WORDING } from "./tuning.ts";
import type { ChosenWriter } from "./writer-choice.schema.ts";
import { writerIdOf } from "./writer-settings.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface Question {
  readonly system: string;
  readonly user: string;
}

/** What came back, and what it cost as far as the server says. */
export interface Answered {
  readonly text: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

export interface Writer {
  /** Names the server and the model. */
  readonly id: string;
  /** Nothing of a text leaves this machine. */
  readonly isLocal: boolean;
  /** Throws "model_failed" with the fault. */
  readonly ask: (question: Question, limits: Limits) => Promise<Answered>;
}

interface Limits {
  readonly budgetMs: number;
  readonly signal?: AbortSignal | undefined;
}

const PROTOCOLS: Readonly<Record<ChosenWriter["kind"], WriterProtocol>> = {
  chat: CHAT,
  ollama: OLLAMA_CHAT,
  anthropic: ANTHROPIC,
};

/** Asks nobody. The key is read from `env` at every call and kept nowhere. */
export function openWriter(choice: ChosenWriter, env: Env): Writer {
  const id = writerIdOf(choice);
  const protocol = PROTOCOLS[choice.kind];
  const base = endpointOf(choice.url, choice.allowHttp);
  return {
    id,
    isLocal: isLoopback(base),
    ask: (question, limits) =>
      withinBudget(id, limits, async (signal) => {
        let answer: unknown;
        try {
          answer = await callJson({
            encoder: id,
            url: protocol.address(base),
            key: apiKey(env, choice.keyName, id),
            keyHeader: protocol.keyHeader,
            // For a server that starts agents: it can tell their hooks (TACIT_OFF=1) whose request this is.
            headers: { ...protocol.headers, "x-tacit-request": "wording" },
            body: protocol.request(choice.model, question),
            timeoutMs: limits.budgetMs,
            maxBytes: WORDING.answerBytes.value,
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
      }),
  };
}
