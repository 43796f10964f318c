/** Seen again after a person has changed it: is it left as they made it? */
import { expect, test } from "vitest";
import type { Candidate } from "../domain/candidate.ts";
import { changeMemory, getMemory } from "../store/memories.ts";
import { promoting } from "../testing-promoting.ts";

test.each([
  ["the same session, seen again", ["s1"]],
  ["another", ["s1", "s2"]],
])("what a person took off does not come back with %s", async (_name, sessions) => {
  const { db, place, propose, decide } = await promoting();
  const seen = {
    triggers: ["not sorted"],
    tags: ["error"],
    files: ["src/a.ts"],
    errorFingerprint: "e1",
  };
  const [first] = await decide([propose(seen)]);
  const memory = await getMemory(db, first?.memoryId ?? "");
  const without = { triggers: ["sort"], tags: [], files: [], errorFingerprint: null };
  await changeMemory(db, memory, { ...memory, ...without }, "edited", place.moment());
  const more = { ...seen, triggers: [...seen.triggers, "unsorted"] };
  await decide([propose({ ...first?.candidate, ...more, sessions } as Partial<Candidate>)]);
  const triggers = ["sort", "unsorted"];
  expect(await getMemory(db, memory.id)).toMatchObject({ ...without, triggers });
});
