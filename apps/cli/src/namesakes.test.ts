/** Two projects whose folders have the same name are never confused. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

const PORT = "The dev server listens on port 8081 because the proxy holds 8080";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

/** Creates the folders `a/api` and `b/api`, each with one memory. */
async function namesakes(): Promise<readonly [string, string]> {
  const [a, b] = ["a", "b"].map((above) => join(dirname(machine.folder), above, "api"));
  for (const folder of [a, b]) {
    mkdirSync(folder ?? "", { recursive: true });
    await machine.json(["remember", `${PORT} of ${folder}`, "--project", folder ?? ""]);
  }
  return [a ?? "", b ?? ""];
}

test("rejects an ambiguous project name and lists the candidates", async () => {
  const [a, b] = await namesakes();
  for (const argv of [
    ["list", "--project", "api"],
    ["projects", "merge", "api", "project"],
    ["projects", "merge", "project", "api"],
  ]) {
    await machine.json(["remember", PORT]);
    const { status, stderr } = await machine.run(argv);
    expect(status, argv.join(" ")).toBe(64);
    for (const folder of [a, b]) expect(stderr).toContain(`directory:${folder}`);
  }
  for (const folder of [a, b]) {
    const listed = await machine.json(["list", "--project", folder]);
    expect(listed).toMatchObject([{ content: `${PORT} of ${folder}` }]);
  }
});

test("names the project of each hit in a search of all projects", async () => {
  const [a, b] = await namesakes();
  await machine.json(["remember", PORT, "--scope", "global"]);
  const argv = ["recall", "which port does the dev server listen on", "--all-projects"];
  const { hits } = (await machine.json(argv)) as { hits: { content: string; project?: string }[] };
  const found = new Map(hits.map(({ content, project }) => [content, project]));
  for (const folder of [a, b])
    expect(found.get(`${PORT} of ${folder}`)).toBe(`directory:${folder}`);
  expect(found.has(PORT)).toBe(true);
  expect(found.get(PORT)).toBeUndefined();
  expect((await machine.run(argv)).stdout).toContain(`project directory:${a}`);
});

test("exports only a project's own part of a session that spans both", async () => {
  const [a, b] = await namesakes();
  const event = (folder: string, seq: number) =>
    JSON.stringify({
      v: 1,
      session: "s1",
      seq,
      ts: `2026-10-01T10:00:0${seq}.000Z`,
      agent: "claude-code",
      cwd: folder,
      kind: "prompt",
      text: `Said in ${folder}`,
    });
  for (const [seq, folder] of [a, b].entries())
    await machine.json(["observe", "-", "--project", folder], `${event(folder, seq)}\n`);
  for (const [own, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const exported = (await machine.run(["events", "export", "--project", own])).stdout;
    const out = join(dirname(machine.folder), "one.tacit");
    await machine.run(["export", "--format", "archive", "--out", out, "--project", own]);
    for (const text of [exported, gunzipSync(readFileSync(out)).toString("latin1")]) {
      expect(text).toContain(`Said in ${own}`);
      expect(text).not.toContain(`Said in ${other}`);
    }
  }
});

test("names the origin of an export that is imported into the other project", async () => {
  const [a, b] = await namesakes();
  const path = join(dirname(machine.folder), "export.json");
  writeFileSync(path, (await machine.run(["export", "--project", a])).stdout);
  const into = (folder: string, ...more: string[]) =>
    machine.run(["import", "export", path, "--project", folder, ...more]);
  const elsewhere = join(dirname(machine.folder), "other-home");
  expect((await into(b, "--home", elsewhere)).stdout).toContain(
    `exported from directory:${a}, imported into directory:${b}`,
  );
  // An id exists once per store: a memory of one project is not imported into the other.
  expect((await into(b)).stdout).toContain("stay in their projects");
  expect((await into(a)).stdout).not.toContain("exported from");
});

test("suggests the nearest names for an unknown project, and reports a missing folder as such", async () => {
  for (const name of ["search", "billing-web", "billing", "ledger"]) {
    const folder = join(dirname(machine.folder), name);
    mkdirSync(folder);
    await machine.json(["remember", PORT, "--project", folder]);
  }
  const ran = await machine.run(["list", "--project", "biling"]);
  expect(ran).toMatchObject({ status: 66, stdout: "" });
  expect(ran.stderr).toContain("no folder or project has the name biling (nearest projects: ");
  const nearest = ran.stderr
    .split("nearest projects: ")[1]
    ?.split(", ")
    .map((item) => basename(item));
  expect(nearest?.slice(0, 2)).toEqual(["billing", "billing-web"]);
  expect((await machine.run(["list", "--project", "./biling"])).stderr).toContain("no such file");
  const none = await machine.run([
    "list",
    "--project",
    "biling",
    "--home",
    `${machine.home}-other`,
  ]);
  expect(none.stderr).toContain("has the name biling\n");
});
