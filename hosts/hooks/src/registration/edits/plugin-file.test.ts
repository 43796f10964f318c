/** Tests registering with hosts that load a file of ours, and removing it: OpenCode, pi. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { MemoryError } from "@tacit-memory/memory";
import { afterAll, expect, test } from "vitest";
import { applyPlan } from "../apply-plan.ts";
import { OPENCODE_FILES } from "../hosts/opencode-files.ts";
import { PI_FILES } from "../hosts/pi-files.ts";
import { configBackups, planConnect, planDisconnect } from "../plan.ts";
import type { RegisteredHost } from "../registered-host.ts";
import { connect, disconnect, type HostRequest, testHomes } from "../testing-registration.ts";

const homes = testHomes();
afterAll(() => homes.remove());

const BUNDLE = "export const Tacit = TACIT_HOOK;\n";

interface HookSetup extends HostRequest {
  /** Reads a file by its path below the user's home; null if it is missing. */
  readonly read: (path: string) => string | null;
}

function context(host: RegisteredHost, files: Readonly<Record<string, string>> = {}): HookSetup {
  const request = homes.request();
  const { userHome } = request;
  const dist = join(userHome, "dist");
  mkdirSync(dist, { recursive: true });
  for (const name of ["opencode-plugin.js", "pi-plugin.js"])
    writeFileSync(join(dist, name), BUNDLE);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(userHome, name)), { recursive: true });
    writeFileSync(join(userHome, name), text);
  }
  return {
    ...request,
    host,
    hookPath: join(dist, "hook.cjs"),
    read: (path) => {
      const full = join(userHome, path);
      return existsSync(full) ? readFileSync(full).toString("latin1") : null;
    },
  };
}

const codeOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return MemoryError.is(error) ? error.code : "another error";
  }
  return null;
};

const CONFIG = ".config/opencode/opencode.json";
const CONFIG_WITH_COMMENTS = ".config/opencode/opencode.jsonc";
const PLUGIN = ".config/opencode/plugins/tacit.js";
const EXTENSION = ".pi/agent/extensions/tacit.ts";

test("writes the hook command, then the bundled plugin", () => {
  const at = context(PI_FILES);
  connect(at);
  const server = [at.mcpCommand, ...at.mcpArgs];
  const command = { node: at.nodePath, hook: at.hookPath, home: null, server };
  expect(at.read(EXTENSION)?.split("\n").slice(1)).toEqual([
    `const TACIT_HOOK = ${JSON.stringify(command)};`,
    ...BUNDLE.split("\n"),
  ]);
});

test("writes a home that the hook would not find by itself", () => {
  const made = context(PI_FILES);
  const home = join(made.userHome, "elsewhere");
  connect({ ...made, home, env: { TACIT_HOME: home } });
  expect(made.read(EXTENSION)).toContain(JSON.stringify(home));
});

test("writes the server as OpenCode reads it and removes what was created, including folders", () => {
  const at = context(OPENCODE_FILES);
  connect(at);
  expect(JSON.parse(at.read(CONFIG) ?? "")).toEqual({
    mcp: {
      tacit: {
        type: "local",
        command: [at.mcpCommand, ...at.mcpArgs],
        environment: { TACIT_HOME: at.home },
        enabled: true,
      },
    },
  });
  disconnect(at);
  expect([at.read(CONFIG), at.read(PLUGIN)]).toEqual([null, null]);
  expect(existsSync(join(at.userHome, ".config"))).toBe(false);
});

test("keeps a folder that is not empty or existed before us", () => {
  const own = context(OPENCODE_FILES, { [".config/opencode/plugins/theirs.js"]: "" });
  connect(own);
  disconnect(own);
  expect(own.read(".config/opencode/plugins/theirs.js")).toBe("");
  const shared = context(PI_FILES);
  connect(shared);
  writeFileSync(join(shared.userHome, ".pi/agent/extensions/theirs.ts"), "");
  disconnect(shared);
  expect(shared.read(EXTENSION)).toBeNull();
  expect(shared.read(".pi/agent/extensions/theirs.ts")).toBe("");
  const empty = context(PI_FILES);
  mkdirSync(join(empty.userHome, ".pi"));
  connect(empty);
  disconnect(empty);
  expect(readdirSync(join(empty.userHome, ".pi"))).toEqual([]);
});

const COMMENTED = `\uFEFF{\r\n\t// mine\r\n\t"theme": "dark", /* and this */\r\n\t"mcp": {\r\n\t\t"docs": { "type": "remote", "url": "https://example.invalid" }, // kept\r\n\t},\r\n}\r\n`;

test("preserves comments, trailing commas, line ends and the byte order mark", () => {
  const at = context(OPENCODE_FILES, { [CONFIG_WITH_COMMENTS]: COMMENTED });
  const before = at.read(CONFIG_WITH_COMMENTS);
  connect(at);
  const connected = at.read(CONFIG_WITH_COMMENTS) ?? "";
  for (const text of ["// mine", "/* and this */", "// kept", '"docs"']) {
    expect(connected).toContain(text);
  }
  expect(connected).toContain("TACIT_HOME");
  expect(connected.replaceAll("\r\n", "")).not.toContain("\n");
  expect(at.read(CONFIG)).toBeNull();
  expect(planConnect(at, [at.host]).files).toEqual([]);
  disconnect(at);
  expect(at.read(CONFIG_WITH_COMMENTS)).toBe(before);
});

test("keeps what others changed since, in either file", () => {
  const at = context(OPENCODE_FILES);
  connect(at);
  const path = join(at.userHome, CONFIG);
  const changed = (at.read(CONFIG) ?? "").replace("{\n", '{\n  "theme": "dark",\n');
  writeFileSync(path, changed);
  // The other file, created later, is not mistaken for the one that contains our entry.
  writeFileSync(join(at.userHome, CONFIG_WITH_COMMENTS), "{}");
  expect(planConnect(at, [at.host]).files).toEqual([]);
  disconnect(at);
  expect(JSON.parse(at.read(CONFIG) ?? "")).toEqual({ theme: "dark" });
  expect(at.read(CONFIG_WITH_COMMENTS)).toBe("{}");
});

test("replaces an older text of ours and leaves another program's file of that name alone", () => {
  const at = context(PI_FILES);
  connect({ ...at, nodePath: "/opt/older/node" });
  connect(at);
  expect(at.read(EXTENSION)).toContain("/opt/node/bin/node");
  const theirs = context(PI_FILES, { [EXTENSION]: "export default () => undefined;\n" });
  const plan = planConnect(theirs, [theirs.host]);
  expect(plan.files.filter(({ path }) => path.endsWith(EXTENSION))).toEqual([]);
  expect(plan.notes.join()).toContain("not changed, because the file exists");
  disconnect(theirs);
  expect(theirs.read(EXTENSION)).toBe("export default () => undefined;\n");
});

test("removes an edited text of ours completely, after a backup", () => {
  const at = context(PI_FILES);
  connect(at);
  const path = join(at.userHome, EXTENSION);
  writeFileSync(path, `${readFileSync(path, "utf8")}// looked at\n`);
  const edited = readFileSync(path, "utf8");
  const plan = planDisconnect(at, [at.host]);
  expect(plan.notes.join()).toContain("a copy is stored");
  applyPlan(plan, configBackups(at.home));
  expect(at.read(EXTENSION)).toBeNull();
  const [copy = ""] = readdirSync(configBackups(at.home));
  expect(readFileSync(join(configBackups(at.home), copy), "utf8")).toBe(edited);
});

test.each([
  ["edited and registered again", { edit: "// mine\n", elsewhere: false }],
  ["registered by a Tacit with another home", { edit: "", elsewhere: true }],
])("leaves no empty file after one that was %s", (_name, { edit, elsewhere }) => {
  const at = context(PI_FILES);
  const home = elsewhere ? join(at.userHome, "elsewhere") : at.home;
  connect({ ...at, home });
  const path = join(at.userHome, EXTENSION);
  writeFileSync(path, `${readFileSync(path, "utf8")}${edit}`);
  if (edit !== "") connect(at);
  disconnect(at);
  expect(at.read(EXTENSION)).toBeNull();
});

test("finishes although a folder became a link", () => {
  const at = context(OPENCODE_FILES);
  connect(at);
  const [plugins, moved] = ["plugins", "moved"].map((name) =>
    join(at.userHome, ".config/opencode", name),
  ) as [string, string];
  renameSync(plugins, moved);
  symlinkSync(moved, plugins, "junction");
  disconnect(at);
  expect([at.read(CONFIG), at.read(PLUGIN)]).toEqual([null, null]);
  expect(planDisconnect(at, [at.host]).files).toEqual([]);
  const receipts = readdirSync(configBackups(at.home));
  expect(receipts.filter((name) => name.endsWith(".receipt.json"))).toEqual([]);
});

test.each([
  ["what cannot be parsed", "{ mcp: "],
  ["servers that are no object", '{ "mcp": [] }'],
])("%s: refuses the file and writes nothing", (_name, text) => {
  const at = context(OPENCODE_FILES, { [CONFIG]: text });
  expect(codeOf(() => connect(at))).toBe("config_malformed");
  expect([at.read(CONFIG), at.read(PLUGIN)]).toEqual([text, null]);
});

test("reports a plugin that was not built as missing", () => {
  const at = context(PI_FILES);
  const hookPath = join(at.userHome, "nowhere", "hook.cjs");
  expect(codeOf(() => connect({ ...at, hookPath }))).toBe("input_missing");
});

test("respects the variables that move the folders", () => {
  const opencode = context(OPENCODE_FILES);
  connect({ ...opencode, env: { XDG_CONFIG_HOME: join(opencode.userHome, "x") } });
  expect(opencode.read("x/opencode/plugins/tacit.js")).not.toBeNull();
  const pi = context(PI_FILES);
  connect({ ...pi, env: { PI_CODING_AGENT_DIR: join(pi.userHome, "y") } });
  expect(pi.read("y/extensions/tacit.ts")).not.toBeNull();
});
