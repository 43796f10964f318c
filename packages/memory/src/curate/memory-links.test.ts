/** A memory cannot be related to one that is not shown in this project or at this checkout, and no relation reveals one. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addEdge } from "../store/memories/edges.ts";
import { git } from "../testing/testing-git.ts";
import { makePlace } from "../testing/testing-life.ts";

const HERE = "The parser reads its rules from rules.txt because the editor writes them there.";
const AWAY = "The bastion of the payment cluster is at 10.9.8.7, behind the blue door.";
const TOPIC = "The parser of the topic branch reads yellow rules only, never blue ones.";

/** Creates a project with a memory, a memory of another project, and one of a branch that is not checked out. */
async function opened() {
  const { root: base, home, open, database, moment } = makePlace();
  const [here, away] = [join(base, "here"), join(base, "away")];
  for (const at of [here, away]) mkdirSync(at);
  git(here, "init", "-q", "-b", "main");
  git(here, "commit", "-qm", "first", "--allow-empty");
  const tacit = await open({ home, cwd: here });
  const say = async (content: string, from = tacit) =>
    (await from.memories.remember({ content, source: "user_taught", type: "gotcha" })).id ?? "";
  const id = await say(HERE);
  const others = { "another project": await say(AWAY, await open({ home, cwd: away })) };
  git(here, "switch", "-qc", "topic");
  const onTopic = await open({ home, cwd: here });
  const hidden = await onTopic.memories.remember({
    content: TOPIC,
    source: "agent_explicit",
    type: "gotcha",
  });
  git(here, "switch", "-q", "main");
  const main = await open({ home, cwd: here });
  const tie = async (toId: string) =>
    addEdge(
      await database(),
      {
        fromId: (await main.memories.get(id)).id,
        toId: (await main.memories.get(toId)).id,
        type: "relates_to",
        createdAtMs: moment().nowMs,
      },
      moment(),
    );
  return { main, id, others: { ...others, "a hidden branch": hidden.id ?? "" }, tie };
}

test.each(["another project", "a hidden branch"] as const)(
  "does not relate to a memory of %s",
  async (whose) => {
    const { main, id, others, tie } = await opened();
    const other = others[whose];
    await expect(main.memories.link(id, { memory: other })).rejects.toMatchObject({
      code: "not_allowed",
    });
    await expect(main.memories.link(other, { memory: id })).rejects.toMatchObject({
      code: "not_allowed",
    });
    expect((await main.memories.story(id)).edges).toEqual([]);
    // Such a relation may exist anyway, from an older version or a synchronised store.
    await tie(other);
    const { hits } = await main.memories.recall({
      query: "from where does the parser read its rules.txt",
    });
    expect(hits.map(({ memory }) => memory.id)).toEqual([(await main.memories.get(id)).id]);
  },
);

test("a global memory can be related to any other", async () => {
  const { main, id } = await opened();
  const input = { content: AWAY, source: "user_taught", scope: "global" } as const;
  const { id: everywhere } = await main.memories.remember(input);
  await main.memories.link(id, { memory: everywhere ?? "" });
  expect((await main.memories.story(id)).edges).toHaveLength(1);
});
