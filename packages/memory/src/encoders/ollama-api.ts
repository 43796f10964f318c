/** What Ollama tells of its models: which are there, which are loaded, how long their vectors are. */
import * as z from "zod/mini";
import type { MemoryError } from "../domain/errors.ts";
import { encoderFailed, faultOf } from "./fault.ts";
import { callJson, type JsonCall } from "./json-call.ts";

/** `url` is the server's, without a path of the API. */
export type OllamaCall = Pick<
  JsonCall,
  "encoder" | "url" | "timeoutMs" | "retries" | "signal" | "pause"
>;

interface InstalledModel {
  /** With its tag: `qwen3-embedding:0.6b`. */
  readonly name: string;
  /** Its first twelve digits, as Ollama itself shows it. */
  readonly digest: string;
}

const digest = z.string().check(z.regex(/^(?:sha256:)?[0-9a-f]{12,}$/));
const tagsSchema = z.object({ models: z.array(z.object({ name: z.string(), digest })) });
const loadedSchema = z.object({
  models: z.array(z.object({ name: z.string(), size: z.number().check(z.gte(0)) })),
});
const shownSchema = z.object({
  capabilities: z.optional(z.array(z.string())),
  model_info: z.optional(z.record(z.string(), z.unknown())),
});
const embeddingsSchema = z.object({ embeddings: z.array(z.unknown()) });

export async function installedModels(call: OllamaCall): Promise<InstalledModel[]> {
  const answer = await callJson({ ...call, url: `${call.url}/api/tags` }).catch(
    (error: unknown) => {
      throw faultOf(error) === "unreachable" ? notRunning(call, error) : error;
    },
  );
  return shape(tagsSchema, answer, call.encoder).models.map(({ name, digest }) => ({
    name,
    digest: digest.replace(/^sha256:/, "").slice(0, 12),
  }));
}

/** Asked first, whatever it is for: so here is where it is missed. */
function notRunning({ encoder, url }: OllamaCall, cause: unknown): MemoryError {
  const reason = `Ollama does not answer at ${url}: \`ollama serve\` starts it, --url or OLLAMA_HOST says where it is`;
  return encoderFailed(encoder, "unreachable", reason, cause);
}

/** Models in memory, with the bytes each takes there. */
export async function loadedModels(
  call: OllamaCall,
): Promise<readonly { readonly name: string; readonly size: number }[]> {
  const answer = await callJson({ ...call, url: `${call.url}/api/ps` });
  return shape(loadedSchema, answer, call.encoder).models;
}

export interface ShownModel {
  /** Null where an older Ollama does not say. */
  readonly isEmbedder: boolean | null;
  /** Null where it is not said. */
  readonly dims: number | null;
}

export async function showModel(call: OllamaCall, model: string): Promise<ShownModel> {
  const answer = await callJson({ ...call, url: `${call.url}/api/show`, body: { model } });
  const { capabilities, model_info: info = {} } = shape(shownSchema, answer, call.encoder);
  const [, dims] = Object.entries(info).find(([key]) => key.endsWith(".embedding_length")) ?? [];
  return {
    isEmbedder: capabilities === undefined ? null : capabilities.includes("embedding"),
    dims: typeof dims === "number" && Number.isSafeInteger(dims) && dims > 0 ? dims : null,
  };
}

/** The rows as they came; `unitVectors` looks into them. */
export function readEmbeddings(answer: unknown, encoder: string): readonly unknown[] {
  return shape(embeddingsSchema, answer, encoder).embeddings;
}

function shape<T>(
  schema: { safeParse: (value: unknown) => z.core.util.SafeParseResult<T> },
  value: unknown,
  encoder: string,
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = `${issue?.path.join(".") || "answer"}: ${issue?.message ?? "invalid"}`;
  throw encoderFailed(encoder, "unexpected_shape", `not an answer of Ollama (${at})`);
}
