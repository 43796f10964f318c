/** Tests that a digest quotes its session only as long as the session is not forgotten. */
import { expect, test } from "vitest";
import { insertMemory } from "../../store/memories/memories.ts";
import { makePlace, sessionScript, someMemory } from "../../testing/testing-life.ts";

const NOTES = [
  "The importer reads files in the order of their names, not of their dates.",
  "A file with a byte order mark makes the importer skip its first column.",
  "Run `npm run import -- --dry` first: it lists the rows that would be refused.",
];

test("is titled by the session's task and forgotten with the session, unlike the notes", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const script = sessionScript("s1").prompt("Rewrite the import of the harbour ledger.");
  await tacit.sessions.ingest(script.end().events, "live");
  const db = await place.database();
  for (const content of NOTES) {
    const note = someMemory(place, { content, sessions: ["s1"] });
    await insertMemory(db, { ...note, projectId: tacit.projectId }, place.moment());
  }
  await tacit.memories.dream();
  const [proposal] = await tacit.memories.proposals();
  const decided = await tacit.memories.acceptProposal(proposal?.id ?? "");
  expect(decided?.memory?.title).toContain("harbour ledger");
  await tacit.sessions.forget("s1");
  const left = await tacit.memories.list();
  expect(left.map(({ content }) => content)).toEqual(expect.arrayContaining(NOTES));
  expect(JSON.stringify(left)).not.toContain("harbour");
});
