/**
 * Input of each tool. Limits are generous for an agent and small for a machine. The model reads what is announced in every
 * session, so rarely used parameters and types are accepted without being announced (`tokens.test.ts`).
 */
import {
  COMMON_TYPES,
  MEMORY_TYPES,
  PHASES,
  READERS,
  RELATION_KINDS,
  SCOPES,
  SEARCHED,
  VERDICTS,
} from "@tacit-memory/memory";
import * as z from "zod/mini";
import { form } from "../form.schema.ts";

const text = (maxChars: number, description?: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(maxChars),
      ...(description === undefined ? [] : [z.describe(description)]),
    );
const listOf = (maxItems: number, maxChars: number, description: string) =>
  z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxChars)))
    .check(z.maxLength(maxItems), z.describe(description));

const id = text(80, "Memory id, such as `ab12cd34`");
const files = z.optional(listOf(50, 1000, "File paths"));
const phase = z.optional(z.enum(PHASES));
const TYPES = `one of: ${COMMON_TYPES.join(", ")}`;
/** A filter accepts the types that Tacit gives its own memories too. */
const type = z.enum(MEMORY_TYPES, TYPES).check(z.meta({ enum: COMMON_TYPES }));
/** Memories of the other types are made by Tacit alone, from what it recorded. */
const statedType = z.enum(COMMON_TYPES, TYPES);

export const RECALL_INPUT = form(
  z.object({
    query: z.optional(text(20_000, "A question, identifiers, or a pasted error message")),
    files,
    types: z.optional(z.array(type).check(z.maxLength(MEMORY_TYPES.length))),
    phase,
    limit: z.optional(z.int().check(z.gte(1), z.lte(30), z.describe("Default 10"))),
    in: z.optional(z.enum(SEARCHED)),
    since: z.optional(text(40, "Learned since: 3d, last week, 2026-10")),
    until: z.optional(text(40, "Learned until this time")),
    at: z.optional(text(40, "Valid at this time: 2026-08, last month, 2026-10-01T10:00Z")),
    before: z.optional(text(300, "Learned before this memory: its id, or words that find it")),
    after: z.optional(text(300, "Learned after this memory: its id, or words that find it")),
    allBranches: z.optional(z.boolean()),
  }),
  ["phase", "until", "at", "before", "after", "allBranches"],
);

export const GET_INPUT = form(
  z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(10)) }),
);

export const IMPACT_INPUT = form(
  z.object({
    target: text(500, "`path`, `path:Symbol`, `path:line`, or a symbol's name"),
    direction: z.optional(
      z
        .enum(["dependents", "dependencies"])
        .check(z.describe("Code that uses it (default), or that it uses")),
    ),
    depth: z.optional(z.int().check(z.gte(1), z.lte(10), z.describe("Maximum steps; default 3"))),
    source: z.optional(z.boolean().check(z.describe("Its source, callers and callees"))),
  }),
);

export const REMEMBER_INPUT = form(
  z.object({
    content: text(
      8000,
      "10 to 1000 characters of prose: the fact, its reason, and where it applies",
    ),
    type: z.optional(statedType),
    files,
    symbols: z.optional(listOf(50, 200, "Functions, classes or settings it is about")),
    tags: z.optional(z.array(text(60)).check(z.maxLength(20))),
    triggers: z.optional(
      listOf(20, 200, "Words or globs in a prompt or command that trigger the memory"),
    ),
    error: z.optional(text(4000, "Output of the failed command that this fixes")),
    invalidWhen: z.optional(
      listOf(
        12,
        200,
        "Conditions that end its validity: `path:GLOB gone`, `dependency:NAME >=2`, `after:2026-12-31`",
      ),
    ),
    validFrom: z.optional(text(40, "Start of validity: 2026-10, last week; default now")),
    validUntil: z.optional(text(40, "End of validity, that day or month included")),
    scope: z.optional(
      z.enum(SCOPES).check(z.meta({ enum: ["project", "global"] }), z.describe("Default project")),
    ),
    pinned: z.optional(z.boolean().check(z.describe("Show at every session start"))),
    durable: z.optional(z.boolean()),
    relation: z.optional(
      z
        .object({
          from: z.string().check(z.minLength(1), z.maxLength(500)),
          to: z.string().check(z.minLength(1), z.maxLength(500)),
          kind: z.enum(RELATION_KINDS, `one of: ${RELATION_KINDS.join(", ")}`),
        })
        // Announced in one line, because its three members would cost every session 40 tokens more.
        .check(
          z.meta({ properties: undefined, required: undefined }),
          z.describe(`{from, to, kind: ${RELATION_KINDS.join("|")}}`),
        ),
    ),
  }),
  ["symbols", "triggers", "invalidWhen", "validFrom", "validUntil", "durable"],
);

export const ACTIONS = [
  "confirm",
  "correct",
  "pin",
  "unpin",
  "forget",
  "tag",
  "link",
  "restore",
  "feedback",
  "undo",
] as const;

export const UPDATE_INPUT = form(
  z.object({
    action: z
      .enum(ACTIONS)
      .check(z.describe("correct needs `text` or `as`; feedback `as`; link `files` or `to`")),
    id,
    text: z.optional(text(8000, "The correct text")),
    as: z.optional(z.enum(["outdated", "wrong", ...VERDICTS])),
    tags: z.optional(listOf(20, 60, "Labels to add")),
    untag: z.optional(listOf(20, 60, "Labels to remove")),
    files,
    to: z.optional(text(80, "Related memory id")),
    version: z.optional(z.int().check(z.gte(1))),
  }),
  ["untag"],
);

export const CONTEXT_INPUT = form(
  z.object({
    task: z.optional(text(4000, "The task in one sentence")),
    phase,
    for: z.optional(z.enum(READERS)),
  }),
);

export const STATUS_INPUT = form(z.object({}));
