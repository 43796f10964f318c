/** What is seen twice of one command, in two ways: is it one memory, found by either, and are a person's words left alone? */
import { expect, test } from "vitest";
import type { Candidate } from "../domain/candidate.ts";
import { changeMemory } from "../store/memories.ts";
import { listMemories } from "../store/memory-lists.ts";
import { PROJECT } from "../testing-life.ts";
import { promoting } from "../testing-promoting.ts";

const cure = (command: string, error: string, failed = "npm run lint"): Partial<Candidate> => ({
  type: "error_pattern",
  subject: `error:${error}`,
  title: error,
  content: `\`${failed}\` fails with “${error}” until \`${command}\` has been run.`,
  payload: { command: failed, error, fix: { kind: "command", command } },
  tags: ["error", "fix"],
  errorFingerprint: error,
});
const habit = (command: string, folder?: string): Partial<Candidate> => ({
  type: "workflow_recipe",
  signals: ["command_success"],
  subject: `command:install:${command}@${folder}`,
  title: `To install: ${command}`,
  content: `To install here use \`${command}\`${folder === undefined ? "" : ` in \`${folder}\``}.`,
  payload: { purpose: "install", command, ...(folder === undefined ? {} : { folder }) },
  tags: ["command", "install"],
  sessions: ["s2"],
});

async function learning(...told: readonly Partial<Candidate>[]) {
  const { db, place, propose, decide } = await promoting();
  const ids: string[] = [];
  for (const one of told) {
    const [promotion] = await decide([propose(one)]);
    ids.push(promotion?.memoryId ?? "none");
  }
  const memories = await listMemories(db, { projectId: PROJECT });
  return { db, place, propose, decide, ids, memories };
}

const LINT = cure("npm ci", "biome: command not found");
const TYPES = cure("npm ci", "/bin/bash: line 1: tsc-watch: command not found", "npm run types");

test.each([
  ["a cure, then the habit", LINT, habit("npm ci")],
  ["a habit, then the cure", habit("npm ci"), LINT],
])(
  "%s: one memory, which says what is mended, and is told where either was",
  async (_, ...told) => {
    const { ids, memories } = await learning(...told);
    expect(new Set(ids).size).toBe(1);
    expect(memories).toHaveLength(1);
    expect(memories[0]).toMatchObject({
      type: "error_pattern",
      content: LINT.content,
      errorFingerprint: LINT.errorFingerprint,
      payload: LINT.payload,
      tags: expect.arrayContaining(["fix", "command"]),
      sessions: expect.arrayContaining(["s1", "s2"]),
      observationCount: 2,
    });
  },
);

test("a second error that the same command mends is another way to find the cure", async () => {
  const { memories } = await learning(LINT, TYPES);
  expect(memories).toHaveLength(1);
  expect(memories[0]).toMatchObject({
    content: LINT.content,
    triggers: ["tsc-watch: command not found"],
  });
});

test("saying yes to what would be asked makes no other command", async () => {
  const { memories } = await learning(
    cure("apt-get install -y maven", "mvn: command not found"),
    habit("apt-get install maven"),
  );
  expect(memories).toHaveLength(1);
});

test.each([
  ["another command", habit("npm install")],
  ["the same in one folder alone", habit("npm ci", "web")],
])("%s is another thing to know", async (_, other) => {
  expect((await learning(LINT, other)).memories).toHaveLength(2);
});

test("a memory that a person has pinned keeps its words, and the cure gets its own", async () => {
  const { db, place, propose, decide } = await learning(habit("npm ci"));
  const [known] = await listMemories(db, { projectId: PROJECT });
  if (known === undefined) throw new Error("nothing was learned");
  await changeMemory(db, known, { ...known, isPinned: true }, "pinned", place.moment());
  await decide([propose(LINT)]);
  const memories = await listMemories(db, { projectId: PROJECT });
  expect(memories.map(({ type }) => type).sort()).toEqual(["error_pattern", "workflow_recipe"]);
});

test("secrets in what is joined stay out", async () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const { memories } = await learning(
    habit("npm ci"),
    cure("npm ci", `401 for ${token} on install`),
  );
  expect(JSON.stringify(memories)).not.toContain(token);
  expect(memories).toHaveLength(1);
});

test("a later session that shows the cure once more adds the words it met it by", async () => {
  const { db, propose, decide } = await learning(LINT, habit("npm ci"));
  const [first] = await decide([
    propose({ ...LINT, sessions: ["s3"], triggers: ["biome is missing here"] }),
  ]);
  expect(first?.isMerge).toBe(true);
  const [memory] = await listMemories(db, { projectId: PROJECT });
  expect(memory?.triggers).toContain("biome is missing here");
});
