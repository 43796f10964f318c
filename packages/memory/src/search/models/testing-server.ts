/** Test helper: starts HTTP servers on this machine, on a free port, that close when the test ends. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** The parsed JSON body; null if it is not JSON. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

export interface TestServer {
  readonly url: string;
  /** Requests, in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
}

export type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

export async function testServer(answer: Answer): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const item = { method, path: url, headers, body: jsonOf(Buffer.concat(chunks).toString()) };
      requests.push(item);
      answer(item, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Returns an address at which no server is running. */
export async function closedServer(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

function jsonOf(text: string): ReceivedRequest["body"] {
  try {
    return JSON.parse(text) as ReceivedRequest["body"];
  } catch {
    return null;
  }
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** Words with the same meaning for the toy encoder below. */
const CONCEPTS: readonly (readonly string[])[] = [
  ["build", "compiling", "compile"],
  ["fails", "stops", "error", "breaks"],
  ["disk", "drive", "space", "full"],
  ["port", "listens", "server"],
  ["lunch", "fridays", "garden", "together"],
];

/**
 * Returns a vector for a text: words of one concept point in the same direction, every other word in a direction derived from
 * its letters.
 */
export function toyVector(text: string, dims: number): number[] {
  const vector = new Array<number>(dims).fill(0.01);
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
    const concept = CONCEPTS.findIndex((words) => words.includes(word));
    const sum = [...word].reduce((total, char) => (total * 31 + char.charCodeAt(0)) % 9973, 7);
    const at = concept < 0 ? sum % dims : concept;
    vector[at] = (vector[at] ?? 0) + (concept < 0 ? 0.2 : 1);
  }
  return vector;
}

export interface ToyOllama {
  readonly models: readonly {
    readonly name: string;
    readonly digest: string;
    readonly dims: number;
  }[];
  readonly loaded?: readonly { readonly name: string; readonly size: number }[];
}

/** Answers `/api/tags`, `/api/ps`, `/api/show` and `/api/embed` as Ollama does. */
export function answerAsOllama({ models, loaded = [] }: ToyOllama): Answer {
  return ({ path, body }, response) => {
    const model = models.find(({ name }) => name === body?.["model"]);
    if (path === "/api/tags") return sendJson(response, { models: models.map(tagged) });
    if (path === "/api/ps") return sendJson(response, { models: loaded });
    if (model === undefined) {
      return sendJson(response, { error: `model "${String(body?.["model"])}" not found` }, 404);
    }
    if (path === "/api/show") {
      const info = { "general.architecture": "qwen3", "qwen3.embedding_length": model.dims };
      return sendJson(response, { model_info: info, capabilities: ["embedding"] });
    }
    const texts = body?.["input"] as readonly string[];
    const embeddings = texts.map((text) => toyVector(text, model.dims));
    sendJson(response, { model: model.name, embeddings, prompt_eval_count: 1 });
  };
}

function tagged({ name, digest }: ToyOllama["models"][number]) {
  return { name, model: name, modified_at: "2026-09-01T00:00:00Z", size: 1, digest };
}

/** Answers `/v1/embeddings` as OpenAI does: any number of dimensions up to the model's own. */
export function answerAsOpenAi(native: number, how: { readonly isBase64?: boolean } = {}): Answer {
  return ({ body }, response) => {
    const texts = body?.["input"] as readonly string[];
    const dims = (body?.["dimensions"] as number | undefined) ?? native;
    const data = texts.map((text, index) => {
      const vector = toyVector(text, native).slice(0, dims);
      const embedding = how.isBase64
        ? Buffer.from(Float32Array.from(vector).buffer).toString("base64")
        : vector;
      return { object: "embedding", index, embedding };
    });
    // In any order; the index identifies the text.
    sendJson(response, { object: "list", data: data.reverse(), model: body?.["model"] });
  };
}
