/** Tests the second stage in an open engine: chosen, called within its allowance, reported, and never blocking a recall. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import { DAY_MS, makePlace, type Place } from "../testing/testing-life.ts";
import { type Answer, sendJson, testServer } from "./models/testing-server.ts";
import { ALLOWANCE } from "./rerank/limits.ts";
import {
  answerAsChat,
  answerAsCohere,
  answerAsOllamaReranker,
  honestVerdict,
  QWEN3_RERANKER,
} from "./rerank/testing-models.ts";

/** Words rank the first text higher; by meaning, which the toys know, the second is the answer. */
const WORDY = "The build of the docs fails, fails and fails: ask Ada about lunch.";
const RIGHT = "Compiling stops when the drive is full; delete the cache folder.";
const QUESTION = "the build fails, disk full";

async function taught(place: Place, tacit: Tacit): Promise<void> {
  for (const content of [WORDY, RIGHT, "The server listens on a port of its own in tests."]) {
    await tacit.memories.remember({ content, source: "user_taught", type: "gotcha" });
    place.clock.nowMs += 1000;
  }
}

async function openAt(
  place: Place,
  options: { readonly showsSecrets?: boolean } = {},
): Promise<Tacit> {
  // Uses words alone, because the built-in encoder has the same knowledge as the toys.
  return place.open({
    ...options,
    env: { TACIT_ENCODER: "off", MY_KEY: "made-up-key-0123456789" },
  });
}

async function context(answer: Answer) {
  const server = await testServer(answer);
  const place = makePlace();
  const tacit = await openAt(place);
  await taught(place, tacit);
  return { ...server, place, tacit, rerankers: await tacit.admin.rerankers() };
}

const contents = async (tacit: Tacit, more = {}) =>
  (await tacit.memories.recall({ query: QUESTION, ...more })).hits.map(
    ({ memory }) => memory.content,
  );
const first = async (tacit: Tacit) => (await tacit.memories.recall({ query: QUESTION })).hits[0];

test("uses a single stage and reports no second one when none is chosen", async () => {
  const { tacit, requests } = await context(answerAsCohere());
  expect((await contents(tacit))[0]).toBe(WORDY);
  expect((await first(tacit))?.explanation.reranked).toBeUndefined();
  expect((await tacit.admin.status()).reranking).toEqual({
    reranker: null,
    hyde: null,
    problem: null,
  });
  expect(requests).toEqual([]);
});

test.each<[string, Answer, object, string]>([
  ["cohere", answerAsCohere(), { name: "cohere", model: "m" }, "m"],
  ["qwen3", answerAsOllamaReranker(), { name: `ollama:${QWEN3_RERANKER}` }, QWEN3_RERANKER],
  ["judge", answerAsChat(honestVerdict), { name: "judge", model: "m" }, "judge"],
  ["late", answerAsCohere(), { name: "late" }, "late"],
])(
  "%s, once chosen, orders the first hits, and every hit states it",
  async (name, answer, request, listed) => {
    const { tacit, url, rerankers } = await context(answer);
    const { id } = await rerankers.use({ name: "", url, ...request });
    const hit = await first(tacit);
    const { reranked } = hit?.explanation ?? {};
    expect(reranked).toMatchObject({ by: id, problem: null });
    if (name !== "late") {
      expect(hit?.memory.content).toBe(RIGHT);
      expect(reranked?.before).toBeGreaterThan(1);
    }
    expect((await tacit.admin.status()).reranking).toMatchObject({ reranker: id, problem: null });
    expect((await rerankers.check())[0]).toMatchObject({ id, isSound: true });
    // Another process reads the choice from the store.
    const chosen = (await rerankers.list()).filter(({ isChosen }) => isChosen);
    expect(chosen.map((listedReranker) => listedReranker.name)).toEqual([listed]);
    await rerankers.use({ name: "none" });
    expect((await contents(tacit))[0]).toBe(WORDY);
  },
);

test("rejects an invalid choice", async () => {
  const { tacit, url, rerankers } = await context((_asked, response) =>
    sendJson(response, { results: [0, 1].map((index) => ({ index, relevance_score: 0.5 })) }),
  );
  const refused = [
    [{ name: "cohere", url, model: "m" }, "model_failed"],
    [{ name: "cohere", url }, "usage"],
    [{ name: "judge", url: "http://box.example:1", model: "m" }, "usage"],
    [{ name: "gigantic" }, "model_not_found"],
    [{ name: "ollama:m", url }, "model_failed"],
    [{ name: "." }, "input_missing"],
  ] as const;
  for (const [request, code] of refused) {
    await expect(rerankers.use(request)).rejects.toThrow(expect.objectContaining({ code }));
  }
  expect((await tacit.admin.status()).reranking.reranker).toBeNull();
});

describe("a failing reranker", () => {
  async function failing(answer: Answer, callsADay = 100) {
    let isBroken = false;
    const here = await context((request, response) =>
      isBroken ? answer(request, response) : answerAsCohere()(request, response),
    );
    await here.rerankers.use({ name: "cohere", url: here.url, model: "m", callsADay });
    const breakIt = (broken: boolean) => {
      isBroken = broken;
    };
    return { ...here, breakIt };
  }

  test.each<[string, Answer, string]>([
    ["a web page", (_asked, response) => response.end("<html>"), "web page"],
    ["too few scores", (_asked, response) => sendJson(response, { results: [] }), "0 results"],
    ["it is down", (_asked, response) => sendJson(response, {}, 503), "503"],
  ])("%s: returns the first stage's order with the reason", async (_name, answer, why) => {
    const { tacit, breakIt } = await failing(answer);
    expect((await contents(tacit))[0]).toBe(RIGHT);
    breakIt(true);
    const hit = await first(tacit);
    expect(hit?.memory.content).toBe(WORDY);
    expect(hit?.explanation.reranked).toMatchObject({ before: 1, key: null });
    expect(hit?.explanation.reranked?.problem).toContain(why);
    const status = await tacit.admin.status();
    expect(status.reranking.problem).toContain(why);
    expect(status.degraded.some((line) => line.includes(why))).toBe(true);
    const check = (await tacit.admin.examine()).find(({ name }) => name === "reranker answers");
    expect(check).toMatchObject({ ok: false });
    breakIt(false);
    expect((await contents(tacit))[0]).toBe(RIGHT);
    expect((await tacit.admin.status()).reranking.problem).toBeNull();
  });

  test("is not called for a while after several failures, by other processes either", async () => {
    const { tacit, place, requests, breakIt } = await failing((_asked, response) =>
      sendJson(response, {}, 500),
    );
    breakIt(true);
    for (let i = 0; i < ALLOWANCE.failures; i++) await contents(tacit);
    const sofar = requests.length;
    breakIt(false);
    const other = await openAt(place);
    expect((await first(other))?.explanation.reranked?.problem).toContain("left alone until");
    expect(requests).toHaveLength(sofar);
    place.clock.nowMs += ALLOWANCE.silenceMs;
    expect((await contents(other))[0]).toBe(RIGHT);
  });

  test("makes no more calls a day than allowed, and continues the next day", async () => {
    const { tacit, place, requests, rerankers } = await failing(answerAsCohere(), 3);
    // Choosing the model already used one call.
    await contents(tacit);
    await contents(tacit);
    expect((await first(tacit))?.explanation.reranked?.problem).toContain("3 calls of this day");
    expect(requests).toHaveLength(3);
    expect((await rerankers.list()).at(-1)?.calls).toEqual({ today: 3, most: 3 });
    place.clock.nowMs += DAY_MS;
    expect((await contents(tacit))[0]).toBe(RIGHT);
  });

  test("reports an unreadable setting and an invalid variable", async () => {
    const { tacit, place } = await failing(answerAsCohere());
    const db = await place.database();
    await db.run("UPDATE setting SET value = '{\"kind\":\"x\"}' WHERE name = 'reranker'");
    expect((await first(tacit))?.explanation.reranked?.problem).toContain("reranker");
    const odd = await place.open({ env: { TACIT_RERANKER: "yes" } });
    expect((await first(odd))?.explanation.reranked?.problem).toContain("TACIT_RERANKER");
    const off = await place.open({ env: { TACIT_RERANKER: "off", TACIT_ENCODER: "off" } });
    expect((await contents(off))[0]).toBe(WORDY);
  });
});

test("sends no secret from this machine: a secret memory keeps its rank, and a question is redacted", async () => {
  const { tacit, url, requests, rerankers } = await context(answerAsCohere());
  const [wordy] = (await tacit.memories.recall({ query: QUESTION })).hits;
  await tacit.memories.edit(wordy?.memory.id ?? "", { visibility: "secret" });
  // The same server by an address that is not recognized as this machine.
  const elsewhere = url.replace("127.0.0.1", "[::ffff:127.0.0.1]");
  await rerankers.use({ name: "cohere", url: elsewhere, model: "m", allowHttp: true });
  const { hits } = await tacit.memories.recall({ query: `${QUESTION} password=hunter2hunter2 ` });
  expect(hits[0]?.memory.content).toBe(WORDY);
  expect(hits[0]?.explanation.reranked).toMatchObject({ before: 1, key: null, problem: null });
  expect(hits.slice(1).some(({ explanation }) => explanation.reranked?.key != null)).toBe(true);
  expect(JSON.stringify(requests)).not.toContain("Ada");
  expect(JSON.stringify(requests)).not.toContain("hunter2hunter2");
});

describe("a judge of what is shown unprompted", () => {
  const ASK = "why does the docs build fail, fail and fail again";
  const blockFor = (tacit: Tacit, session: string) =>
    tacit.brief.promptBlock({ session, point: "prompt" }, ASK);

  async function judged(say: Parameters<typeof answerAsChat>[0], isWanted = true) {
    const here = await context(answerAsChat(say));
    await here.rerankers.use({
      name: "judge",
      url: here.url,
      model: "m",
      judgesUnasked: isWanted,
    });
    const before = here.requests.length;
    return { ...here, calls: () => here.requests.length - before };
  }

  test("suppresses what it rejects and is called every third turn", async () => {
    let isHarsh = false;
    const { tacit, calls } = await judged((message) => (isHarsh ? "[]" : honestVerdict(message)));
    isHarsh = true;
    for (let turn = 0; turn < 3; turn++) expect((await blockFor(tacit, "s")).text).toBe("");
    expect(calls()).toBe(2);
    expect((await blockFor(tacit, "s")).text).toBe("");
    expect(calls()).toBe(4);
  });

  test("does not receive a secret memory that agents may see when it is remote; the gate decides", async () => {
    const { tacit, place, url, rerankers, requests } = await context(answerAsChat(honestVerdict));
    const [wordy] = (await tacit.memories.recall({ query: ASK })).hits;
    await tacit.memories.edit(wordy?.memory.id ?? "", { visibility: "secret" });
    const elsewhere = url.replace("127.0.0.1", "[::ffff:127.0.0.1]");
    const request = { name: "judge", url: elsewhere, model: "m", allowHttp: true };
    await rerankers.use({ ...request, judgesUnasked: true });
    const before = requests.length;
    expect((await blockFor(tacit, "s")).text).not.toContain("Ada");
    const allowed = await openAt(place, { showsSecrets: true });
    expect((await blockFor(allowed, "s")).text).toContain("Ada");
    expect(JSON.stringify(requests)).not.toContain("Ada");
    // With nothing to show, the judge is not called, and no call of the day is used.
    expect(requests).toHaveLength(before);
    expect((await rerankers.list()).at(-1)?.calls?.today).toBe(before);
  });

  test("allows global memories in a project without memories", async () => {
    const { tacit, place, calls } = await judged(honestVerdict);
    const content = "The docs build of every project fails where the disk is full.";
    await tacit.memories.remember({ content, source: "user_taught", scope: "global" });
    const cwd = join(place.root, "..", "other");
    mkdirSync(cwd);
    const other = await place.open({ cwd, env: { TACIT_ENCODER: "off" } });
    const db = await place.database();
    await db.run("DELETE FROM project WHERE id = :id", { id: other.projectId });
    const block = await other.brief.promptBlock(
      { session: "s", point: "prompt" },
      "why does the docs build of this project fail, is the disk full",
    );
    expect(block.text).toContain("disk is full");
    expect(calls()).toBe(2);
  });

  test("is not called unless enabled", async () => {
    const { tacit, calls } = await judged(honestVerdict, false);
    expect((await blockFor(tacit, "s")).text).toContain("Ada");
    expect(calls()).toBe(0);
  });

  test("does not suppress what the gate allows when it fails", async () => {
    let isBroken = false;
    const { tacit } = await judged((message) => (isBroken ? "I cannot" : honestVerdict(message)));
    isBroken = true;
    expect((await blockFor(tacit, "s")).text).toContain("Ada");
  });
});

describe("the default without a choice", () => {
  const TEXT = [
    "We moved the old piano out of the flat when the lift was out of order.",
    "Our cat fell ill last week and the vet kept her overnight.",
    "The veterinarian says that she is well again, we fetch her home tomorrow.",
  ];

  async function conversation(env: Record<string, string> = {}, texts: readonly string[] = TEXT) {
    const tacit = await makePlace().open({ env });
    async function* lines() {
      for (const content of texts)
        yield JSON.stringify({ content, type: "episode", sessionId: "a talk" });
    }
    await tacit.exchange.importLines(lines(), { isVerbatim: true });
    await tacit.memories.remember({
      content: "The cat program prints files; here it is an alias of bat.",
      type: "gotcha",
      source: "user_taught",
    });
    const { hits } = await tacit.memories.recall({ query: "how is the cat after the vet?" });
    return { tacit, hits, looked: hits.filter((hit) => hit.explanation.reranked !== undefined) };
  }

  test("reranks only turns of a conversation, by similar words", async () => {
    const { tacit, hits, looked } = await conversation();
    expect(looked.length).toBeGreaterThanOrEqual(2);
    expect(looked.every(({ memory }) => memory.type === "episode")).toBe(true);
    for (const { explanation } of looked) {
      expect(explanation.reranked).toMatchObject({
        by: expect.stringContaining("late:"),
        problem: null,
      });
      expect(explanation.reranked?.key).toBeGreaterThanOrEqual(0);
    }
    const keys = looked.map(({ explanation }) => explanation.reranked?.key ?? -1);
    expect(keys).toEqual([...keys].sort((a, b) => b - a));
    expect(hits.some(({ memory }) => memory.type === "gotcha")).toBe(true);
    // Without a choice, no reranker is named.
    expect((await tacit.admin.status()).reranking).toMatchObject({ reranker: null, problem: null });
    expect(
      (await (await tacit.admin.rerankers()).list()).find((row) => row.isChosen),
    ).toMatchObject({
      name: "turns",
    });
  });

  test.each<[string, Record<string, string>, readonly string[]]>([
    ["turned off", { TACIT_RERANKER: "off" }, TEXT],
    ["by words alone", { TACIT_ENCODER: "off" }, TEXT],
    ["one turn", {}, TEXT.slice(1, 2)],
    [
      "long ones",
      {},
      TEXT.map((text) => `${text} ${"So it goes on and on about the cat. ".repeat(20)}`),
    ],
  ])("%s: the order of the first stage", async (_name, env, texts) => {
    expect((await conversation(env, texts)).looked).toEqual([]);
  });

  test("can be chosen by name, and only by this name", async () => {
    expect((await conversation({ TACIT_RERANKER: "turns" })).looked.length).toBeGreaterThan(1);
    const { hits, looked } = await conversation({ TACIT_RERANKER: "everybody" });
    expect(hits.length).toBeGreaterThan(1);
    expect(looked[0]?.explanation.reranked?.problem).toContain("TACIT_RERANKER");
  });
});

describe("a hypothetical answer", () => {
  const ODD = "zyxwv qponm";

  async function imagining(say: () => string) {
    const here = await context(answerAsChat(say));
    await here.rerankers.useHyde({ name: "openai-compatible", url: here.url, model: "m" });
    const before = here.requests.length;
    return { ...here, calls: () => here.requests.length - before };
  }

  test("is searched for when the question finds nothing and was asked explicitly", async () => {
    const { tacit, calls } = await imagining(
      () => "Delete the cache folder when the drive is full.",
    );
    expect((await tacit.memories.recall({ query: ODD })).hits).toEqual([]);
    expect(calls()).toBe(0);
    const { hits, imagined, abstained } = await tacit.memories.recall({
      query: ODD,
      isAsked: true,
    });
    expect(hits[0]?.memory.content).toBe(RIGHT);
    expect(imagined).toMatchObject({ problem: null });
    expect(abstained).toBe(true);
    // A question that finds something needs no hypothetical answer.
    await tacit.memories.recall({ query: QUESTION, isAsked: true });
    expect(calls()).toBe(1);
  });

  test("is searched for when the hits share a word but none is relevant", async () => {
    let isBroken = false;
    const { tacit, calls } = await imagining(() =>
      isBroken ? "" : "Delete the cache folder when the drive is full.",
    );
    const query =
      "quarterly parking permits, tenant onboarding, invoice rounding and lunch vouchers";
    expect(
      (await tacit.memories.recall({ query })).hits.map(({ memory }) => memory.content),
    ).toEqual([WORDY]);
    const { hits, imagined } = await tacit.memories.recall({ query, isAsked: true });
    expect(imagined).toMatchObject({ problem: null });
    expect(hits.map(({ memory }) => memory.content)).toContain(RIGHT);
    expect(calls()).toBe(1);
    isBroken = true;
    const unhelped = await tacit.memories.recall({ query: `${query}?`, isAsked: true });
    expect(unhelped.hits.map(({ memory }) => memory.content)).toEqual([WORDY]);
  });

  test("fails: the result is that nothing was found, and why", async () => {
    let isBroken = false;
    const { tacit } = await imagining(() => (isBroken ? "" : "something"));
    isBroken = true;
    const { hits, imagined } = await tacit.memories.recall({ query: ODD, isAsked: true });
    expect(hits).toEqual([]);
    expect(imagined?.problem).toContain("said nothing");
    expect((await tacit.admin.status()).reranking.problem).toContain("said nothing");
  });
});
