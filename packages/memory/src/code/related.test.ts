/** Files related by agent sessions are added to answers and stored for hooks. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordPairs } from "../store/sessions/co-access.ts";
import { git } from "../testing/testing-git.ts";
import { makePlace } from "../testing/testing-life.ts";

test("adds files edited in the same sessions to answers, export and neighbours, and omits deleted files", async () => {
  const place = makePlace();
  place.write("src/store.ts", "export function open() {}\n");
  place.write("src/app.ts", 'import { open } from "./store";\nexport function run() { open(); }\n');
  place.write("docs/app.md", "How it runs.\n");
  const tacit = await place.open();
  // The project exists in the store from its first memory on.
  await tacit.memories.remember({
    content: "The app opens its store once, at its start.",
    source: "agent_explicit",
  });
  const db = await place.database();
  const { projectId } = tacit;
  for (let session = 0; session < 5; session++) {
    const pairs = ["docs/app.md", "docs/gone.md"].map((a) => ({
      a,
      b: "src/app.ts",
      isEdit: true,
    }));
    await recordPairs(db, projectId, `s${session}`, pairs);
    const other = [{ a: "x.md", b: "y.md", isEdit: true }];
    await recordPairs(db, projectId, `t${session}`, other);
  }
  const related = [{ path: "docs/app.md", source: "session", count: 5, of: 5, confidence: 1 }];
  expect(await tacit.code.neighboursOf(["src/app.ts"])).toEqual(new Map());
  expect(await tacit.code.impact("src/app.ts")).toMatchObject({ nodes: [], related });
  expect(await tacit.code.related("src/app.ts")).toEqual(related);
  expect(await tacit.code.related("src/store.ts")).toEqual([]);
  const near = await tacit.code.neighboursOf(["src/app.ts", "src/store.ts", "none.ts"]);
  expect(
    [...near].map(([path, all]) => [
      path,
      all.map((fileNeighbour) => [fileNeighbour.path, fileNeighbour.kinds]),
    ]),
  ).toEqual([
    [
      "src/app.ts",
      [
        ["docs/app.md", ["co_access"]],
        ["docs/gone.md", ["co_access"]],
        ["src/store.ts", ["imports", "calls"]],
      ],
    ],
    ["src/store.ts", [["src/app.ts", ["imports", "calls"]]]],
  ]);
  const edges = [];
  for await (const edge of await tacit.code.exportGraph()) {
    if (edge.source === "session") edges.push(`${edge.from} ${edge.type} ${edge.to} ${edge.count}`);
  }
  expect(edges).toContain("docs/app.md co_access src/app.ts 5");
  expect(edges.filter((edge) => edge.includes("x.md")).length).toBe(1);
});

test("counts sessions that edited only the file itself", async () => {
  const place = makePlace();
  for (const path of ["src/app.ts", "docs/app.md"]) place.write(path, "it runs\n");
  const tacit = await place.open();
  await tacit.memories.remember({
    content: "The app opens its store at its start.",
    source: "user_taught",
  });
  const db = await place.database();
  const edited = async (session: string, a: string, b: string) =>
    recordPairs(db, tacit.projectId, session, [{ a, b, isEdit: true }]);
  for (let i = 0; i < 5; i++) {
    await edited(`both${i}`, "docs/app.md", "src/app.ts");
    await edited(`alone${i}`, "src/app.ts", "src/app.ts");
    for (const n of [1, 2, 3]) await edited(`other${n}${i}`, "x.md", "x.md");
  }
  expect(await tacit.code.related("src/app.ts")).toMatchObject([
    { path: "docs/app.md", count: 5, of: 10, confidence: 0.5 },
  ]);
});

test("a query about a file finds memories about a file it imports", async () => {
  const place = makePlace();
  place.write("src/rate.ts", "export const rate = () => 1;\n");
  place.write(
    "src/price.ts",
    'import { rate } from "./rate.ts";\nexport const price = () => rate();\n',
  );
  const tacit = await place.open();
  const content = "Rates are in basis points, not in per cent.";
  await tacit.memories.remember({ content, files: ["src/rate.ts"], source: "agent_explicit" });
  const found = async () =>
    (await tacit.memories.recall({ query: "", files: ["src/price.ts"] })).hits;
  expect(await found()).toEqual([]);
  await tacit.code.index();
  const [hit] = await found();
  expect(hit?.memory.content).toBe(content);
  expect(hit?.explanation.ranks).toMatchObject({ graph: 1 });
});

test("ten related files stay ten, even if both git and sessions report them", async () => {
  const place = makePlace();
  const documents = Array.from({ length: 12 }, (_, at) => `docs/d${at}.md`);
  git(place.root, "init");
  for (let commit = 0; commit < 6; commit++) {
    const changed = commit % 2 === 0 ? ["src/app.ts", ...documents] : [`other${commit}.ts`];
    for (const file of changed) place.write(file, `// ${commit}\n`);
    git(place.root, "add", ".");
    git(place.root, "commit", "-m", `c${commit}`);
  }
  const tacit = await place.open();
  await tacit.memories.remember({
    content: "The app starts its store once.",
    source: "agent_explicit",
  });
  const db = await place.database();
  for (let session = 0; session < 6; session++) {
    const pairs = documents.map((a) => ({ a, b: "src/app.ts", isEdit: true }));
    const other = [{ a: "x.md", b: "y.md", isEdit: true }];
    await recordPairs(db, tacit.projectId, `s${session}`, session % 2 === 0 ? pairs : other);
  }
  await tacit.code.index();
  const { related } = await tacit.code.impact("src/app.ts");
  expect(new Set(related.map(({ path }) => path)).size).toBe(10);
  expect(related.map(({ source }) => source).sort()).toEqual([
    ...Array(10).fill("git"),
    ...Array(10).fill("session"),
  ]);
});

test("from a subfolder a file has the same related files, and its name is resolved there", async () => {
  const place = makePlace();
  git(place.root, "init");
  for (let commit = 0; commit < 12; commit++) {
    const changed = commit % 2 === 0 ? ["src/app.ts", "docs/app.md"] : [`other${commit}.ts`];
    for (const file of changed) place.write(file, `// ${commit}\n`);
    git(place.root, "add", ".");
    git(place.root, "commit", "-m", `c${commit}`);
  }
  const tacit = await place.open({ cwd: join(place.root, "src") });
  await tacit.code.index();
  const others = [{ path: "docs/app.md", source: "git" }];
  expect(await tacit.code.impact("app.ts")).toMatchObject({ related: others });
  expect(await tacit.code.related("app.ts:1")).toMatchObject(others);
  expect(await tacit.code.related("../docs/app.md")).toMatchObject([{ path: "src/app.ts" }]);
  await expect(tacit.code.related("nobody.ts")).rejects.toMatchObject({ code: "input_missing" });
});
