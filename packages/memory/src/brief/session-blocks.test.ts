/** An agent is shown what it needs, once per session, and nothing otherwise. */
import { describe, expect, test } from "vitest";
import type { Teaching } from "../curate/teaching.ts";
import { learn, makePlace, sessionScript } from "../testing/testing-life.ts";

const PORT = "The preview server must listen on port 3000 because the proxy expects it.";
const ASK = "On which port must the preview server listen, for the proxy?";
const MINUTE_MS = 60_000;

async function taught(...teachings: (Partial<Teaching> & { content: string })[]) {
  const place = makePlace();
  const tacit = await place.open();
  const ids: string[] = [];
  for (const item of teachings)
    ids.push(
      (await tacit.memories.remember({ source: "agent_explicit", ...item })).id ?? "refused",
    );
  const prompt = (session: string, text = ASK) =>
    tacit.brief.promptBlock({ session, point: "prompt" }, text);
  const start = (session: string) => tacit.brief.startBlock({ session, point: "session_start" });
  const touch = (session: string, ...files: string[]) =>
    tacit.brief.toolBlock({ session, point: "tool" }, { files, error: null });
  return { place, tacit, ids, prompt, start, touch };
}

test("memories are shown at the start, for a prompt and for a file while the store cannot be written", async () => {
  const { place } = await taught(
    { content: PORT },
    { content: "Requests above 1 MB are refused there.", type: "gotcha", files: ["src/in.ts"] },
  );
  const db = await place.database();
  const tacit = await place.open({ busyTimeoutMs: 1 });
  // Another process holds the lock meanwhile.
  await db.transaction(async () => {
    const start = await tacit.brief.startBlock({ session: "s", point: "session_start" });
    expect(start.text).toContain(PORT);
    const below = await tacit.brief.subagentBlock({ session: "s", point: "subagent" });
    expect(below.text).toContain(PORT);
    const block = await tacit.brief.promptBlock({ session: "s", point: "prompt" }, ASK);
    expect(block.text).toContain(PORT);
    const use = { files: ["src/in.ts"], error: null };
    const opened = await tacit.brief.toolBlock({ session: "s", point: "tool" }, use);
    expect(opened.text).toContain("1 MB");
  });
});

test("pinned memories and rules are shown at the start, even after thousands of newer memories", async () => {
  const rule = { content: "Always run the linter before a commit is made here." };
  const { place, tacit, ids, start } = await taught(
    { content: PORT },
    { ...rule, source: "user_taught", type: "convention" },
  );
  await tacit.memories.edit(ids[0] ?? "", { isPinned: true });
  place.clock.nowMs += MINUTE_MS;
  const later = (async function* () {
    for (let i = 0; i < 2001; i++) yield JSON.stringify({ content: `Entry ${i} of the log.` });
  })();
  expect(await tacit.exchange.importLines(later, { isVerbatim: true })).toMatchObject({
    imported: 2001,
  });
  const { text } = await start("s");
  for (const content of [PORT, rule.content]) expect(text).toContain(content);
});

test("the start block reads only the selection fields of memories it does not show", async () => {
  const { place, start } = await taught(
    ...Array.from({ length: 90 }, (_, i) => ({
      content: `Module${i}loader must be started before cache${i}store.`,
      type: i < 30 ? ("convention" as const) : ("gotcha" as const),
    })),
  );
  const { shown, text } = await start("s1");
  expect(shown.length).toBeGreaterThan(10);
  const db = await place.database();
  // Makes reading one of these memories in full fail: they are neither shown nor among the newest, whose titles may be shown.
  await db.run(
    `UPDATE memory SET evidence = 'broken' WHERE type = 'gotcha' AND id NOT IN (SELECT memory_id FROM injection)
      AND id NOT IN (SELECT id FROM memory ORDER BY confirmed_at_ms DESC, id DESC LIMIT 50)`,
  );
  expect((await start("s2")).text).toBe(text);
});

describe("the ledger", () => {
  test("shows nothing twice within 45 minutes and may repeat it after that", async () => {
    const { place, prompt, ids } = await taught({ content: PORT });
    expect((await prompt("s1")).shown.map(({ id }) => id)).toEqual(ids);
    expect((await prompt("s1")).text).toBe("");
    place.clock.nowMs += 44 * MINUTE_MS;
    expect((await prompt("s1")).text).toBe("");
    place.clock.nowMs += 2 * MINUTE_MS;
    expect((await prompt("s1")).text).not.toBe("");
  });

  test("shows the full block to each of two concurrent sessions", async () => {
    const { place, prompt, ids } = await taught({ content: PORT });
    const other = await place.open();
    const [a, b] = await Promise.all([
      prompt("s1"),
      other.brief.promptBlock({ session: "s2", point: "prompt" }, ASK),
    ]);
    expect([a, b].map((block) => block.shown.map(({ id }) => id))).toEqual([ids, ids]);
  });

  test("shows a block once to several concurrent hooks of one session", async () => {
    const { place } = await taught({ content: PORT });
    const stores = await Promise.all([place.open(), place.open(), place.open()]);
    const blocks = await Promise.all(
      stores.map((tacit) => tacit.brief.promptBlock({ session: "s1", point: "prompt" }, ASK)),
    );
    expect(blocks.filter((block) => block.text !== "")).toHaveLength(1);
  });

  test("shows what a session wrote to other sessions but not to itself", async () => {
    const { prompt } = await taught({ content: PORT, session: "s1" });
    expect((await prompt("s1")).text).toBe("");
    expect((await prompt("s2")).text).not.toBe("");
  });

  test("does not repeat what the start block showed", async () => {
    const { start, prompt } = await taught({ content: PORT, type: "convention" });
    expect((await start("s1")).text).toContain("preview server");
    expect((await prompt("s1")).text).toBe("");
  });

  test("stops at the session's token budget", async () => {
    const many = Array.from({ length: 40 }, (_, i) => ({
      content: `Module${i}loader must be started before cache${i}store because ${`reason${i} `.repeat(30)}`,
    }));
    const { prompt, tacit } = await taught(...many);
    let tokens = 0;
    for (let i = 0; i < 40; i++)
      tokens += (await prompt("s1", `why must module${i}loader be started before cache${i}store`))
        .tokens;
    expect(tokens).toBeGreaterThan(500);
    const spent = (await tacit.admin.shown({ sessionId: "s1", limit: 1000 })).reduce(
      (sum, row) => sum + row.tokens,
      0,
    );
    expect(spent).toBeLessThanOrEqual(2000);
  });
});

describe("a prompt", () => {
  test.each([
    ["about something else", "Please write a poem about the sea."],
    ["of one word in common", "Which port wine goes with cheese on Sunday evenings?"],
    ["that is a command", "/preview server port"],
    ["that says go on", "continue"],
    ["that is empty", ""],
  ])("%s is shown nothing", async (_name, text) => {
    const { prompt } = await taught({ content: PORT });
    expect((await prompt("s1", text)).text).toBe("");
  });

  test("shows at most five memories", async () => {
    const { prompt } = await taught(
      ...Array.from({ length: 9 }, (_, i) => ({
        content: `The preview server port is checked by check${i}.sh, which must listen as number ${i}.`,
      })),
    );
    const { shown } = await prompt("s1", "preview server port check listen");
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.length).toBeLessThanOrEqual(5);
  });

  test("shows nothing from outside until a person has reviewed it", async () => {
    const { tacit, ids, prompt, start, touch } = await taught({
      content: PORT,
      isTainted: true,
      type: "gotcha",
      files: ["a.ts"],
    });
    const readBlocks = async (session: string) =>
      [await prompt(session), await start(session), await touch(session, "a.ts")].map(
        (contextBlock) => contextBlock.text,
      );
    expect(await readBlocks("s1")).toEqual(["", "", ""]);
    await tacit.memories.confirm(ids[0] ?? "");
    expect((await readBlocks("s2"))[0]).toContain("preview server");
  });
});

describe("a tool call", () => {
  test("shows memories of a file first, then those of its folders", async () => {
    const rule = "Components here use runes, never stores.";
    const trap = "The popup is closed before its promise settles.";
    const { touch, ids } = await taught(
      { content: rule, type: "convention", files: ["src/popup/"] },
      {
        content: "Code under src may not read the environment; settings are passed in.",
        type: "convention",
        files: ["src"],
      },
      { content: trap, type: "gotcha", files: ["src/popup/deep/a.svelte"] },
    );
    const [ofFolder, ofTop, ofFile] = ids;
    const readShown = async (session: string, file: string) =>
      (await touch(session, file)).shown.map(({ id }) => id);
    // The third is shown as a pointer.
    expect(await readShown("s1", "src/popup/deep/a.svelte")).toEqual([ofFile, ofFolder, ofTop]);
    expect(await readShown("s2", "src/popup/b.svelte")).toEqual([ofFolder, ofTop]);
    expect(await readShown("s3", "src/popups/c.svelte")).toEqual([ofTop]);
    expect(await readShown("s4", "popup/src.ts")).toEqual([]);
  });

  test("on a file shows two of its gotchas in short and the title of the next", async () => {
    const about = (content: string) => ({ content, type: "gotcha" as const, files: ["src/a.ts"] });
    const { touch } = await taught(
      about(`Never call save twice in here, because ${"it locks ".repeat(60)}.`),
      about("The order of the imports matters in this file, it breaks otherwise."),
      about("Keep the third export: an external script needs it, always."),
    );
    expect((await touch("s1", "src/b.ts")).text).toBe("");
    const { shown, text } = await touch("s1", "src/a.ts");
    expect(shown.map(({ pointedAs }) => pointedAs)).toEqual([null, null, "believed"]);
    for (const line of text.split("\n").slice(2, -1)) expect(line.length).toBeLessThan(350);
  });

  test("shows a plain fact about the current file", async () => {
    const content = "The lease is renewed by the scheduler, not by who holds it.";
    const { touch } = await taught({ content, type: "fact", files: ["src/a.ts"] });
    expect((await touch("s1", "src/a.ts")).text).toContain(content);
    expect((await touch("s2", "src/b.ts")).text).toBe("");
  });

  test("shows no hypotheses, faded memories, locations, or memories of other files", async () => {
    const file = { files: ["src/a.ts"] };
    const { place, touch, tacit } = await taught(
      {
        content: "What answers a search for `renewLease` is src/a.ts.",
        type: "module_insight",
        payload: { pattern: "renewLease" },
        ...file,
      },
      {
        content: "It may be that the cache is stale in here, perhaps.",
        type: "gotcha",
        standing: "hypothesis",
        ...file,
      },
    );
    expect((await touch("s1", "src/a.ts")).text).toBe("");
    await tacit.memories.remember({
      content: PORT,
      type: "gotcha",
      source: "agent_explicit",
      ...file,
    });
    place.clock.nowMs += 365 * 86_400_000;
    expect((await touch("s1", "src/a.ts")).text).toBe("");
  });

  test("that failed shows the fix, whatever numbers the error contains", async () => {
    const { tacit } = await taught();
    const error = "Error: listen EADDRINUSE: address already in use :::3000";
    const script = sessionScript("s1")
      .prompt("Start the server.")
      .shell("npm run preview", `${error}\n    at Server.setupListenHandle (node:net:1:2)`, 1)
      .shell("npm run stop", "stopped")
      .shell("npm run preview", "listening")
      .end();
    await learn(tacit, script);
    await tacit.memories.remember({
      content: "When the address is in use, stop the old server with `npm run stop` first.",
      source: "user_taught",
      type: "error_pattern",
      errorFingerprint: (await import("../domain/text/error-fingerprint.ts")).errorFingerprint(
        error,
      ),
    });
    const again = `> preview\n${"progress\n".repeat(2000)}Error: listen EADDRINUSE: address already in use :::4173\n`;
    const { text } = await tacit.brief.toolBlock(
      { session: "s2", point: "tool" },
      { files: [], error: again },
    );
    expect(text).toContain("npm run stop");
    const other = "Error: cannot find module 'left-pad' anywhere";
    expect(
      (await tacit.brief.toolBlock({ session: "s2", point: "tool" }, { files: [], error: other }))
        .text,
    ).toBe("");
  });
});

describe("a failed command", () => {
  const OCR = "Reading scans needs the German traineddata of tesseract: install tesseract-ocr-deu.";
  const OTHERS = [
    "The preview server listens on port 3000, for the proxy.",
    "Prices are kept in cents; rounding happens once, in `total()`.",
    "Migrations are never edited after a release: write a new one.",
    "The nightly job reads its token from the vault, not from the environment.",
  ].map((content) => ({ content }));
  const TELLING = "Error: 1 of 80 checks failed";
  const failing = async (error: string, command?: string) => {
    const { tacit } = await taught({ content: OCR, type: "gotcha" }, ...OTHERS);
    const { text } = await tacit.brief.toolBlock(
      { session: "s", point: "tool" },
      { files: [], error, command },
    );
    return text;
  };

  test("shows what the rest of its output asks for if the significant line says little", async () => {
    const output = `${TELLING}\n  reading scans: tesseract has no German traineddata (deu)\n`;
    expect(await failing(output, "uv run check")).toContain(OCR);
    expect(await failing(TELLING, "uv run check")).toBe("");
  });
});

test("answers a search whose result is known", async () => {
  const { tacit } = await taught({
    content: "`parseHeader` lives in `src/http/header.ts`, and nowhere else.",
    type: "module_insight",
    payload: { pattern: "parseHeader" },
  });
  const block = (pattern: string) =>
    tacit.brief.searchBlock({ session: pattern, point: "step" }, [pattern]);
  expect((await block("parseHeader")).text).toContain("src/http/header.ts");
  expect((await block("parseFooter")).text).toBe("");
});

describe("the start of a session", () => {
  test("shows pinned memories, then rules, then the rest, all in full in a small store", async () => {
    const { start } = await taught(
      { content: "Never start the worker before the queue, it breaks.", type: "gotcha" },
      { content: "Use tabs for indentation in Makefiles, always.", type: "convention" },
      {
        content: "Amounts are in cents, never in floating point.",
        type: "fact",
        source: "user_taught",
        isPinned: true,
      },
    );
    const { text } = await start("s1");
    const order = ["Pinned", "Amounts", "Rules", "tabs", "Learned", "worker"];
    const places = order.map((item) => text.indexOf(item));
    expect(places.every((at) => at >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("is empty if there is nothing to show", async () => {
    const { start, tacit } = await taught();
    expect((await start("s1")).text).toBe("");
    expect((await tacit.brief.subagentBlock({ session: "s1/a", point: "subagent" })).text).toBe("");
  });

  test("shows a subagent what its parent was shown", async () => {
    const { start, tacit } = await taught({ content: PORT, type: "convention" });
    await start("s1");
    const block = await tacit.brief.subagentBlock({ session: "s1/a", point: "subagent" });
    expect(block.text).toContain("preview server");
  });

  test("shows where the last session stopped, as long as that is recent", async () => {
    const { place, tacit, start } = await taught();
    const script = sessionScript("s1")
      .prompt("Mend the tokenizer so that it accepts emoji.")
      .edit("src/tokenizer.ts", "a", "b")
      .add("message", {
        text: "The tokenizer accepts emoji now. Next: the error messages need work.",
      })
      .end();
    await learn(tacit, script);
    expect((await start("s2")).text).toMatch(
      /Where the last session stopped \(today.*\n- goal: Mend the tokenizer/,
    );
    expect(await tacit.sessions.resume()).toMatchObject({
      freshness: "live",
      session: "s1",
      files: ["src/tokenizer.ts"],
    });
    expect(await tacit.sessions.resume("nobody")).toBeNull();
    place.clock.nowMs += 4 * 86_400_000;
    expect((await start("s3")).text).toBe("");
    expect(await tacit.sessions.resume()).toMatchObject({ freshness: "stale" });
    const compacted = { session: "s4", point: "compaction" } as const;
    expect((await tacit.brief.startBlock(compacted, { isCompaction: true })).text).toContain(
      "tokenizer",
    );
  });

  test("lists the files needed next after a compaction, without those already used", async () => {
    const { place, tacit } = await taught();
    for (const path of ["src/parse.ts", "src/print.ts", "src/far.ts"]) place.write(path, "x");
    const done = sessionScript("s1").add("session_start", { task: "Mend the parser" });
    await learn(tacit, done.edit("src/parse.ts", "a", "b").edit("src/print.ts", "a", "b").end());
    await tacit.sessions.ingest(sessionScript("s2").edit("src/parse.ts", "b", "c").events, "live");
    const recipient = { session: "s2", point: "compaction" } as const;
    const { text } = await tacit.brief.startBlock(recipient, { isCompaction: true });
    expect(text).toMatch(/Files that the next steps probably need:\n- src\/print\.ts/);
    expect(text).not.toMatch(/- src\/(?:parse|far)\.ts/);
  });
});
