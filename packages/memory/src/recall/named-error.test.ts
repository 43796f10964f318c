/** Tests that a memory stored with an error is shown when that error returns. */
import { madeUp } from "@tacit-memory/redact/testing";
import { describe, expect, test } from "vitest";
import type { Teaching } from "../curate/teaching.ts";
import { makePlace } from "../testing/testing-life.ts";

type Place = ReturnType<typeof makePlace>;

const TUNNEL = "the tunnel dropped on the third hop";
const LOGIN = madeUp("alnum", 24);

async function taught(...teachings: (Partial<Teaching> & { content: string })[]) {
  const place = makePlace();
  const tacit = await place.open();
  const ids: string[] = [];
  for (const item of teachings)
    ids.push(
      (await tacit.memories.remember({ source: "agent_explicit", ...item })).id ?? "refused",
    );
  return { place, tacit, ids };
}

describe("an error named for a memory", () => {
  const MAVEN = "Install maven before the first build: apt-get install -y maven.";
  const OUTPUT = "$ mvn -q test\nscript.bash: line 1: mvn: command not found";
  const failing = (place: Place, output: string) =>
    place
      .open()
      .then((tacit) =>
        tacit.brief.toolBlock({ session: "later", point: "tool" }, { files: [], error: output }),
      );

  test("shows the memory when its error returns, whatever its text", async () => {
    const { place, ids } = await taught({ content: MAVEN, error: "bash: mvn: command not found" });
    expect((await failing(place, OUTPUT)).shown.map(({ id }) => id)).toEqual(ids);
    expect((await failing(place, "error: release version 7 not supported")).text).toBe("");
  });

  test("shows the memory for a line without the form of an error, below another line that has it", async () => {
    const { place, ids } = await taught({
      content: "Restart the jump host, then upload again.",
      error: "the tunnel dropped on the third hop",
    });
    const again = "the tunnel dropped on the third hop\nfatal: the remote end hung up";
    expect((await failing(place, again)).shown.map(({ id }) => id)).toEqual(ids);
  });

  test("ranks the memory of the whole error before that of a single line", async () => {
    const { place, ids } = await taught(
      {
        content: "Restart the jump host, then upload again.",
        error: "the tunnel dropped on the third hop",
      },
      {
        content: "Renew the ticket with kinit before the upload.",
        error: "fatal: the ticket cannot be read",
      },
    );
    const again = "the tunnel dropped on the third hop\nfatal: the ticket cannot be read";
    expect((await failing(place, again)).shown.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test.each<[string, string, string]>([
    ["its line", TUNNEL, TUNNEL],
    ["with other numbers", "hop 3 of 12 went silent upstream", "hop 4 of 9 went silent upstream"],
    ["among others", TUNNEL, `$ deploy\ndialling the first\n  ${TUNNEL}\nand nothing more`],
    ["with a secret", `no login with password=${LOGIN}`, `no login with password=${LOGIN}`],
  ])("finds the memory by a line without the form of an error: %s", async (_name, error, query) => {
    const { tacit, ids } = await taught(
      { content: "Restart the jump host, then upload again.", error },
      { content: "A tunnel with more than one hop is told of with password prompts." },
    );
    const { hits, abstained } = await tacit.memories.recall({ query, isAsked: true });
    const exact = hits.filter(({ explanation }) => explanation.ranks.fingerprint === 1);
    expect(exact.map(({ memory }) => memory.id)).toEqual([ids[0]]);
    expect(abstained).toBe(false);
    const other = await tacit.memories.recall({
      query: "why was the tunnel dropped on a third hop",
    });
    expect(other.hits.filter(({ explanation }) => explanation.ranks.fingerprint)).toEqual([]);
  });

  test("does not show the memory for the same words without its error", async () => {
    const { place } = await taught({ content: MAVEN });
    expect((await failing(place, OUTPUT)).text).toBe("");
  });

  test.each<[string, string]>([
    ["with a secret in its line", `error: cannot log in with password=${madeUp("alnum", 24)}`],
    ["longer than what is kept of one", `${"x\n".repeat(40_000)}${OUTPUT}`],
  ])("recognizes an error as stored when it is input as printed: %s", async (_name, output) => {
    const named = await taught({ content: MAVEN, error: output });
    expect((await failing(named.place, output)).shown.map(({ id }) => id)).toEqual(named.ids);
    const { place, tacit } = await taught();
    const lines = (async function* () {
      yield JSON.stringify({ content: MAVEN, error: output });
    })();
    expect(await tacit.exchange.importLines(lines, { isVerbatim: false })).toMatchObject({
      imported: 1,
    });
    expect((await failing(place, output)).shown).toHaveLength(1);
  });

  test("rejects a text that names no error and stores nothing", async () => {
    const { tacit } = await taught();
    await expect(
      tacit.memories.remember({ source: "user_taught", content: MAVEN, error: "it went well" }),
    ).rejects.toMatchObject({ code: "usage" });
    expect(await tacit.memories.list()).toEqual([]);
  });

  test("can be added and removed later, and stays when the memory is stated again", async () => {
    const { place, tacit, ids } = await taught({ content: MAVEN });
    const id = ids[0] ?? "";
    await tacit.memories.edit(id, { error: OUTPUT });
    await tacit.memories.remember({ source: "user_taught", content: MAVEN });
    expect((await failing(place, OUTPUT)).shown).toHaveLength(1);
    await tacit.memories.edit(id, { error: "" });
    expect((await tacit.memories.get(id)).errorFingerprint).toBeNull();
    await tacit.memories.remember({ source: "user_taught", content: MAVEN, error: OUTPUT });
    expect((await tacit.memories.get(id)).errorFingerprint).not.toBeNull();
  });
});
