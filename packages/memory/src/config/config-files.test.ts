/** Tests what is read from the option files, whatever they contain. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readOwnPrivacy } from "../capture/own-privacy.ts";
import { layersFor, readUserConfig, unreadRules } from "./config-files.ts";

let base = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "tacit-config-"));
  for (const folder of ["home", "project"]) mkdirSync(join(base, folder));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const CANONICAL = "github.com/o/r";
const layers = () =>
  layersFor(readUserConfig(join(base, "home")), {
    canonical: CANONICAL,
    root: join(base, "project"),
  });
const writeUser = (value: unknown) =>
  writeFileSync(
    join(base, "home", "config.json"),
    typeof value === "string" ? value : JSON.stringify(value),
  );
const writeRepository = (value: unknown) =>
  writeFileSync(
    join(base, "project", ".tacit.json"),
    typeof value === "string" ? value : JSON.stringify(value),
  );

test("returns no options without files", () =>
  expect(layers()).toEqual({ project: {}, repository: {}, user: {}, problems: [] }));

test.each<[string, unknown, object]>([
  ["a switch", { strict: true, ask: "off" }, { strict: "on", ask: "off" }],
  [
    "a number",
    { maxStoreMb: 20, keepSessionDays: "7" },
    { maxStoreMb: "20", keepSessionDays: "7" },
  ],
  ["a choice in other letters", { trust: "l2" }, { trust: "L2" }],
  ["a list", { ignore: ["a/**"] }, { ignore: '["a/**"]' }],
  ["with a byte order mark", '\ufeff{"trust": "L1"}', { trust: "L1" }],
])("reads config.json: %s", (_name, file, expected) => {
  writeUser(file);
  expect(layers()).toMatchObject({ user: expected, problems: [] });
});

describe("unusable config.json", () => {
  test.each<[string, () => void, RegExp]>([
    ["not JSON", () => writeUser('{"trust": "L1",'), /not JSON.*`tacit config path`/],
    ["a list", () => writeUser("[1]"), /not a JSON object/],
    ["empty", () => writeUser(""), /not JSON/],
    ["large", () => writeUser(`{"trust":"L1","x":"${"x".repeat(300_000)}"}`), /larger than 256 kB/],
    ["binary", () => writeUser("\u0000\u0001\ufffd"), /not JSON/],
    ["a folder", () => mkdirSync(join(base, "home", "config.json")), /not a regular file/],
    [
      "a pipe",
      () => execFileSync("mkfifo", [join(base, "home", "config.json")]),
      /not a regular file/,
    ],
  ])("%s", (name, make, problem) => {
    if (name === "a pipe" && process.platform === "win32") return;
    make();
    const { user, problems } = layers();
    expect(user).toEqual({ enabled: "off" });
    expect(problems.join("\n")).toMatch(problem);
  });
});

test.each<[unknown, RegExp]>([
  [{ trsut: "L1" }, /no option "trsut"/],
  [{ trust: "L9" }, /"trust" is not one of default, L1.*tacit config set trust/],
  [{ strict: { deep: 1 } }, /"strict" is not on or off/],
  [{ maxStoreMb: -1 }, /"maxStoreMb" is not a number above 0/],
  [{ maxStoreMb: "Infinity" }, /"maxStoreMb" is not a number above 0/],
  [{ url: "x".repeat(5000) }, /"url" is not a text/],
  [{ ignore: "a" }, /"ignore" is not a list/],
  [{ home: "/elsewhere" }, /"home" cannot be set here/],
  [{ projects: [] }, /"projects" is not an object/],
  [{ projects: { [CANONICAL]: { url: "libsql://x" } } }, /"url" cannot be set here/],
  [JSON.parse('{"__proto__": {"trust": "L4"}}'), /no option "__proto__"/],
])("reports %j and uses every other option", (fields, problem) => {
  writeUser(JSON.stringify(fields).replace(/\}$/, ', "priors": true}'));
  const { user, problems } = layers();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
  expect(user).toEqual({ priors: "on" });
});

test("uses the texts of a list that contains something else, as capture does", () => {
  writeUser({ ignore: ["a/**", 1], secrets: [null] });
  const { user, problems } = layers();
  expect(user).toEqual({ ignore: '["a/**"]', secrets: "[]" });
  expect(problems).toEqual([
    expect.stringContaining('"ignore" contains something other than a text'),
    expect.stringContaining('"secrets" contains something other than a text'),
  ]);
  expect(readOwnPrivacy(join(base, "home"), null).ignore).toContain("a/**");
});

test("reads the options of a project separately", () => {
  writeUser({ trust: "L3", projects: { [CANONICAL]: { trust: "L1" }, other: { strict: true } } });
  expect(layers()).toMatchObject({ project: { trust: "L1" }, user: { trust: "L3" }, problems: [] });
});

describe("a repository's .tacit.json", () => {
  test.each<[string, object, object]>([
    [
      "may ask for more caution",
      { trust: "L1", strict: true, enabled: false },
      { trust: "L1", strict: "on", enabled: "off" },
    ],
    ["may ask for a lower level than the user's", { trust: "L2" }, { trust: "L2" }],
  ])("%s", (_name, file, expected) => {
    writeUser({ trust: "L3" });
    writeRepository(file);
    expect(layers()).toMatchObject({ repository: expected, problems: [] });
  });

  test.each<[string, object, object]>([
    ["trust beyond the user's", { trust: "L2" }, { trust: "L4" }],
    ["trust back to the default", { trust: "L1" }, { trust: "default" }],
    ["secret memories", {}, { showSecrets: true }],
    ["hooks that the user turned off", { enabled: false }, { enabled: true }],
    ["a store elsewhere", {}, { url: "libsql://evil.example" }],
    ["another database driver", {}, { driver: "libsql" }],
    ["longer storage", {}, { keepSessionDays: 9999 }],
    ["requests that the user turned off", { ask: false }, { ask: true }],
    ["memories that the user refused", { strict: true }, { strict: false }],
    ["nonsense", {}, { trust: { a: 1 } }],
  ])("cannot set %s, and the attempt is reported", (_name, user, file) => {
    writeUser(user);
    writeRepository(file);
    const { repository, problems } = layers();
    expect(repository).toEqual({});
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^\.tacit\.json: a repository cannot set/);
  });

  test.each<[string, () => void, RegExp]>([
    [
      "not JSON",
      () => writeRepository('{"enabled": true,}'),
      /^\.tacit\.json: not JSON at position/,
    ],
    ["a list", () => writeRepository("[1]"), /^\.tacit\.json: not a JSON object/],
    ["large", () => writeRepository(`{"name":"${"x".repeat(300_000)}"}`), /larger than 256 kB/],
    [
      "a folder",
      () => mkdirSync(join(base, "project", ".tacit.json")),
      /^\.tacit\.json: not a regular file/,
    ],
  ])("turns hooks off while it cannot be read: %s", (_name, make, problem) => {
    make();
    const { repository, problems } = layers();
    expect(repository).toEqual({ enabled: "off" });
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  test.each([
    ['{"secrets": ["X-[0-9]+"],}', 1],
    ['{"name": "app",}', 0],
    ['{"secrets": ["X-[0-9]+"]}', 0],
  ])("%s has %i unread lists of rules", (text, count) => {
    writeRepository(text);
    expect(unreadRules(join(base, "home"), join(base, "project"))).toHaveLength(count);
  });

  test("may repeat the user's value and may contain a name and globs", () => {
    writeUser({ trust: "L2" });
    writeRepository({ trust: "L2", name: "r", ignore: ["a/**"] });
    expect(layers()).toMatchObject({ repository: {}, problems: [] });
  });
});
