/** What each tool takes. Limits are generous for an agent and small for a machine. */
import { MEMORY_TYPES, PHASES, SCOPES, SEARCHED } from "@tacit-memory/memory";
import * as z from "zod/mini";
import { form } from "../form.schema.ts";

const text = (maxChars: number, description: string) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxChars), z.describe(description));
const listOf = (maxItems: number, maxChars: number, description: string) =>
  z
    .array(z.string().check(z.minLength(1), z.maxLength(maxChars)))
    .check(z.maxLength(maxItems), z.describe(description));

const id = text(80, "Memory id as shown, such as `ab12cd34`; `mem:` in front is fine");
const files = z.optional(listOf(50, 1000, "File paths, absolute or relative to the project"));
const phase = z.optional(z.enum(PHASES).check(z.describe("What the work is at")));
const type = z.enum(MEMORY_TYPES);

export const RECALL_INPUT = form(
  z.object({
    query: z.optional(
      text(20_000, "What is looked for: a question, identifiers, or a pasted error message"),
    ),
    files,
    types: z.optional(z.array(type).check(z.maxLength(MEMORY_TYPES.length))),
    phase,
    limit: z.optional(z.int().check(z.gte(1), z.lte(30), z.describe("Default 10"))),
    in: z.optional(z.enum(SEARCHED).check(z.describe("Default all"))),
    since: z.optional(text(40, "Only learned since: 3d, yesterday, last week, 2026-10")),
    until: z.optional(text(40, "Only learned until then")),
    at: z.optional(text(40, "What was true then: 2026-08, last month, 2026-10-01T10:00Z")),
    before: z.optional(text(300, "Only learned before this memory: its id, or words that find it")),
    after: z.optional(text(300, "Only learned after it")),
    allBranches: z.optional(
      z.boolean().check(z.describe("Also what was learned on branches not merged here")),
    ),
  }),
);

export const GET_INPUT = form(
  z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(10)) }),
);

export const IMPACT_INPUT = form(
  z.object({
    target: text(
      500,
      "`path`, `path:Symbol`, `path:line`, or the name of a symbol only one file has",
    ),
    direction: z.optional(
      z
        .enum(["dependents", "dependencies"])
        .check(z.describe("Who uses it (default), or what it uses")),
    ),
    depth: z.optional(z.int().check(z.gte(1), z.lte(10), z.describe("Steps; default 3"))),
  }),
);

export const REMEMBER_INPUT = form(
  z.object({
    content: text(
      8000,
      "One insight in plain prose, 10 to 1000 characters: what is so, why, and where it applies",
    ),
    type: z.optional(type),
    files,
    symbols: z.optional(listOf(50, 200, "Functions, classes or settings it is about")),
    tags: z.optional(listOf(20, 60, "Short labels")),
    triggers: z.optional(
      listOf(20, 200, "Words or globs in a prompt or command that should bring it up"),
    ),
    error: z.optional(
      text(
        4000,
        "What a failed command said, where this helps with it: it comes up when that error returns",
      ),
    ),
    invalidWhen: z.optional(
      listOf(
        12,
        200,
        "When it will no longer hold, checked here: `path:GLOB gone`, `dependency:NAME >=2`, `after:2026-12-31`",
      ),
    ),
    validFrom: z.optional(text(40, "True since then: 2026-10, last week; left out: now on")),
    validUntil: z.optional(text(40, "True until then, that day or month included")),
    scope: z.optional(
      z
        .enum(SCOPES)
        .check(z.describe("`project` (default), or `global` for every project of this user")),
    ),
    pinned: z.optional(z.boolean().check(z.describe("Shown at the start of every session"))),
    durable: z.optional(
      z
        .boolean()
        .check(z.describe("Holds on every branch at once; default: where this one is merged")),
    ),
  }),
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
] as const;

export const UPDATE_INPUT = form(
  z.object({
    action: z
      .enum(ACTIONS)
      .check(
        z.describe(
          "confirm: it held. correct: with `text`, or `as` outdated or wrong. tag: with `tags`, `untag`. link: with `files` or `to`. restore: from the archive, or to `version`. forget: erased for good",
        ),
      ),
    id,
    text: z.optional(text(8000, "For correct: what is right")),
    as: z.optional(z.enum(["outdated", "wrong"])),
    tags: z.optional(listOf(20, 60, "For tag: labels to add")),
    untag: z.optional(listOf(20, 60, "For tag: labels to remove")),
    files,
    to: z.optional(text(80, "For link: id of the related memory")),
    version: z.optional(z.int().check(z.gte(1), z.describe("For restore"))),
  }),
);

export const CONTEXT_INPUT = form(
  z.object({ task: z.optional(text(4000, "What is about to be done, in a sentence")), phase }),
);

export const STATUS_INPUT = form(z.object({}));
