/** Validates the page's requests before they take effect. */
import { MEMORY_TYPES, MemoryError, SCOPES, sentenceOf } from "@tacit-memory/memory";
import { MODEL_ROLES, PANEL_ACTIONS } from "@tacit-memory/protocol";
import { z } from "zod";

/**
 * Maximum characters; `changes` and `cards` are numbers of items. A question may be pasted text, but a tag or path may not be a document.
 */
const MAX = { query: 4000, name: 300, path: 4096, content: 20_000, changes: 1000, cards: 5000 };

const id = z.string().regex(/^[0-9a-f-]{4,36}$/i);
const name = z.string().min(1).max(MAX.name);
const path = z.string().min(1).max(MAX.path);
const whole = z.coerce.number().int().min(0);

export const todayRequest = z.object({
  sinceMs: whole.optional(),
  utcOffset: z.coerce.number().int().min(-840).max(840).default(0),
});
export const memoriesRequest = z.object({
  query: z.string().max(MAX.query).default(""),
  type: z.enum(MEMORY_TYPES).optional(),
  tag: name.optional(),
  file: path.optional(),
  state: z.enum(["active", "archived", "all"]).default("active"),
  only: z.enum(["pinned", "review", "staged"]).optional(),
  after: z
    .string()
    .regex(/^\d{1,15}\.[0-9a-f-]{4,36}$/i)
    .optional(),
});
export type MemoriesInput = z.infer<typeof memoriesRequest>;

export const memoryRequest = z.object({ id });
export const editRequest = z.object({ id, content: z.string().min(1).max(MAX.content) });
export const changeRequest = z
  .object({
    action: z.enum(PANEL_ACTIONS),
    ids: z.array(id).min(1).max(MAX.changes),
    tag: name.optional(),
  })
  .refine(({ action, tag }) => tag !== undefined || !action.endsWith("_tag"), "tag is missing");
export type ChangeInput = z.infer<typeof changeRequest>;
export const correctRequest = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("outdated") }),
    z.object({ kind: z.literal("wrong"), because: z.string().max(MAX.query).optional() }),
    z.object({ kind: z.literal("replace"), content: z.string().min(1).max(MAX.content) }),
    z.object({ kind: z.literal("scope"), scope: z.enum(SCOPES) }),
  ])
  .and(z.object({ id }));
export type CorrectInput = z.infer<typeof correctRequest>;
export const sessionRequest = z.object({ id: z.string().min(1).max(MAX.name) });
export const codeFilesRequest = z.object({
  module: path.optional(),
  folder: path.optional(),
  query: z.string().max(MAX.name).default(""),
});
export const codeFileRequest = z.object({ path, symbol: name.optional() });
/** `memory:ID` or `file:PATH`. */
export const graphRequest = z.object({
  focus: z
    .string()
    .max("file:".length + MAX.path)
    .regex(/^(?:memory:[0-9a-fA-F-]{4,36}|file:.+)$/s),
});
export const askRequest = z.object({
  query: z.string().trim().min(1).max(MAX.query),
  isRepeated: z.boolean().optional(),
});
export type AskInput = z.infer<typeof askRequest>;
export const teachRequest = z.object({
  content: z.string().trim().min(1).max(MAX.content),
  type: z.enum(MEMORY_TYPES).optional(),
  files: z.array(name).max(20).optional(),
  isPreview: z.boolean().default(false),
});
export type TeachInput = z.infer<typeof teachRequest>;
const agentAction = z.enum(["connect", "disconnect"]);
export const agentPlanRequest = z.object({ name, action: agentAction });
export const agentChangeRequest = z.object({
  name,
  action: agentAction,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
export const learnedRequest = z.object({
  limit: z.coerce.number().int().min(1).max(MAX.cards).default(50),
});
export const learningRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("begin"), readsRepository: z.boolean().default(false) }),
  z.object({ action: z.literal("stop") }),
]);
export const settingRequest = z.object({ name, value: z.string().max(MAX.query).nullable() });
export const modelRequest = z.object({
  role: z.enum(MODEL_ROLES),
  name: path,
  url: path.optional(),
  model: name.optional(),
  dims: z.number().int().min(1).optional(),
  keyName: name.optional(),
  allowHttp: z.boolean().optional(),
  callsADay: z.number().int().min(0).optional(),
  judgesUnasked: z.boolean().optional(),
});
export type ModelInput = z.infer<typeof modelRequest>;
export const undoRequest = z.object({ changes: z.array(id).min(1).max(MAX.changes) });
const verdict = z.enum(["accept", "reject"]);
export const reviewDecision = z
  .object({
    id,
    kind: z.enum(["memory", "candidate", "proposal"]),
    verdict,
    others: z.object({ ids: z.array(id).min(1).max(MAX.changes), verdict }).optional(),
    content: z.string().max(MAX.content).optional(),
  })
  .refine(
    ({ kind, content }) => kind !== "proposal" || content === undefined,
    "a proposal has no content",
  )
  .refine(
    ({ kind, others }) => kind === "memory" || others === undefined,
    "only a memory is contradicted",
  );
export type DecisionInput = z.infer<typeof reviewDecision>;

/** Throws "usage". */
export function parsed<T>(schema: z.ZodType<T>, input: unknown): T {
  const { data, error } = schema.safeParse(input);
  if (error === undefined) return data as T;
  throw new MemoryError("usage", { reason: reasonOf(error) });
}

/** A text that is too long is what a person can enter; anything else is a mistake of a program. */
function reasonOf(error: z.ZodError): string {
  const [first] = error.issues;
  return first?.code === "too_big" && first.origin === "string"
    ? sentenceOf("input_too_long", { count: Number(first.maximum) })
    : z.prettifyError(error);
}
