/** What the start of a session shows as a store grows: rules in full as far as they fit, and the titles of the rest. */
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

/** Three made-up words, so that no two memories are about the same. */
function wordsOf(i: number): string[] {
  const syllables = ["ba", "ke", "ri", "mo", "tu", "sa", "ne", "vi", "lo", "gu"];
  const syllable = (n: number) => syllables[n % 10] ?? "";
  return [1, 3, 7].map(
    (n) => `${syllable(i * n)}${syllable(i + n)}${syllable(Math.floor(i / 10) + n)}x`,
  );
}

const REASON = "because the scripts of the other team expect nothing else and fail late";

async function startWith(count: number): Promise<string> {
  const tacit = await makePlace().open();
  const remember = { source: "agent_explicit" } as const;
  for (const tool of ["Postgres", "pnpm", "Fastify", "Vitest"]) {
    const content = `Always use ${tool} in this project, ${REASON}.`;
    await tacit.memories.remember({ ...remember, content, type: "convention" });
  }
  for (let i = 0; i < count; i++) {
    const [first = "", second = "", third = ""] = wordsOf(i);
    const content = `Note ${i}: the ${first} fails after a ${second} restart, since ${third} keeps its old lock and nobody else can remove it.`;
    const trust = i % 2 === 0 ? ("hypothesis" as const) : ("believed" as const);
    await tacit.memories.remember({ ...remember, content, type: "gotcha", standing: trust });
  }
  return (await tacit.brief.startBlock({ session: "s1", point: "session_start" })).text;
}

test.each([
  ["all rules and every title", 6, 4, 6],
  ["fewer rules, so that every title fits", 17, 3, 17],
  ["as many titles as fit, those of rules first", 60, 0, 8],
])("shows %s", async (_name, count, leastRules, leastNamed) => {
  const text = await startWith(count);
  expect(text.match(/Always use/g)).toHaveLength(4);
  expect(text.split(REASON).length - 1).toBeGreaterThanOrEqual(leastRules);
  const named = text.split("\n").filter((line) => /Note \d/.test(line));
  expect(named.length).toBeGreaterThanOrEqual(leastNamed);
  // What may be wrong comes last.
  const kinds = named.map((line) => (line.includes("unconfirmed") ? "hypothesis" : "known"));
  expect(kinds).toEqual(kinds.toSorted().toReversed());
});
