/** Numbers of what the MCP server lists and reads out besides the answers of tools. */
import type { Tunable } from "@tacit-memory/memory";

export const MCP_LISTS = {
  memories: {
    value: 200,
    unit: "newest memories listed as resources",
    range: [20, 2000],
    source: { kind: "design", ref: "what a person scrolls through; recall finds the others" },
  },
  sessions: {
    value: 50,
    unit: "newest sessions listed as resources",
    range: [5, 500],
    source: { kind: "design", ref: "as memories" },
  },
  page: {
    value: 50,
    unit: "resources a page",
    range: [10, 500],
    source: { kind: "guess", ref: "a screenful or two; a client that fetches page after page" },
  },
  titleChars: {
    value: 100,
    unit: "characters of a memory in a title",
    range: [20, 400],
    source: { kind: "guess", ref: "one line of a picker" },
  },
  resourceChars: {
    value: 24_000,
    unit: "characters of a resource",
    range: [4000, 100_000],
    source: { kind: "engine", ref: "clients begin to complain at 10,000 tokens; as `get`" },
  },
  completions: {
    value: 100,
    unit: "values of a completion",
    range: [10, 100],
    source: { kind: "engine", ref: "the protocol allows 100" },
  },
} as const satisfies Record<string, Tunable>;
