/** Conditions are checked correctly in every manifest, and a condition that cannot be checked is never met. */
import { describe, expect, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import { makePlace, START_MS } from "../../testing/testing-life.ts";
import { checkConditions, metCondition } from "./anchor-condition.ts";

const DAY_MS = 86_400_000;

type Files = Readonly<Record<string, string>>;

async function isMet(condition: string, files: Files, about: readonly string[] = []) {
  const place = makePlace();
  for (const [path, text] of Object.entries(files)) place.write(path, text);
  return (await metCondition([condition], { root: place.root, files: about }, START_MS)) !== null;
}

describe("a path condition", () => {
  test.each<[string, Files, boolean]>([
    ["path:src/a.ts gone", { "src/a.ts": "" }, false],
    ["path:src/a.ts gone", { "src/b.ts": "" }, true],
    ["path:src gone", { "src/a.ts": "" }, false],
    ["path:src/** gone", { "src/deep/a.ts": "" }, false],
    ["path:src/**/a.ts gone", { "src/a.ts": "" }, false],
    ["path:src/*.proto gone", { "src/a.ts": "", "b.proto": "" }, true],
    ["path:**/*.proto gone", { "node_modules/x/a.proto": "" }, true],
    ["path:src/[a]+(b).ts gone", { "src/a.ts": "" }, true],
  ])("%s in %j: %s", async (condition, files, met) => {
    expect(await isMet(condition, files)).toBe(met);
  });
});

const json = (document: unknown) => JSON.stringify(document);
const uses = (range: string) => json({ dependencies: { zod: range } });

describe("a dependency condition", () => {
  test.each<[string, Files, boolean]>([
    ["dependency:zod >=4", { "package.json": uses("^4.1.0") }, true],
    ["dependency:zod >=4", { "package.json": uses("^3.24.0") }, false],
    ["dependency:zod >=4", { "package.json": uses("^3 || ^4") }, false],
    ["dependency:zod >=4", { "package.json": uses("*") }, false],
    ["dependency:zod >=4", { "package.json": uses("latest") }, false],
    ["dependency:zod >=4", { "package.json": uses("npm:zod@4.0.1") }, true],
    ["dependency:zod >=4", { "package.json": uses("git+https://example.org/zod.git") }, false],
    ["dependency:zod >=4", { "package.json": uses("github:example/zod#9f3c2d1") }, false],
    ["dependency:zod >=4", { "package.json": uses("file:../zod-7") }, false],
    [
      "dependency:zod >=4",
      { "pyproject.toml": '[project]\ndependencies = ["zod>=4.0rc1"]\n' },
      true,
    ],
    ["dependency:zod >=4", { "package.json": json({ devDependencies: { zod: "4" } }) }, true],
    ["dependency:zod >=4", { "package.json": "{ broken" }, false],
    ["dependency:zod >=4", {}, false],
    ["dependency:zod gone", { "package.json": uses("4") }, false],
    ["dependency:zod gone", { "package.json": "{}" }, true],
    ["dependency:zod gone", {}, false],
    ["dependency:toString gone", { "package.json": uses("4") }, true],
    [
      "dependency:zod >=4",
      { "package.json": uses("*"), "node_modules/zod/package.json": json({ version: "4.2.0" }) },
      true,
    ],
    [
      "dependency:Typing_Extensions >=4",
      {
        "pyproject.toml":
          "[project]\ndependencies = [\n  \"typing-extensions[x]>=4.1,<5; python_version < '3.9'\",\n]\n",
      },
      true,
    ],
    [
      "dependency:django >=5",
      { "pyproject.toml": '[project]\ndependencies = ["django~=4.2", "x>=5"]\n' },
      false,
    ],
    [
      "dependency:django >=5",
      {
        "pyproject.toml":
          '[tool.poetry.dependencies]\ndjango = { version = "^5.0", extras = ["a"] }\n',
      },
      true,
    ],
    ["dependency:django >=5", { "pyproject.toml": '[tool.other]\ndjango = "^5.0"\n' }, false],
    [
      "dependency:serde >=2",
      { "Cargo.toml": '[dependencies]\nserde = { version = "1.0", features = [] }\n' },
      false,
    ],
    [
      "dependency:serde_json >=1",
      { "Cargo.toml": '[workspace.dependencies.serde-json]\nversion = "1.0"\n' },
      true,
    ],
    [
      "dependency:github.com/a/b >=2",
      { "go.mod": "module x\nrequire (\n\tgithub.com/a/b v2.3.4 // indirect\n)\n" },
      true,
    ],
    [
      "dependency:github.com/a/b >=2",
      { "go.mod": "module x\nrequire github.com/a/bc v2.3.4\n" },
      false,
    ],
  ])("%s in %j: %s", async (condition, files, met) => {
    expect(await isMet(condition, files)).toBe(met);
  });

  test("reads the manifest of the package that the memory is about", async () => {
    const files = { "package.json": "{}", "packages/a/package.json": uses("^4") };
    expect(await isMet("dependency:zod >=4", files, ["packages/a/src/x.ts"])).toBe(true);
    expect(await isMet("dependency:zod >=4", files, ["packages/b/src/x.ts"])).toBe(false);
  });
});

test("a day ends when the next one begins", async () => {
  const at = (nowMs: number) =>
    metCondition(["after:2026-09-01"], { root: null, files: [] }, nowMs);
  const midnightMs = Date.UTC(2026, 8, 2);
  expect(await at(midnightMs - 1)).toBeNull();
  expect(await at(midnightMs)).toBe("after:2026-09-01");
  expect(await at(midnightMs + 400 * DAY_MS)).toBe("after:2026-09-01");
});

test("a condition that cannot be checked is not met", async () => {
  const place = makePlace();
  const conditions = ["path:a gone", "dependency:zod gone", "of another version of Tacit"];
  expect(await metCondition(conditions, { root: null, files: [] }, START_MS)).toBeNull();
  const gone = `${place.root}/nowhere`;
  expect(await metCondition(conditions, { root: gone, files: [] }, START_MS)).toBeNull();
});

test("rejects a version range that cannot be compared", async () => {
  await checkConditions(["dependency:zod >=4", "dependency:zod gone", "path:a gone"]);
  const refused = await checkConditions(["dependency:zod four or so"]).catch(
    (error: unknown) => error,
  );
  expect(MemoryError.is(refused, "condition_malformed")).toBe(true);
});
