/** The programs that people and hosts run: their output for memories whose code changed or that state when they end. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { contextOf, hookHost } from "../hooks/hook-process.ts";
import { startServer } from "../mcp/spawned-server.ts";
import { ABOUT_ROUNDED, makeRepository, type Repository } from "./repository.ts";

const LAUNCHER = fileURLToPath(new URL("../../apps/cli/bin/tacit.mjs", import.meta.url));
const ASK = "Why are cents rounded by rounded before anything is summed up into totals?";

function tacit({ root, home }: Repository, ...argv: string[]) {
  const env = { ...process.env, TACIT_HOME: home, HOME: home, NO_COLOR: "1", COLUMNS: "200" };
  return spawnSync(process.execPath, [LAUNCHER, ...argv], { cwd: root, env, encoding: "utf8" });
}

// biome-ignore lint/suspicious/noExplicitAny: what a command prints is what the test looks at
function json(repository: Repository, ...argv: string[]): any {
  const { status, stdout, stderr } = tacit(repository, ...argv, "--json");
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

const remember = (repository: Repository, ...more: string[]) =>
  json(
    repository,
    "remember",
    ABOUT_ROUNDED,
    "--type",
    "gotcha",
    "--file",
    "src/prices.ts",
    ...more,
  );

/** Similar and without anchors, so always shown; if the other memory is missing, it was withheld on purpose. */
const CONTROL =
  "Totals are summed up from rounded cents, and anything in euros is converted first.";

/** Returns the hook's answer to a prompt. */
async function prompted({ home, root }: Repository, session: string): Promise<string> {
  return contextOf(await hookHost(home, root).tell("UserPromptSubmit", session, { prompt: ASK }));
}

const edit = (repository: Repository) =>
  repository.change("src/prices.ts", "value * 100)", "value * 1000)");

describe("changed code", () => {
  test("is reported by recall, show and review until the change is undone", () => {
    const repository = makeRepository();
    const { id } = remember(repository);
    edit(repository);
    repository.commit("thousandths");
    const note = "`rounded` in src/prices.ts changed, 1 commit since";
    const [hit] = json(repository, "recall", ASK, "--explain").hits;
    expect(hit).toMatchObject({ id, freshness: "changed" });
    expect(hit.why).toContain(note);
    expect(hit.explanation.anchors).toMatchObject([{ symbol: "rounded", commitsSince: 1 }]);
    expect(tacit(repository, "recall", ASK).stdout).toContain(note);
    expect(tacit(repository, "show", id).stdout).toContain(note);
    expect(json(repository, "review").memories).toMatchObject([{ id, reasons: [note] }]);
    expect(tacit(repository, "review").stdout).toContain(note);
    expect(json(repository, "list", "--review")).toHaveLength(1);
    repository.git("revert", "--no-edit", "HEAD");
    expect(json(repository, "review").memories).toEqual([]);
    expect(json(repository, "recall", ASK).hits).toMatchObject([{ id, freshness: "intact" }]);
  });

  test("counts as fresh after a review", () => {
    const repository = makeRepository();
    const { id } = remember(repository);
    edit(repository);
    expect(json(repository, "review").memories).toHaveLength(1);
    json(repository, "review", "accept", id);
    expect(json(repository, "review").memories).toEqual([]);
    expect(json(repository, "show", id)).toMatchObject({ freshness: "intact" });
  });

  test("is reported to an agent with the memory by a hook that runs neither git nor a parser", async () => {
    const repository = makeRepository();
    remember(repository);
    json(repository, "remember", CONTROL, "--type", "convention");
    expect(await prompted(repository, "before")).toContain("Cents are rounded");
    edit(repository);
    const context = await prompted(repository, "after");
    expect(context).toContain("`rounded` in src/prices.ts changed");
    expect(context).toContain("Cents are rounded");
    repository.git("rm", "-q", "-f", "src/prices.ts");
    const without = await prompted(repository, "gone");
    expect(without).toContain("Totals are summed");
    expect(without).not.toContain("Cents are rounded");
    repository.git("checkout", "-q", "HEAD", "--", "src/prices.ts");
    const back = await prompted(repository, "back");
    expect(back).toContain("Cents are rounded");
    expect(back).not.toContain("changed");
  });
});

test("a hook knows a renamed, changed and committed file by its new name after the next session start", async () => {
  const repository = makeRepository();
  remember(repository);
  repository.git("mv", "src/prices.ts", "src/money.ts");
  repository.change("src/money.ts", 'rate("vat")', 'rate("sales tax")');
  repository.commit("money");
  const host = hookHost(repository.home, repository.root);
  const file = join(repository.root, "src", "money.ts");
  const read = { tool_name: "Read", tool_use_id: "r1", tool_input: { file_path: file } };
  const reading = async (session: string) =>
    contextOf(await host.tell("PostToolUse", session, { ...read, tool_response: {} }));
  expect(await reading("before")).toBe("");
  await host.tell("SessionStart", "s1", { source: "clear" });
  expect(await reading("after")).toContain("Cents are rounded");
});

describe("a memory with an end condition", () => {
  test("is shown only until then", async () => {
    const repository = makeRepository();
    repository.write("package.json", JSON.stringify({ dependencies: { money: "^1.2.0" } }));
    const { id } = remember(repository, "--invalid-when", "dependency:money >=2");
    json(repository, "remember", CONTROL, "--type", "convention");
    expect(await prompted(repository, "before")).toContain("Cents are rounded");
    repository.write("package.json", JSON.stringify({ dependencies: { money: "^2.0.0" } }));
    const without = await prompted(repository, "after");
    expect(without).toContain("Totals are summed");
    expect(without).not.toContain("Cents are rounded");
    const note = "no longer holds: dependency:money >=2";
    expect(json(repository, "review").memories).toMatchObject([{ id, reasons: [note] }]);
    expect(json(repository, "recall", ABOUT_ROUNDED).hits[0].why).toContain(note);
    repository.write("package.json", JSON.stringify({ dependencies: { money: "^1.3.0" } }));
    expect(json(repository, "review").memories).toEqual([]);
    expect(await prompted(repository, "back")).toContain("Cents are rounded");
  });

  test("keeps its condition when edited, and loses a confirmed one", () => {
    const repository = makeRepository();
    const { id } = remember(repository, "--invalid-when", "path:src/rates.ts gone");
    json(repository, "edit", id, "--title", "Round first");
    expect(json(repository, "show", id).invalidWhen).toEqual(["path:src/rates.ts gone"]);
    json(
      repository,
      "edit",
      id,
      "--invalid-when",
      "path:README.md gone",
      "--invalid-when",
      "after:2999-01-01",
    );
    repository.git("rm", "-q", "README.md");
    expect(json(repository, "review").memories).toHaveLength(1);
    json(repository, "review", "accept", id);
    expect(json(repository, "show", id).invalidWhen).toEqual(["after:2999-01-01"]);
    expect(json(repository, "review").memories).toEqual([]);
    json(repository, "edit", id, "--invalid-when", "");
    expect(json(repository, "show", id).invalidWhen).toEqual([]);
    expect(json(repository, "export").memories[0].invalidWhen).toEqual([]);
  });

  test("is rejected with examples and not stored if its condition is invalid", () => {
    const repository = makeRepository();
    for (const condition of ["when we move", "dependency:money two", "after:soon"]) {
      const ran = tacit(repository, "remember", ABOUT_ROUNDED, "--invalid-when", condition);
      expect(ran.status).toBe(65);
      expect(ran.stderr).toContain("dependency:zod >=4");
    }
    expect(json(repository, "list")).toEqual([]);
  });

  test("can be created by an agent over MCP", async () => {
    const repository = makeRepository();
    const server = startServer({ home: repository.home, project: repository.root });
    await server.ask("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    const call = async (name: string, input: object) =>
      (await server.ask("tools/call", { name, arguments: input })).result;
    const memory = { content: ABOUT_ROUNDED, files: ["src/prices.ts"] };
    const refused = await call("remember", { ...memory, invalidWhen: ["one day"] });
    expect(refused.isError).toBe(true);
    expect(refused.content[0].text).toContain("after:2026-12-31");
    const result = await call("remember", { ...memory, invalidWhen: ["path:src/rates.ts gone"] });
    expect(result.isError ?? false).toBe(false);
    edit(repository);
    const recalled = await call("recall", { query: ASK });
    expect(recalled.content[0].text).toContain("`rounded` in src/prices.ts changed");
    repository.git("rm", "-q", "src/rates.ts");
    const over = await call("recall", { query: ASK });
    expect(over.content[0].text).toContain("no longer holds: path:src/rates.ts gone");
    await server.end("stdin");
  });
});
