/** Tests whether an answer states correctly that an agent would be shown nothing of it. */
import { expect, test } from "vitest";
import { makePlace, sessionScript } from "../testing/testing-life.ts";

const ANSWER =
  "The webhook handler consumes the request body, so the signature check after it sees an empty stream.";

test("a question is answered for an agent only if one of the returned hits would be shown", async () => {
  const tacit = await makePlace().open();
  for (const id of ["s1", "s2", "s3"]) {
    const text = `${ANSWER} So the webhook signature is rejected, as ${id} shows.`;
    const script = sessionScript(id).prompt("Look at the hook").add("message", { text });
    await tacit.sessions.ingest(script.events, "live");
  }
  const content =
    "Read the raw body of a webhook first, since its signature is checked afterwards.";
  await tacit.memories.remember({ content, source: "user_taught" });
  const query = "the webhook signature is rejected: which stream does the check see?";
  const of = async (limit: number) => {
    const { answers, abstained } = await tacit.memories.recall({ query, limit });
    return { abstained, shown: answers.map(({ kind, shown }) => [kind, shown]) };
  };
  expect(await of(1)).toEqual({ abstained: true, shown: [["passage", null]] });
  const all = await of(10);
  expect(all.abstained).toBe(false);
  expect(all.shown.find(([kind]) => kind === "memory")?.[1]).not.toBeNull();
  await tacit.close();
});

test("a secret memory is found for a person and marked as not shown to an agent", async () => {
  const tacit = await makePlace().open();
  const content = "The payment webhook must verify the signature before parsing the body.";
  const { id } = await tacit.memories.remember({ content, source: "user_taught" });
  const of = async () => {
    const { answers, abstained } = await tacit.memories.recall({ query: content });
    return { abstained, shown: answers.map(({ shown }) => shown) };
  };
  expect(await of()).toEqual({ abstained: false, shown: ["full"] });
  await tacit.memories.edit(id ?? "", { visibility: "secret" });
  expect(await of()).toEqual({ abstained: true, shown: [null] });
  await tacit.close();
});
