/** Tests `tacit config`, `tacit off` and `--set` from a user's view, and the effect of a broken file on other commands. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let at: TestMachine;
beforeEach(() => {
  at = testMachine();
});
afterEach(() => at.remove());

const file = () => join(at.home, "config.json");
const saved = () => JSON.parse(readFileSync(file(), "utf8")) as unknown;
const write = (text: string) => {
  mkdirSync(at.home, { recursive: true });
  writeFileSync(file(), text);
};

test("sets, reads and unsets an option", async () => {
  expect(await at.json(["config", "get", "trust"])).toEqual({
    name: "trust",
    value: "default",
    source: "default",
  });
  expect(await at.json(["config", "set", "trust", "L2"])).toMatchObject({
    value: "L2",
    source: "user",
  });
  expect(await at.json(["config", "trust", "L1", "--local"])).toMatchObject({
    value: "L1",
    source: "project",
  });
  expect(await at.json(["config", "trust", "--set", "trust=L4"])).toMatchObject({
    value: "L4",
    source: "environment",
  });
  expect(await at.json(["config", "unset", "trust", "--local"])).toMatchObject({
    value: "L2",
    source: "user",
  });
  expect(await at.json(["config", "ignore", "a/**", "*.pem"])).toMatchObject({
    value: ["a/**", "*.pem"],
  });
  expect(saved()).toEqual({ trust: "L2", ignore: ["a/**", "*.pem"] });
});

test("lists every option with its source and shows no token", async () => {
  await at.run(["config", "set", "authToken", "tok-4711-secret"]);
  const { stdout, status } = await at.run(["config", "--json"]);
  const { path, options } = JSON.parse(stdout) as { path: string; options: { name: string }[] };
  expect([path, status]).toEqual([file(), 0]);
  expect(options.find(({ name }) => name === "authToken")).toMatchObject({
    value: "(set)",
    source: "user",
  });
  expect(stdout + (await at.run(["config", "get", "authToken"])).stdout).not.toContain("4711");
  const long = `authToken=${"tok-4711".repeat(300)}`;
  expect((await at.run(["config", "--set", long])).stderr).toMatch(/authToken: the value is not/);
  expect((await at.run(["config", "--set", long])).stderr).not.toContain("4711");
});

test.each(["libsql://me:pa55word4711@db.example", "https://db.example?tls=1&authToken=tok4711"])(
  "refuses an address with a password or a token, and never prints it: %s",
  async (url) => {
    const set = await at.run(["config", "set", "url", url]);
    expect(set.status).toBe(64);
    expect(set.stderr).toContain("config set authToken -");
    const home = join(at.home, "config.json");
    mkdirSync(at.home, { recursive: true });
    writeFileSync(home, JSON.stringify({ url }));
    const printed = [set];
    for (const argv of [["config"], ["config", "get", "url"], ["status"], ["doctor", "--json"]])
      printed.push(await at.run(argv));
    printed.push(await at.run(["status", "--set", `url=${url}`]));
    expect(printed.at(-1)?.stderr).toContain("contains a password or a token");
    expect(JSON.stringify(printed)).not.toContain("4711");
  },
);

test("warns who can read a server, and shows the driver and the address in use", async () => {
  const url = "http://127.0.0.1:1/team";
  const set = await at.run(["config", "set", "url", url]);
  expect([set.status, set.stdout]).toEqual([0, `${url}\n`]);
  expect(set.stderr).toMatch(/Everyone with access to this server can read, change and delete/);
  expect(await at.json(["config", "get", "driver"])).toMatchObject({ value: "libsql-client" });
  expect((await at.run(["config", "unset", "url"])).stderr).not.toContain("Everyone");
  expect(await at.json(["config", "get", "driver"])).toMatchObject({ value: "node-sqlite" });
});

test.each([[[]], [["-"]]])("reads a token from standard input: %j", async (values) => {
  const { status } = await at.run(["config", "set", "authToken", ...values], "tok-4711\n");
  expect([status, saved()]).toEqual([0, { authToken: "tok-4711" }]);
});

test("tacit off turns hooks off and tacit on turns them on again", async () => {
  await at.run(["off"]);
  expect(saved()).toEqual({ enabled: false });
  expect((await at.run(["status"])).stdout).toContain("hooks are off");
  await at.run(["on"]);
  expect(saved()).toEqual({});
  expect((await at.run(["status"])).stdout).not.toContain("hooks are off");
});

test("tacit off and on report whether hooks are off or on in fact", async () => {
  const on = testMachine({ TACIT_OFF: "0" });
  const stillOn = await on.run(["off", "--json"]);
  expect(JSON.parse(stillOn.stdout)).toEqual({ enabled: true });
  expect(stillOn.stderr).toContain("enabled is set by TACIT_OFF or --set");
  on.remove();
  const off = testMachine({ TACIT_OFF: "true" });
  expect((await off.run(["on"])).stdout).toContain("Hooks are still off");
  expect((await off.run(["status"])).stdout).toContain("hooks are off");
  off.remove();
  await at.run(["config", "set", "enabled", "on"]);
  expect((await at.run(["on"])).stdout).toContain("Hooks were on already");
  writeFileSync(join(at.folder, ".tacit.json"), '{"enabled": false}');
  const repository = await at.run(["on"]);
  expect(repository.stdout).toContain("Hooks are still off");
  expect(repository.stderr).toContain("enabled is set by the repository's .tacit.json");
});

test("tacit off works in a folder that was deleted", async () => {
  const away = testMachine();
  rmSync(away.folder, { recursive: true });
  const { stdout, status } = await away.run(["off"]);
  expect([status, stdout]).toEqual([0, expect.stringContaining("Hooks are off")]);
  away.remove();
});

test.each<[readonly string[], RegExp]>([
  [["config", "get", "trsut"], /no option trsut; the nearest are trust/],
  [["config", "--local"], /--local only applies to a new value/],
  [["config", "trust", "--local"], /--local only applies to a new value/],
  [["config", "set", "trust"], /missing required argument 'value'/],
  [["config", "set", "authToken", "-"], /authToken: the value is not a text/],
  [["config", "set", "trust", "L9"], /trust: "L9" is not one of/],
  [["config", "set", "url", "x", "--local"], /url applies to all projects/],
  [["config", "set", "home", "/x"], /home cannot be set in config\.json.*TACIT_HOME/],
  [["recall", "x", "--set", "trust"], /expected NAME=VALUE/],
  [["recall", "x", "--set", "trust=L9"], /is not one of/],
  [["recall", "x", "--set", "ignore=a"], /--set cannot set ignore/],
])("rejects %j as bad usage and writes nothing", async (argv, message) => {
  const { status, stderr } = await at.run(argv);
  expect([status, stderr]).toEqual([64, expect.stringMatching(message)]);
  expect(() => saved()).toThrow(/ENOENT/);
});

test("--set applies to a single call", async () => {
  const strict = ["remember", "The staging host is reset every night.", "--type", "fact", "--json"];
  const answer = async (more: readonly string[]) =>
    JSON.parse((await at.run([...strict, ...more])).stdout) as { accepted: boolean };
  expect((await answer(["--set", "strict=on"])).accepted).toBe(false);
  expect((await answer([])).accepted).toBe(true);
});

test("names the file's own part for the project when it overrides the change", async () => {
  await at.run(["config", "set", "trust", "L1", "--local"]);
  const { stdout, stderr } = await at.run(["config", "set", "trust", "L4"]);
  expect(stdout).toBe("L1\n");
  expect(stderr).toContain("trust is set by config.json for this project");
});

test("names an environment variable that overrides the file", async () => {
  const other = testMachine({ TACIT_TRUST: "L3" });
  const { stdout, stderr } = await other.run(["config", "set", "trust", "L1"]);
  expect(stdout).toBe("L3\n");
  expect(stderr).toContain("trust is set by TACIT_TRUST or --set");
  other.remove();
});

test("names an environment variable with an invalid value", async () => {
  const other = testMachine({ TACIT_TRUST: "L9" });
  expect((await other.run(["config"])).stderr).toContain('TACIT_TRUST: "L9" is not one of');
  other.remove();
  const mistyped = testMachine({ TACIT_OFF: "ture" });
  const problem = 'TACIT_OFF: "ture" is not on or off';
  expect((await mistyped.run(["status"])).stdout).toContain(problem);
  expect((await mistyped.run(["doctor"])).stdout).toContain(problem);
  mistyped.remove();
});

describe.each<[string, number, () => void]>([
  ["not JSON", 0, () => write('{"strict": true,')],
  ["huge", 78, () => write(`{"a": "${"x".repeat(300_000)}"}`)],
  [
    "a pipe",
    0,
    () => {
      mkdirSync(at.home, { recursive: true });
      if (process.platform === "win32") mkdirSync(file());
      else execFileSync("mkfifo", [file()]);
    },
  ],
])("a config.json that is %s", (_name, remembers, make) => {
  test("is reported with the next step, is not changed, and stops no command that stores nothing", async () => {
    make();
    const all = await at.run(["config"]);
    expect([all.status, all.stderr]).toEqual([78, expect.stringContaining("tacit config path")]);
    const set = await at.run(["config", "set", "trust", "L1"]);
    expect([set.status, set.stderr]).toEqual([78, expect.stringContaining("next: ")]);
    const remembered = await at.run(["remember", "Ports below 1024 need the helper."]);
    expect([remembered.status, remembered.stderr]).toEqual([
      remembers,
      expect.stringContaining("config.json"),
    ]);
    const status = await at.run(["status"]);
    expect([status.status, status.stdout]).toEqual([0, expect.stringContaining("config.json")]);
    const doctor = await at.run(["doctor"]);
    expect([doctor.status, doctor.stdout]).toEqual([69, expect.stringMatching(/FAIL +options/)]);
  });
});

test("stores nothing while the secrets in a repository's own file cannot be read", async () => {
  execFileSync("git", ["init", "-q", at.folder]);
  writeFileSync(join(at.folder, ".tacit.json"), '{"secrets": ["XYZ-[0-9]+"],}');
  const problem = expect.stringMatching(/\.tacit\.json: not JSON at position 27/);
  const remembered = await at.run(["remember", "The staging account is XYZ-456 in Frankfurt."]);
  expect([remembered.status, remembered.stderr]).toEqual([78, problem]);
  expect(await at.json(["list"])).toEqual([]);
  expect((await at.run(["config"])).stderr).toEqual(problem);
  expect((await at.run(["status"])).stdout).toEqual(problem);
  expect((await at.run(["doctor"])).stdout).toEqual(problem);
  writeFileSync(join(at.folder, ".tacit.json"), '{"secrets": ["XYZ-[0-9]+"]}');
  const removed = await at.run(["remember", "The staging account is XYZ-456 in Frankfurt."]);
  expect([removed.status, removed.stdout]).toEqual([
    0,
    expect.stringContaining("1 secret removed"),
  ]);
});

test("reports a repository's own file that would weaken an option", async () => {
  writeFileSync(join(at.folder, ".tacit.json"), '{"showSecrets": true, "strict": true}');
  const { stdout, stderr } = await at.run(["config"]);
  expect(stdout).toMatch(/strict +on +the repository's/);
  expect(stdout).toMatch(/showSecrets +off +default/);
  expect(stderr).toContain('a repository cannot set "showSecrets"');
});

test("status reports an invalid variable, also for an option that config.json sets", async () => {
  const machine = testMachine({ TACIT_STRICT: "maybe" });
  try {
    await machine.run(["config", "set", "strict", "on"]);
    expect((await machine.run(["status"])).stdout).toContain("TACIT_STRICT");
  } finally {
    machine.remove();
  }
});
