/**
 * Defines the neighbours of bench/neighbours.ts: what to install, and how each stores a text and answers a question with its
 * own tools, as its README describes. These programs store text that an agent words and expect questions of a few words.
 * Programs that match literally are therefore queried twice: as a hook would (the whole question) and as an agent would (word
 * by word).
 */
import { join, parse } from "node:path";
import { askedWords } from "./recall-quality/grep.ts";

export interface Note {
  readonly id: string;
  readonly text: string;
  /** A memory type of Tacit (`gotcha`, `decision`, …), or the type name for texts of a conversation. */
  readonly type: string;
  /** Project or conversation of the text. */
  readonly about: string;
  readonly files: readonly string[];
}

/** A tool answered with an error. */
export class ToolFault extends Error {}

export type Call = (tool: string, input: object) => Promise<string>;

/** Our ids by the name that a program gives a stored text. */
type Names = ReadonlyMap<string, readonly string[]>;

interface Way {
  readonly name: string;
  /** Returns names, best first. */
  readonly ask: (call: Call, question: string, depth: number) => Promise<readonly string[]>;
}

export interface Store {
  readonly store: (call: Call, notes: readonly Note[]) => Promise<void>;
  /** Reads the names after the timed part. */
  readonly namesOf: (call: Call, notes: readonly Note[]) => Promise<Names>;
  readonly ways: readonly Way[];
}

export interface Program {
  readonly name: string;
  readonly folder: string;
  readonly packages: readonly string[];
  readonly program: string;
  readonly args: readonly string[];
  readonly env: (base: string) => Readonly<Record<string, string>>;
  /** Stores of the program, each with a separate process and home. */
  readonly stores: readonly Store[];
}

const HEADING_WORDS = 10;
const ENTITIES_A_CALL = 50;
/** Longest query that mcp-memory-libsql accepts; the other program has no limit. */
const QUERY_LENGTH = 512;
const OBSERVATION_LENGTH = 4096;
const MAX_RESULTS = 50;

export const CLIENT = "@modelcontextprotocol/sdk@1.32.2";
const GRAPH_PACKAGES = [
  "@modelcontextprotocol/server-memory@2026.8.31",
  "mcp-memory-libsql@0.0.17",
  CLIENT,
];

export const NEIGHBOURS: readonly Program[] = [
  {
    name: "server-memory 2026.8.31",
    folder: "mcp-memory",
    packages: GRAPH_PACKAGES,
    program: "mcp-server-memory",
    args: [],
    env: (base) => ({ MEMORY_FILE_PATH: join(base, "memory.jsonl") }),
    stores: [entityStore(() => ({}))],
  },
  {
    name: "mcp-memory-libsql 0.0.17",
    folder: "mcp-memory",
    packages: GRAPH_PACKAGES,
    program: "mcp-memory-libsql",
    args: [],
    env: (base) => ({ LIBSQL_URL: `file:${join(base, "memory.db")}` }),
    stores: [entityStore((depth) => ({ limit: Math.min(MAX_RESULTS, depth) }))],
  },
  {
    name: "memorix 1.0.7",
    folder: "memorix",
    // Optional packages are runtimes of models, which would need downloads, and the SQLite without which it does not start:
    // versions before 13 abort Node 24.19 and later during garbage collection.
    packages: ["--omit=optional", "memorix@1.0.7", "better-sqlite3@13.2.0"],
    program: "memorix",
    args: ["serve"],
    env: () => ({ MEMORIX_EMBEDDING: "off", MEMORIX_AUTO_UPDATE: "off" }),
    stores: [
      observationStore("as it comes", () => ({})),
      observationStore("a topic each", ({ id }) => ({ topicKey: `note/${id}` })),
    ],
  },
];

/**
 * Drives stores of entities with observations: the reference server and similar programs. They search for the query as one
 * text.
 */
function entityStore(options: (depth: number) => object): Store {
  const search = async (call: Call, query: string, depth: number) => {
    const answer = await call("search_nodes", {
      query: query.slice(0, QUERY_LENGTH),
      ...options(depth),
    });
    return (JSON.parse(answer) as { entities: { name: string }[] }).entities.map(
      ({ name }) => name,
    );
  };
  return {
    store: async (call, notes) => {
      const entities = headed(notes).map(([name, { text, type, files }]) => ({
        name,
        entityType: type,
        observations: [...pieces(text, OBSERVATION_LENGTH), ...files],
      }));
      for (let i = 0; i < entities.length; i += ENTITIES_A_CALL) {
        await call("create_entities", { entities: entities.slice(i, i + ENTITIES_A_CALL) });
      }
    },
    namesOf: async (_call, notes) => new Map(headed(notes).map(([name, { id }]) => [name, [id]])),
    ways: [
      { name: "whole question", ask: search },
      {
        name: "word by word",
        ask: async (call, question) => {
          const lists: string[][] = [];
          for (const word of askedWords(question)) {
            lists.push(await search(call, word, MAX_RESULTS));
          }
          return byMostLists(lists);
        },
      },
    ],
  };
}

/**
 * Sorts by the number of lists that contain a name, then by its best rank. mcp-memory-libsql orders by heading and then by
 * the second of storage, so its rows vary by some hundredths from run to run.
 */
function byMostLists(lists: readonly (readonly string[])[]): string[] {
  const tally = new Map<string, { lists: number; rank: number }>();
  for (const list of lists) {
    for (const [rank, name] of list.entries()) {
      const entry = tally.get(name) ?? { lists: 0, rank };
      tally.set(name, { lists: entry.lists + 1, rank: Math.min(entry.rank, rank) });
    }
  }
  return [...tally]
    .sort(([, a], [, b]) => b.lists - a.lists || a.rank - b.rank)
    .map(([name]) => name);
}

/** Drives Memorix: observations with a title, ranked by words. Texts that it considers known are merged or dropped. */
function observationStore(name: string, more: (note: Note) => object): Store {
  const search = async (call: Call, query: string, limit: number) =>
    [...(await call("memorix_search", { query, limit })).matchAll(/^\| (obs:\d+)/gm)].map(
      (match) => match[1] ?? "",
    );
  return {
    store: async (call, notes) => {
      for (const [title, note] of headed(notes)) {
        const input = {
          entityName: parse(note.files[0] ?? "").name || note.about,
          type: OBSERVATION_TYPES.get(note.type) ?? "discovery",
          title,
          narrative: note.text,
          filesModified: note.files,
          ...more(note),
        };
        await call("memorix_store", input).catch((error: unknown) => {
          // Memorix fails on entities that it renamed itself, and rejects some texts; what it stored is read afterwards.
          if (!(error instanceof ToolFault)) throw error;
        });
      }
    },
    namesOf: async (call, notes) => {
      const names = new Map<string, string[]>();
      for (let i = 1; i <= notes.length; i++) {
        const held = onOneLine(await call("memorix_detail", { typedRefs: [`obs:${i}`] }));
        const ids = notes.filter(({ text }) => held.includes(onOneLine(text))).map(({ id }) => id);
        if (ids.length > 0) names.set(`obs:${i}`, ids);
      }
      return names;
    },
    ways: [
      { name, ask: search },
      {
        name: `${name}, words that say something`,
        ask: (call, question, depth) => search(call, askedWords(question).join(" "), depth),
      },
    ],
  };
}

const OBSERVATION_TYPES: ReadonlyMap<string, string> = new Map([
  ["gotcha", "gotcha"],
  ["decision", "decision"],
  ["error_pattern", "problem-solution"],
  ["workflow_recipe", "how-it-works"],
  ["module_insight", "how-it-works"],
]);

/** Returns titles as an agent would write them: the first words, made unique when two texts begin alike. */
function headed(notes: readonly Note[]): [string, Note][] {
  const taken = new Set<string>();
  return notes.map((note) => {
    const heading = onOneLine(note.text).split(" ").slice(0, HEADING_WORDS).join(" ").slice(0, 200);
    let title = heading;
    for (let i = 2; taken.has(title); i++) title = `${heading} (${i})`;
    taken.add(title);
    return [title, note];
  });
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

function pieces(text: string, length: number): string[] {
  const count = Math.max(1, Math.ceil(text.length / length));
  return Array.from({ length: count }, (_, i) => text.slice(i * length, (i + 1) * length));
}
