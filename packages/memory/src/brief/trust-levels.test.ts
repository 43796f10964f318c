/** Tests how a trust level changes what agents are shown. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TrustChoice } from "../domain/options.ts";
import { makePlace } from "../testing/testing-life.ts";

const INFERRED = "The preview server must listen on port 3000 because the proxy expects it.";
const ASK = "On which port must the preview server listen, for the proxy?";

async function shownAt(trust: TrustChoice, confidence: number) {
  const place = makePlace();
  const first = await place.open();
  await first.memories.remember({
    content: INFERRED,
    source: "agent_explicit",
    type: "convention",
  });
  await first.close();
  const db = await place.database();
  await db.run("UPDATE memory SET source = 'observer_inferred', confidence = :confidence", {
    confidence,
  });
  const tacit = await place.open({ trust });
  const start = await tacit.brief.startBlock({ session: "a", point: "session_start" });
  const prompt = await tacit.brief.promptBlock({ session: "b", point: "prompt" }, ASK);
  const { abstained } = await tacit.memories.recall({ query: ASK });
  return [start.text !== "", prompt.text !== "", !abstained];
}

test.each<[TrustChoice, number, boolean[]]>([
  ["default", 0.4, [true, true, true]],
  ["L4", 0.4, [false, false, false]],
  ["L4", 0.5, [true, true, true]],
  ["L3", 0.5, [false, false, false]],
  ["L2", 0.7, [true, true, true]],
  ["L1", 0.7, [false, false, false]],
  ["L1", 0.85, [true, false, false]],
])(
  "shows a memory at %s with confidence %d (start, prompt, recall): %j",
  async (trust, confidence, shown) => expect(await shownAt(trust, confidence)).toEqual(shown),
);

test("uses the trust level of config.json if the caller passes none", async () => {
  const place = makePlace();
  const first = await place.open();
  await first.memories.remember({ content: INFERRED, source: "agent_explicit" });
  await first.close();
  writeFileSync(join(place.home, "config.json"), '{"trust": "L1"}');
  const prompt = async (trust?: TrustChoice) =>
    (await (await place.open({ trust })).brief.promptBlock({ session: "b", point: "prompt" }, ASK))
      .text;
  expect(await prompt()).toBe("");
  expect(await prompt("L2")).toContain("3000");
});
