/** A store with one procedure, for the tests of skill files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { procedureText } from "../../curate/revise/procedure.ts";
import { insertMemory } from "../../store/memories/memories.ts";
import { touchProject } from "../../store/projects.ts";
import { makePlace, someMemory } from "../../testing/testing-life.ts";
import { type ReadSkill, readSkill } from "./read-skill.ts";

export const TRIGGER = "release the package to the registry";
export const PARTS = {
  steps: ["Run `npm run build`", "Tag the commit", "Run `npm publish`"],
  prerequisites: ["The changelog must name the version"],
  warnings: ["Never publish from a branch"],
};
export const PAYLOAD = { trigger: TRIGGER, ...PARTS, successes: 3, failures: 1 };
export const CODEX = ".agents/skills/release-the-package/SKILL.md";
export const CLAUDE = ".claude/skills/release-the-package/SKILL.md";

/** A store with one procedure, as an accepted proposal makes it. */
export async function withProcedure(env: Readonly<Record<string, string>> = {}) {
  const place = makePlace();
  const tacit = await place.open({ env });
  const memory = someMemory(place, {
    type: "workflow_recipe",
    title: "Release the package",
    content: procedureText(PAYLOAD),
    payload: PAYLOAD,
    source: "consolidated",
    standing: "believed",
    confidence: 0.55,
    tags: ["procedure"],
  });
  const db = await place.database();
  await touchProject(db, tacit.identity, place.clock.nowMs);
  await insertMemory(db, { ...memory, projectId: tacit.projectId }, place.moment());
  const read = (path: string) => readFileSync(join(place.root, path), "utf8");
  const edit = (path: string, from: string | RegExp, to: string) => {
    expect(read(path)).toMatch(from);
    place.write(path, read(path).replace(from, to));
  };
  return { place, tacit, id: memory.id, read, edit };
}

/** Reads a text that must be a skill. */
export function asSkill(text: string): ReadSkill {
  const found = readSkill(text);
  if ("problem" in found) throw new Error(found.problem);
  return found;
}
