/** Tests connecting and disconnecting an agent from the panel: what is shown, what is written, and what is refused. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { CommandContext } from "../command-context.ts";
import { changeHost, planHost } from "./panel-host-change.ts";

const KEY = `sk-ant-api03-${"aB3dE6gH9jK2mN5pQ8sT".repeat(4)}`;
/** As a person wrote it: with a key, and indented by four spaces. */
const SETTINGS = JSON.stringify({ env: { ANTHROPIC_API_KEY: KEY }, model: "opus" }, null, 4);

function machine() {
  const base = mkdtempSync(join(tmpdir(), "tacit-hosts-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const userHome = join(base, "user");
  mkdirSync(join(userHome, ".claude"), { recursive: true });
  const settings = join(userHome, ".claude", "settings.json");
  writeFileSync(settings, SETTINGS);
  const context = {
    machine: { env: {}, userHome },
    place: { home: join(base, "home"), named: null },
  } as unknown as CommandContext;
  return { context, userHome, settings };
}

test("a plan shows the lines of each file without secrets, and writes nothing", () => {
  const { context, settings, userHome } = machine();
  const { files } = planHost(context, "claude-code", "connect");
  expect(files.map(({ path, change }) => [path, change])).toContainEqual([settings, "changed"]);
  const own = files.find(({ path }) => path === settings)?.lines ?? [];
  expect(own.some(({ kind, text }) => kind === "added" && text.includes("SessionStart"))).toBe(
    true,
  );
  expect(JSON.stringify(files)).not.toContain(KEY);
  expect(readFileSync(settings, "utf8")).toBe(SETTINGS);
  expect(existsSync(join(userHome, ".claude.json"))).toBe(false);
});

test("the shown plan is carried out, and its undo restores every byte", async () => {
  const { context, settings, userHome } = machine();
  const { files, digest } = planHost(context, "claude-code", "connect");
  const { changed, undo } = await changeHost(context, "claude-code", { action: "connect", digest });
  expect(changed).toEqual(files.map(({ path }) => path));
  expect(readFileSync(settings, "utf8")).toContain("SessionStart");
  expect(undo?.action).toBe("disconnect");
  const back = await changeHost(context, "claude-code", undo ?? { action: "connect", digest });
  expect(readFileSync(settings, "utf8")).toBe(SETTINGS);
  expect(existsSync(join(userHome, ".claude.json"))).toBe(false);
  expect(back.undo?.action).toBe("connect");
});

test.each([
  ["a plan that nobody has seen", "0".repeat(64), SETTINGS],
  ["a file that changed since", null, "{}"],
])("nothing is written for %s", async (_name, digest, content) => {
  const { context, settings } = machine();
  const seen = planHost(context, "claude-code", "connect").digest;
  writeFileSync(settings, content);
  const request = { action: "connect", digest: digest ?? seen } as const;
  await expect(changeHost(context, "claude-code", request)).rejects.toMatchObject({
    code: "not_allowed",
  });
  expect(readFileSync(settings, "utf8")).toBe(content);
});

test.each(["mcp", "nobody", "__proto__"])("there is no agent to connect: %s", (name) => {
  expect(() => planHost(machine().context, name, "connect")).toThrowError(/unknown agent/);
});
