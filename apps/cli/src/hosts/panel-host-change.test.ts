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

function machine(env: Readonly<Record<string, string>> = {}) {
  const base = mkdtempSync(join(tmpdir(), "tacit-hosts-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const userHome = join(base, "user");
  mkdirSync(join(userHome, ".claude"), { recursive: true });
  const settings = join(userHome, ".claude", "settings.json");
  writeFileSync(settings, SETTINGS);
  const context = {
    machine: { env, userHome },
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

test("a plan does not show values of secret variables and what the user's own patterns match", () => {
  const { context, settings } = machine({ MY_API_TOKEN: "plain words 4711" });
  const { home } = context.place;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "config.json"), '{ "secrets": ["house-[0-9]+"] }');
  writeFileSync(settings, '{ "note": "house-42", "env": { "A": "plain words 4711" } }');
  const shown = JSON.stringify(planHost(context, "claude-code", "connect").files);
  expect(shown).toContain("note");
  expect(shown).not.toContain("house-42");
  expect(shown).not.toContain("4711");
});

test("the shown plan is carried out, and its undo restores every byte", async () => {
  const { context, settings, userHome } = machine();
  const { files, digest } = planHost(context, "claude-code", "connect");
  const { undo } = await changeHost(context, "claude-code", { action: "connect", digest });
  for (const { path } of files) expect(existsSync(path)).toBe(true);
  expect(readFileSync(settings, "utf8")).toContain("SessionStart");
  expect(undo?.action).toBe("disconnect");
  const back = await changeHost(context, "claude-code", undo ?? { action: "connect", digest });
  expect(readFileSync(settings, "utf8")).toBe(SETTINGS);
  expect(existsSync(join(userHome, ".claude.json"))).toBe(false);
  expect(back.undo?.action).toBe("connect");
});

test("a plan and its undo stay valid while the agent rewrites the rest of its own file", async () => {
  const { context, userHome } = machine();
  const state = join(userHome, ".claude.json");
  const rewrite = (numStartups: number) => {
    const before = existsSync(state) ? JSON.parse(readFileSync(state, "utf8")) : {};
    const next = { numStartups, theme: "dark", tips: 3, last: true, ...before };
    writeFileSync(state, JSON.stringify({ ...next, numStartups }, null, 2));
  };
  rewrite(1);
  const { digest } = planHost(context, "claude-code", "connect");
  rewrite(2);
  const { undo } = await changeHost(context, "claude-code", { action: "connect", digest });
  expect(readFileSync(state, "utf8")).toContain("mcpServers");
  rewrite(3);
  await changeHost(context, "claude-code", undo ?? { action: "connect", digest });
  expect(JSON.parse(readFileSync(state, "utf8"))).toEqual({
    ...{ numStartups: 3, theme: "dark", tips: 3, last: true },
  });
});

test("disconnecting what this version would connect differently offers no undo", async () => {
  const { context, settings } = machine();
  const { digest } = planHost(context, "claude-code", "connect");
  await changeHost(context, "claude-code", { action: "connect", digest });
  const { hooks, ...rest } = JSON.parse(readFileSync(settings, "utf8"));
  const { SessionStart: _, ...fewer } = hooks;
  writeFileSync(settings, JSON.stringify({ ...rest, hooks: fewer }, null, 4));
  const seen = planHost(context, "claude-code", "disconnect").digest;
  const request = { action: "disconnect", digest: seen } as const;
  expect((await changeHost(context, "claude-code", request)).undo).toBeNull();
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

test("a plan stays valid after a change of an own line between two of its changes, not within one", async () => {
  const { context, settings } = machine();
  const own = (command: string) => [{ hooks: [{ type: "command", command }] }];
  const write = (command: string) => {
    const hooks = { SessionStart: own("first"), PreToolUse: own(command), Stop: own("last") };
    writeFileSync(settings, JSON.stringify({ hooks }, null, 2));
  };
  write("before");
  const { digest } = planHost(context, "claude-code", "connect");
  write("after");
  await changeHost(context, "claude-code", { action: "connect", digest });
  const connected = readFileSync(settings, "utf8");
  expect(connected).toContain('"after"');
  const seen = planHost(context, "claude-code", "disconnect").digest;
  const changed = connected.replace(/"timeout": \d+/, '"timeout": 77');
  expect(changed).not.toBe(connected);
  writeFileSync(settings, changed);
  const request = { action: "disconnect", digest: seen } as const;
  await expect(changeHost(context, "claude-code", request)).rejects.toMatchObject({
    code: "not_allowed",
  });
  expect(readFileSync(settings, "utf8")).toBe(changed);
});
