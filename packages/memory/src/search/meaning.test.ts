/** Tests that memories are found by meaning, stay in sync with every change, and that nothing fails when meaning fails. */
import { describe, expect, test } from "vitest";
import { makePlace, type Place } from "../testing/testing-life.ts";
import { ASKED, FLAKY, found, remembering, SNAPSHOT, TABS } from "../testing/testing-meaning.ts";
import { type Answer, answerAsOllama, sendJson, testServer } from "./models/testing-server.ts";

describe("search by meaning alone", () => {
  test("finds a memory stored before a restart by a question that shares no word with it", async () => {
    const place = makePlace();
    await remembering(place, SNAPSHOT, FLAKY, TABS);
    expect((await found(place, ASKED))[0]).toBe(SNAPSHOT);
    expect(await found(place, ASKED, { env: { TACIT_ENCODER: "off" } })).toEqual([]);
  });

  test("distinguishes words from meaning in the explanation", async () => {
    const place = makePlace();
    await remembering(place, SNAPSHOT);
    const tacit = await place.open();
    const [hit] = (await tacit.memories.recall({ query: ASKED })).hits;
    expect(hit?.explanation).toMatchObject({ ranks: { dense: 1 }, words: 0 });
    expect(hit?.explanation.cosine).toBeGreaterThan(0.2);
    expect(hit?.explanation.relevance).toBeGreaterThan(0);
  });

  test("finds an edited memory by its new text and no longer by its old one", async () => {
    const place = makePlace();
    const [id = ""] = await remembering(place, SNAPSHOT, FLAKY);
    const tacit = await place.open();
    await tacit.memories.edit(id, {
      content: "Office plants are watered by Ana every Friday morning.",
    });
    await tacit.close();
    expect((await found(place, "who takes care of the flowers"))[0]).toContain("plants");
    expect((await found(place, ASKED)).join(" ")).not.toContain("plants");
  });

  test("finds no archived or forgotten memories, and none of other projects", async () => {
    const place = makePlace();
    const [first = "", second = ""] = await remembering(
      place,
      SNAPSHOT,
      "Dump the live tables to a file before any ALTER.",
    );
    const tacit = await place.open();
    await tacit.memories.archive(first);
    await tacit.memories.forget([second]);
    await tacit.close();
    expect(await found(place, ASKED)).toEqual([]);
    const other = makePlace();
    const elsewhere = await other.open({ home: place.home });
    expect((await elsewhere.memories.recall({ query: ASKED })).hits).toEqual([]);
    await elsewhere.close();
  });

  test("finds only memories of the requested period", async () => {
    const place = makePlace();
    await remembering(place, FLAKY, TABS);
    place.clock.nowMs += 86_400_000;
    const fromMs = place.clock.nowMs;
    await remembering(place, SNAPSHOT);
    const tacit = await place.open();
    const recallFrom = async (learned: { fromMs?: number; toMs?: number }) =>
      (await tacit.memories.recall({ query: ASKED, learned })).hits.map(
        (hit) => hit.memory.content,
      );
    expect(await recallFrom({ fromMs })).toEqual([SNAPSHOT]);
    expect(await recallFrom({ toMs: fromMs })).not.toContain(SNAPSHOT);
  });

  test("finds nothing for a question about something else", async () => {
    const place = makePlace();
    await remembering(place, SNAPSHOT, FLAKY);
    expect(await found(place, "how is the weather in Lisbon")).toEqual([]);
  });

  test("embeds what a session taught and an import brought by the time of a query", async () => {
    const place = makePlace();
    const tacit = await place.open();
    async function* lines() {
      yield JSON.stringify({ externalId: "1", content: SNAPSHOT });
      yield JSON.stringify({ externalId: "2", content: TABS });
    }
    await tacit.exchange.importLines(lines(), { isVerbatim: true });
    expect((await tacit.admin.status()).meaning).toMatchObject({
      embedded: 2,
      waiting: 0,
      problem: null,
    });
    expect((await tacit.memories.recall({ query: ASKED })).hits[0]?.memory.content).toBe(SNAPSHOT);
  });
});

describe("a remote encoder", () => {
  const DIGEST = "a".repeat(64);
  const honest = answerAsOllama({
    models: [{ name: "qwen3-embedding:0.6b", dims: 64, digest: DIGEST }],
  });
  const wordsOnly = "which port does the mock server of the upload test bind to";

  async function chosen(place: Place) {
    let misbehave: Answer | null = null;
    const server = await testServer((request, response) =>
      (request.path === "/api/embed" ? (misbehave ?? honest) : honest)(request, response),
    );
    const tacit = await place.open();
    await tacit.memories.remember({ content: FLAKY, source: "agent_explicit" });
    const models = await tacit.admin.models();
    await models.use({ name: "ollama:qwen3-embedding:0.6b", url: server.url });
    expect(await models.embed()).toMatchObject({ isActive: true, waiting: 0 });
    await tacit.close();
    return (answer: Answer) => {
      misbehave = answer;
    };
  }

  test.each<[string, Answer]>([
    ["answers HTML", (_asked, response) => response.end("<html>busy</html>")],
    ["answers NaN", (_asked, response) => response.end('{"embeddings": [[NaN]]}')],
    ["gives the wrong count", (_asked, response) => sendJson(response, { embeddings: [] })],
    [
      "gives other dimensions",
      (_asked, response) => sendJson(response, { embeddings: [[1, 2, 3]] }),
    ],
    ["answers 500", (_asked, response) => sendJson(response, { error: "no" }, 500)],
  ])("%s: words answer, and status and doctor name the encoder", async (_how, answer) => {
    const place = makePlace();
    const misbehave = await chosen(place);
    misbehave(answer);
    const tacit = await place.open();
    const { hits } = await tacit.memories.recall({ query: wordsOnly });
    expect(hits[0]?.memory.content).toBe(FLAKY);
    expect(hits[0]?.explanation.cosine).toBeNull();
    const { meaning, degraded } = await tacit.admin.status();
    expect(meaning.problem).not.toBeNull();
    // Named once, with the error in readable words.
    expect(degraded.join(" ").match(/qwen3-embedding/g)).toHaveLength(1);
    expect(meaning.problem).not.toMatch(/reason:|what:|encoder:/);
    expect(degraded.join(" ")).toContain("tacit models check");
    const check = (await tacit.admin.examine()).find(({ name }) => name === "encoder answers");
    expect(check).toMatchObject({ ok: false });
    expect(check?.detail).toContain("tacit models use built-in");
  });

  test("answers a prompt with the built-in encoder and sends nothing", async () => {
    const place = makePlace();
    const misbehave = await chosen(place);
    const sent: string[] = [];
    // This server never answers.
    misbehave((request) => sent.push(request.path));
    const command = await place.open();
    const dropping = await command.admin.models();
    await dropping.embed({ dropsOthers: true });
    await command.close();
    const tacit = await place.open({ isLongLived: false });
    const { shown } = await tacit.brief.promptBlock({ session: "s", point: "prompt" }, wordsOnly);
    expect(shown).toHaveLength(1);
    const other = await tacit.brief.promptBlock(
      { session: "s", point: "prompt" },
      "name the port of call on Ana's cruise to Lisbon",
    );
    expect(other.shown).toEqual([]);
    await tacit.close();
    // A hook that stores a memory.
    const hook = await place.open({ isLongLived: false, readsCode: false });
    await hook.memories.remember({ content: TABS, source: "agent_explicit" });
    await hook.close();
    expect(sent).toEqual([]);
  });

  test("receives nothing once it was replaced in another process, and the new encoder answers immediately", async () => {
    const place = makePlace();
    const sent: string[] = [];
    const misbehave = await chosen(place);
    misbehave((request, response) => {
      sent.push(JSON.stringify(request.body?.["input"]));
      honest(request, response);
    });
    const running = await place.open({ isLongLived: true });
    await running.memories.recall({ query: wordsOnly });
    expect(sent).toHaveLength(1);
    misbehave((_asked, response) => sendJson(response, { error: "no" }, 500));
    await running.memories.recall({ query: `${wordsOnly} again` });
    expect((await running.admin.status()).meaning.problem).not.toBeNull();

    const command = await place.open();
    const models = await command.admin.models();
    await models.use({ name: "built-in" });
    await models.embed({ dropsOthers: true });
    await command.close();
    misbehave((request, response) => {
      sent.push(JSON.stringify(request.body?.["input"]));
      honest(request, response);
    });
    const { hits, meaningProblem } = await running.memories.recall({
      query: `${wordsOnly} and now`,
    });
    expect(meaningProblem).toBeNull();
    expect(hits[0]?.explanation.cosine).toBeGreaterThan(0.2);
    await running.memories.remember({ content: TABS, source: "agent_explicit" });
    expect((await running.admin.status()).meaning).toMatchObject({ embedded: 2, problem: null });
    expect(sent).toHaveLength(1);
    await running.close();
  });

  test("is no longer reported once it answers again", async () => {
    const place = makePlace();
    const misbehave = await chosen(place);
    misbehave((_asked, response) => sendJson(response, { error: "no" }, 500));
    const tacit = await place.open();
    await tacit.memories.recall({ query: wordsOnly });
    expect((await tacit.admin.status()).meaning.problem).not.toBeNull();
    misbehave(honest);
    const check = (await tacit.admin.examine()).find(({ name }) => name === "encoder answers");
    expect(check).toMatchObject({ ok: true });
    expect((await tacit.admin.status()).meaning.problem).toBeNull();
  });

  test("reports a question that could not be searched by meaning, and stores no gap", async () => {
    const place = makePlace();
    const misbehave = await chosen(place);
    misbehave((_asked, response) => sendJson(response, { error: "no" }, 500));
    const tacit = await place.open();
    const question = { query: "zyzzyva quokka", isAsked: true };
    expect((await tacit.memories.recall(question)).meaningProblem).toContain("answers 500");
    expect(await tacit.memories.gaps()).toEqual([]);
    misbehave(honest);
    await tacit.admin.examine();
    expect((await tacit.memories.recall(question)).meaningProblem).toBeNull();
    expect(await tacit.memories.gaps()).toMatchObject([{ query: "zyzzyva quokka" }]);
  });

  test("is reported with the next step when some of its vectors are missing", async () => {
    const place = makePlace();
    const { url } = await testServer(honest);
    const tacit = await place.open();
    await tacit.memories.remember({ content: FLAKY, source: "agent_explicit" });
    const models = await tacit.admin.models();
    await models.use({ name: "ollama:qwen3-embedding:0.6b", url });
    const readStatus = async () => {
      const { degraded } = await tacit.admin.status();
      const check = (await tacit.admin.examine()).find(({ name }) => name === "encoder answers");
      return [degraded.join(), check?.detail ?? ""];
    };
    for (const item of await readStatus()) {
      expect(item).toContain("chosen encoder: qwen3-embedding:0.6b, active encoder: built-in");
      expect(item).toContain(
        "1 of 1 memories have no vector yet: to make them, run `tacit models embed`",
      );
    }
    await models.embed();
    for (const item of await readStatus()) expect(item).not.toContain("tacit models embed");
    await tacit.exchange.importLines(
      (async function* () {
        for (let i = 0; i < 30; i++) yield JSON.stringify({ content: `${TABS} In part ${i}.` });
      })(),
      { isVerbatim: true },
    );
    for (const item of await readStatus()) {
      expect(item).toContain(
        "20 of 31 memories have no vector yet: to make them, run `tacit models embed`",
      );
    }
  });

  test("receives no secret of a question", async () => {
    const place = makePlace();
    const misbehave = await chosen(place);
    const sent: string[] = [];
    misbehave((request, response) => {
      sent.push(JSON.stringify(request.body));
      honest(request, response);
    });
    await found(place, `${wordsOnly} with postgres://u:hunter2secret@db/x`);
    expect(sent.join()).toContain(wordsOnly);
    expect(sent.join()).not.toContain("hunter2secret");
  });

  test("is reported in the next process and not called again immediately", async () => {
    const place = makePlace();
    const misbehave = await chosen(place);
    let requestCount = 0;
    const recalls = async (query: string) => {
      const tacit = await place.open();
      const { hits } = await tacit.memories.recall({ query });
      const { meaning, degraded } = await tacit.admin.status();
      await tacit.close();
      expect(hits[0]?.memory.content).toBe(FLAKY);
      return { problem: meaning.problem, degraded: degraded.join() };
    };
    const before = await place.open();
    misbehave(honest);
    await before.memories.recall({ query: wordsOnly });
    await before.close();
    misbehave((_asked, response) => {
      requestCount++;
      sendJson(response, { error: "no" }, 500);
    });
    await recalls(`${wordsOnly} then`);
    const result = await recalls(`${wordsOnly} now`);
    expect(requestCount).toBe(1);
    // A query with a cached vector needs no server and says nothing about it.
    const reopened = await place.open();
    const [hit] = (await reopened.memories.recall({ query: wordsOnly })).hits;
    expect(hit?.explanation.cosine).not.toBeNull();
    await reopened.close();
    await recalls(`${wordsOnly} later`);
    expect(requestCount).toBe(1);
    expect(result.problem).toContain("answers 500");
    expect(result.degraded).toContain("qwen3-embedding");
    // After half a minute, or when a user checks whether it works again.
    place.clock.nowMs += 31_000;
    await recalls(`${wordsOnly} again`);
    expect(requestCount).toBe(2);
    misbehave(honest);
    const tacit = await place.open();
    await (await tacit.admin.models()).check();
    expect(
      (await tacit.memories.recall({ query: `${wordsOnly} still` })).hits[0]?.explanation.cosine,
    ).not.toBeNull();
    expect((await tacit.admin.status()).meaning.problem).toBeNull();
    await tacit.close();
    expect(await recalls(`${wordsOnly} at last`)).toMatchObject({ problem: null });
  });

  test("is not suspended for longer when the clock is put back", async () => {
    const place = makePlace();
    const misbehave = await chosen(place);
    misbehave((_asked, response) => sendJson(response, { error: "no" }, 500));
    await found(place, wordsOnly);
    misbehave(honest);
    place.clock.nowMs -= 86_400_000;
    const tacit = await place.open();
    const { hits } = await tacit.memories.recall({ query: `${wordsOnly} now` });
    expect(hits[0]?.explanation.cosine).not.toBeNull();
    await tacit.close();
  });

  test("does not block a write while it fails, and embeds it later", async () => {
    const place = makePlace();
    const misbehave = await chosen(place);
    misbehave((_asked, response) => sendJson(response, { error: "no" }, 500));
    const tacit = await place.open();
    expect(
      await tacit.memories.remember({ content: TABS, source: "agent_explicit" }),
    ).toMatchObject({
      accepted: true,
    });
    expect((await tacit.admin.status()).meaning).toMatchObject({ embedded: 1, waiting: 1 });
    misbehave(honest);
    expect(await (await tacit.admin.models()).embed()).toMatchObject({ done: 1, waiting: 0 });
  });

  test("reports an unknown TACIT_ENCODER, and words answer", async () => {
    const place = makePlace();
    await remembering(place, FLAKY);
    const tacit = await place.open({ env: { TACIT_ENCODER: "onxx" } });
    // Two parallel queries: the second comes while the first is opening the encoder.
    const answers = [
      tacit.memories.recall({ query: wordsOnly }),
      tacit.memories.recall({ query: wordsOnly }),
    ];
    for (const { hits } of await Promise.all(answers)) expect(hits).toHaveLength(1);
    expect((await tacit.admin.status()).meaning.problem).not.toBeNull();
  });
});
