/** From what was said in one process to what is found in another: indexed once, searched, read, forgotten. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Event } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { STORE_FILE } from "./store/open-store.ts";
import { makePlace, type Place, sessionScript } from "./testing-life.ts";

const ANSWER =
  "The webhook handler consumes the request body, so the signature check after it sees an empty stream.";
const QUESTION = "why is the webhook signature rejected";

function told(session: string): Event[] {
  return [
    ...sessionScript(session)
      .prompt("The signature of our webhook is always rejected, find out why")
      .add("message", { text: ANSWER })
      .end().events,
  ];
}

async function witness(place: Place, events: readonly Event[]): Promise<void> {
  const tacit = await place.open();
  await tacit.takeIn(events, "live");
  await tacit.close();
}

async function found(place: Place, query = QUESTION): Promise<string[]> {
  const tacit = await place.open();
  const { answers } = await tacit.recall({ query, in: "sessions" });
  await tacit.close();
  return answers.map((one) => (one.kind === "passage" ? one.hit.passage.content : "memory"));
}

test("what one process took in, another finds, once, with the session it was said in", async () => {
  const place = makePlace();
  await witness(place, told("s1"));
  await witness(place, told("s1"));
  const tacit = await place.open();
  const { answers } = await tacit.recall({ query: QUESTION });
  const passages = answers.flatMap((one) => (one.kind === "passage" ? [one.hit.passage] : []));
  // The question and its answer follow each other: one hit.
  const [answer, ...others] = passages.filter(({ speaker }) => speaker !== "summary");
  expect(others).toEqual([]);
  expect(answer).toMatchObject({ session: "s1", isRetracted: false });
  expect(answer?.content).toContain(`Agent: ${ANSWER}`);
  const { around } = await tacit.passage(answer?.id.slice(0, 12) ?? "");
  expect(around.map(({ speaker }) => speaker)).toEqual(["user", "agent"]);
});

test("a question that was asked before is no answer to itself", async () => {
  const place = makePlace();
  await witness(place, [...sessionScript("s1").prompt(QUESTION).events]);
  expect(await found(place)).toEqual([]);
});

test("a turn that goes on is indexed anew, and the ids of what was said stay", async () => {
  const place = makePlace();
  const events = told("s1").filter(({ kind }) => kind !== "session_end");
  const message = events.findLast(({ kind }) => kind === "message");
  if (message === undefined) throw new Error("the script says nothing");
  await witness(place, events);
  const before = (await found(place)).join("\n");
  await witness(place, [
    { ...message, key: "later", kind: "message", text: "Fixed by reading the raw body first." },
  ]);
  expect(before).toContain(ANSWER);
  expect((await found(place)).join("\n")).toContain(
    `${ANSWER}\n\nFixed by reading the raw body first.`,
  );
});

test("another project is not searched, unless every project is asked for", async () => {
  const [place, other] = [makePlace(), makePlace()];
  await witness(place, told("s1"));
  const tacit = await other.open({ home: place.home });
  expect((await tacit.recall({ query: QUESTION })).answers).toEqual([]);
  expect((await tacit.recall({ query: QUESTION, anyProject: true })).answers).not.toEqual([]);
});

test("a forgotten session is in no file of the store, and no import brings it back", async () => {
  const place = makePlace();
  await witness(place, told("s1"));
  const tacit = await place.open();
  await tacit.forgetSession("s1");
  await tacit.close();
  await witness(place, told("s1"));
  expect(await found(place)).toEqual([]);
  expect(readFileSync(join(place.home, STORE_FILE)).includes("consumes the request body")).toBe(
    false,
  );
});

test("forgetting a memory takes its words out of what was said", async () => {
  const place = makePlace();
  await witness(place, told("s1"));
  const tacit = await place.open();
  const { id } = await tacit.remember({ content: ANSWER, source: "user_taught", confidence: 0.9 });
  await tacit.forget([id ?? ""]);
  await tacit.close();
  expect((await found(place)).join()).not.toContain("consumes");
});

test("what was said by an agent that served a model for us is no passage", async () => {
  const place = makePlace();
  const { OWN_REQUEST } = await import("./domain/own-request.ts");
  const script = sessionScript("s1")
    .prompt(`${OWN_REQUEST} ${QUESTION}`)
    .add("message", { text: ANSWER });
  await witness(place, [...script.end().events]);
  expect(await found(place)).toEqual([]);
});
