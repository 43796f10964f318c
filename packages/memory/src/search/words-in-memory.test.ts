/**
 * Tests words in memory from the outside: which processes build the index, a damaged side file, other writers, and forgotten
 * memories.
 */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { MemoryId } from "../domain/ids.ts";
import { wordFileIn } from "../store/index-file-paths.ts";
import { insertMemory } from "../store/memories/memories.ts";
import { rebuildIndex } from "../store/memories/search.ts";
import { makePlace, PROJECT, someMemory } from "../testing/testing-life.ts";
import { expectAsFullText, type KeptWords, keepWords, lent } from "../testing/testing-words.ts";

const CONTENTS = [
  "The parser of the cache must close its session.",
  "Run the queue before the parser.",
  "openStore reads src/open-store.ts and never the cache.",
  "数据库连接 is set in snake_case.",
];
const TERMS = ["parser", "cache", "open store ts", "queue", "数据", "session"];

async function keepSome(): Promise<KeptWords & { readonly path: string }> {
  const store = await keepWords();
  for (const content of CONTENTS) {
    await insertMemory(store.db, someMemory(store.place, { content }), store.place.moment());
  }
  return { ...store, path: wordFileIn(store.place.home) };
}

describe("which processes", () => {
  const teach = { content: CONTENTS[0] ?? "", type: "fact", source: "user_taught" } as const;

  test("a short-lived process builds nothing and reads nothing", async () => {
    const place = makePlace();
    const tacit = await place.open();
    await tacit.memories.remember(teach);
    expect((await tacit.memories.recall({ query: "parser session" })).hits).toHaveLength(1);
    expect(await tacit.memories.warmUp()).toBeUndefined();
    expect(existsSync(wordFileIn(place.home))).toBe(false);
  });

  test("a long-lived process answers the same before and after, including what was just stored", async () => {
    const place = makePlace();
    const tacit = await place.open({ isLongLived: true });
    await tacit.memories.remember(teach);
    const ask = async () => {
      const { hits } = await tacit.memories.recall({ query: "which parser closes its session" });
      return hits.map(({ memory, rank, score, explanation }) => [
        memory.id,
        rank,
        score,
        explanation,
      ]);
    };
    const before = await ask();
    expect(await tacit.memories.warmUp()).toMatchObject({
      state: "ready",
      memories: 1,
      problem: null,
    });
    expect(await ask()).toEqual(before);
    await tacit.memories.remember({ ...teach, content: "A second parser closes another session." });
    expect(await ask()).toHaveLength(2);
    expect(existsSync(wordFileIn(place.home))).toBe(true);
  });

  test("closing during the build is no failure and leaves no partial file", async () => {
    const { start, place } = await keepSome();
    const words = start();
    expect(await words.lexical()).toBeUndefined();
    await words.close();
    expect(readdirSync(place.home).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("the side file", () => {
  test("is enough to start the next process, and readable only by its owner", async () => {
    const { db, start, path } = await keepSome();
    expect(await start().ready()).toMatchObject({
      state: "ready",
      reason: "there was no side file",
    });
    const next = start();
    expect(await next.ready()).toMatchObject({
      state: "ready",
      reason: null,
      memories: CONTENTS.length,
    });
    await expectAsFullText(db, next, TERMS);
    expect(existsSync(path)).toBe(true);
  });

  const cut = (bytes: Buffer, length: number) => bytes.subarray(0, length);
  const flipped = (bytes: Buffer, at: number) => {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    return damaged;
  };

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["empty", () => Buffer.alloc(0)],
    ["cut in its header", (bytes) => cut(bytes, 7)],
    ["cut in the middle", (bytes) => cut(bytes, bytes.length >> 1)],
    ["cut at its end", (bytes) => cut(bytes, bytes.length - 1)],
    ["longer", (bytes) => Buffer.concat([bytes, Buffer.alloc(64)])],
    ["of another format", (bytes) => flipped(bytes, 0)],
    ["a bit flipped in its length", (bytes) => flipped(bytes, 6)],
    ["a bit flipped in its description", (bytes) => flipped(bytes, 40)],
    ["a bit flipped in the middle", (bytes) => flipped(bytes, bytes.length >> 1)],
    ["a bit flipped near its end", (bytes) => flipped(bytes, bytes.length - 20)],
    ["no such thing at all", () => Buffer.from("words ".repeat(5000))],
  ])("%s: is rebuilt, with the same answers", async (_name, damage) => {
    const { db, start, path } = await keepSome();
    await start().ready();
    writeFileSync(path, damage(readFileSync(path)));
    const words = start();
    const condition = await words.ready();
    expect(condition).toMatchObject({ state: "ready", problem: null });
    expect(condition.reason).toMatch(/^it|damaged$/);
    await expectAsFullText(db, words, TERMS);
    expect(await start().ready()).toMatchObject({ reason: null });
  });

  test("every byte: detects any damage that could change an answer", async () => {
    const { db, start, path } = await keepSome();
    await start().ready();
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 97) {
      writeFileSync(path, flipped(bytes, at));
      const words = start();
      expect(await words.ready()).toMatchObject({ state: "ready" });
      await expectAsFullText(db, words, TERMS);
      await words.close();
    }
  });

  test("a folder in its place: keeps the index in memory and reports the reason", async () => {
    const { db, start, path } = await keepSome();
    mkdirSync(join(path, "taken"), { recursive: true });
    const words = start();
    const condition = await words.ready();
    expect(condition.state).toBe("ready");
    expect(condition.problem).not.toBeNull();
    await expectAsFullText(db, words, TERMS);
  });

  test("is rebuilt for a store that diverged after a restored backup", async () => {
    const { db, place, start, path } = await keepSome();
    await start().ready();
    const saved = `${path}.saved`;
    copyFileSync(path, saved);
    const add = async (content: string) => {
      const made = someMemory(place, { content });
      await insertMemory(db, made, place.moment());
      return made.id;
    };
    // The file contains a row that this store never had: the same number of rows, one of them different.
    await db.run("DELETE FROM memory WHERE rid = 4");
    await add("a session of its own");
    await db.run("UPDATE memory_change SET seq = 1 WHERE rid = 4");
    await db.run("UPDATE memory_clock SET last_seq = (SELECT max(seq) FROM memory_change)");
    await db.run("UPDATE memory_clock SET seq_sum = (SELECT sum(seq) FROM memory_change)");
    copyFileSync(saved, path);
    const words = start();
    expect((await words.ready()).reason).not.toBeNull();
    await expectAsFullText(db, words, TERMS);
  });
});

describe("other changes", () => {
  test("finds a memory of another process with the next question", async () => {
    const { db, place, start } = await keepSome();
    const words = start();
    await words.ready();
    const engine = new URL("../open.ts", import.meta.url).href;
    const script = `const { openTacit } = await import(${JSON.stringify(engine)});
      const tacit = await openTacit({ home: ${JSON.stringify(place.home)}, cwd: ${JSON.stringify(place.root)} });
      await tacit.memories.remember({ content: "Always run the elsewhere checks before the parser is published.", type: "fact", source: "user_taught" });
      const known = await tacit.memories.list({ projectId: ${JSON.stringify(PROJECT)} });
      await tacit.memories.forget([known.find(({ content }) => content.startsWith("Run")).id]);
      await tacit.close();`;
    const ran = spawnSync(
      process.execPath,
      ["--conditions=source", "--input-type=module", "--eval", script],
      { encoding: "utf8" },
    );
    expect(ran.stderr).toBe("");
    await expectAsFullText(db, words, [...TERMS, "elsewhere"]);
    expect(await (await lent(words)).frequencyOf('"elsewhere"')).toBe(1);
    expect(await (await lent(words)).documents()).toBe(CONTENTS.length);
  });

  test("stores no forgotten memory in any side file, neither immediately nor after the next write", async () => {
    const place = makePlace();
    const tacit = await place.open({ isLongLived: true });
    const teach = async (content: string) => {
      const admission = await tacit.memories.remember({
        content,
        type: "fact",
        source: "user_taught",
      });
      return admission.id ?? "";
    };
    const secret = await teach(
      "Never tune the xylophone module by hand; its settings are generated.",
    );
    await teach("The parser module must close its session before the cache does.");
    await tacit.memories.warmUp();
    const holds = () => readFileSync(wordFileIn(place.home)).includes("xylophon");
    expect(holds()).toBe(true);
    await tacit.memories.forget([secret]);
    expect(existsSync(wordFileIn(place.home))).toBe(false);
    expect((await tacit.memories.recall({ query: "xylophone parser" })).hits).toHaveLength(1);
    await tacit.close();
    expect(holds()).toBe(false);
  });

  test("reports memories it cannot store, and full-text search continues", async () => {
    const { db, place, start } = await keepSome();
    const odd = {
      ...someMemory(place, { content: "an odd one" }),
      id: "imported-by-hand" as MemoryId,
    };
    await insertMemory(db, odd, place.moment());
    const words = start();
    expect(await words.ready()).toMatchObject({ state: "failed" });
    expect(await words.lexical()).toBeUndefined();
    await rebuildIndex(db);
  });
});
