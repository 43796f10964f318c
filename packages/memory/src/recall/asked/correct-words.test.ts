/** Tests which words of a question are corrected. */
import { expect, test } from "vitest";
import { makePlace } from "../../testing/testing-life.ts";
import { correctedQuestion } from "./correct-words.ts";

const TEXTS = [
  "The remediation pipeline has several stages, and each must finish before the next.",
  "Nightly clones of the repositories are kept in tmp/clones and removed after a week.",
  "Les règles de facturation sont dans src/billing, avec une réduction par client.",
];

async function corrected(question: string, isTyped = false): Promise<string | null> {
  const place = makePlace();
  const tacit = await place.open();
  for (const content of TEXTS) await tacit.memories.remember({ content, source: "user_taught" });
  const vocabulary = { projectId: tacit.projectId, audience: null };
  return correctedQuestion(await place.database(), question, isTyped, vocabulary);
}

test.each([
  ["two errors in two words", "remediaton pipline", "remediation pipeline"],
  ["swapped letters", "nigthly clones", "Nightly clones"],
  ["accents left out", "reglles de facturation", "règles de facturation"],
])("corrects %s", async (_name, question, expected) => {
  expect(await corrected(question)).toBe(expected);
});

test.each([
  ["a question whose words occur", "remediation stages"],
  ["a word that is close to none", "zzzzqqqq"],
  ["a short word", "tmpp"],
  ["a word that is not typed to its end, unless it is being typed", "remedia"],
  ["nothing", ""],
])("leaves %s", async (_name, question) => {
  expect(await corrected(question)).toBeNull();
});

test("completes the last word while it is typed", async () => {
  expect(await corrected("the remedia", true)).toBe("the remediation");
  expect(await corrected("remedia the", true)).toBeNull();
});

test("a question with typing errors is answered, and the answer names the corrected words", async () => {
  const tacit = await makePlace().open();
  for (const content of TEXTS) await tacit.memories.remember({ content, source: "user_taught" });
  const query = "remediaton pipline";
  const asked = await tacit.memories.recall({ query, isAsked: true });
  expect(asked).toMatchObject({ query, corrected: "remediation pipeline", isAnyBearing: true });
  expect(asked.hits[0]?.memory.content).toBe(TEXTS[0]);
  expect(await tacit.memories.recall({ query })).not.toHaveProperty("corrected");
});

test("an agent is not told a word of a secret memory, or of another project", async () => {
  const [here, other] = [makePlace(), makePlace()];
  const tacit = await here.open();
  const secret = "The vault password hint is Zanzibar Marigold, known to the release managers.";
  await tacit.memories.remember({ content: secret, source: "user_taught", visibility: "secret" });
  const elsewhere = await here.open({ cwd: other.root });
  const content = "The customer Quillfeather pays by invoice, thirty days after the delivery.";
  await elsewhere.memories.remember({ content, source: "user_taught" });
  const db = await here.database();
  const { projectId } = tacit;
  const agent = tacit.brief.agentReader({ session: "s" });
  for (const question of ["zanzibr", "quilfeather"])
    expect(await correctedQuestion(db, question, false, { projectId, audience: agent })).toBeNull();
  const person = { projectId, audience: null };
  expect(await correctedQuestion(db, "zanzibr", false, person)).toBe("Zanzibar");
  const everywhere = { projectId: null, audience: agent };
  expect(await correctedQuestion(db, "quilfeather", false, everywhere)).toBe("Quillfeather");
});
