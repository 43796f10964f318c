/** What a model sums up from memories: a candidate like any other, tied to its sources. */
import { expect, test } from "vitest";
import { type SessionScript, START_MS } from "./testing-life.ts";
import {
  buildFirst,
  choose,
  installFirst,
  lessons,
  taught,
  wordingWorld,
} from "./testing-wording.ts";
import { answerAsChatWriter, type Say } from "./wording/testing-writers.ts";
import { WORDING } from "./wording/tuning.ts";

const SUM = "Here `npm test` fails, and `npm run lint` fails too: each needs another command.";
const summing: Say = (notes) => ({
  notes: [],
  summaries:
    notes.length < 2
      ? []
      : [{ from: notes.map(({ id }) => id), title: "What the tests need", text: SUM }],
});

async function summed(most: number) {
  const { tacit, url } = await wordingWorld(answerAsChatWriter(summing));
  await choose(tacit, url);
  const rids: number[] = [];
  for (let i = 0; i < most; i++) {
    const both = (script: SessionScript) => installFirst(buildFirst(script));
    rids.push(...(await taught(tacit, `s${i}`, START_MS + i * 200_000, both)));
  }
  return { tacit, rids };
}

test("of fewer sessions than it takes waits, and says so", async () => {
  const { tacit, rids } = await summed(1);
  const before = await lessons(tacit);
  expect(before.length).toBeGreaterThan(1);
  await tacit.wordSessions(rids);
  const [waiting] = (await tacit.candidates()).filter(({ content }) => content === SUM);
  expect(waiting).toMatchObject({ state: "proposed", reason: "too_few_sessions" });
  expect(await lessons(tacit)).toEqual(before);
});

test("of enough sessions is a memory of its own: never more than believed, tied to its sources, gone with them", async () => {
  const { tacit, rids } = await summed(WORDING.insightSessions.value);
  const sources = await lessons(tacit);
  const [told] = (await tacit.wordSessions(rids)).filter(({ summaries }) => summaries > 0);
  expect(told).toMatchObject({ session: "s0", summaries: 1, problem: null });
  const [made] = (await tacit.list()).filter(({ source }) => source === "consolidated");
  expect(made).toMatchObject({ content: SUM, type: "module_insight", isTainted: false });
  expect(made?.standing).not.toBe("verified");
  const { edges } = await tacit.story(made?.id ?? "");
  expect(edges.map(({ type, fromId }) => [type, fromId])).toEqual(
    edges.map(() => ["derived_from", made?.id]),
  );
  expect(edges.length).toBeGreaterThan(1);
  const wording = (await tacit.report({ session: told?.session })).wording;
  expect(wording?.summaries).toMatchObject([{ verdict: "made", id: made?.id }]);
  await tacit.forget([sources.find(({ id }) => edges.some(({ toId }) => toId === id))?.id ?? ""]);
  expect((await tacit.list()).filter(({ source }) => source === "consolidated")).toEqual([]);
});
