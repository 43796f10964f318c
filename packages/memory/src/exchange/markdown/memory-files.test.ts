/** The files in `.tacit` follow the store after each session and never lose a person's edits. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MEMORY_TYPES } from "../../domain/memory.ts";
import { makePlace, sessionScript } from "../../testing/testing-life.ts";
import { MEMORY_FILE, TOPICS } from "./topics.ts";

const RULE = "Always build with make release, because plain make leaves out the signature.";
const FRIDAY = "Never deploy on Fridays, because nobody watches the queues on Saturday.";
const SECRET = "The staging password lies in the safe of the second floor.";

/** A store whose project has the file turned on. `session` plays a session that ends, and learns from it. */
async function started(env: Readonly<Record<string, string>> = { TACIT_MEMORY_FILE: "on" }) {
  const place = makePlace();
  const tacit = await place.open({ env });
  const root = tacit.identity.root;
  let count = 0;
  const session = async () => {
    count++;
    const { events } = sessionScript(`s${count}`).prompt("Bump the version.").end();
    await tacit.sessions.ingest(events, "live");
    expect(await tacit.sessions.learnDue()).toHaveLength(1);
  };
  const teach = (content: string, visibility?: "secret") =>
    tacit.memories.remember({ content, type: "convention", source: "user_taught", visibility });
  const [overview, path] = [MEMORY_FILE, ".tacit/memory/conventions.md"].map((name) =>
    join(root, name),
  );
  return { place, tacit, root, session, teach, overview: overview ?? "", path: path ?? "" };
}

test("is written after a session, without secrets, and only when something changed", async () => {
  const { session, teach, path } = await started();
  await teach(RULE);
  await teach(SECRET, "secret");
  await session();
  const text = readFileSync(path, "utf8");
  expect(text).toContain(`### ${RULE}`);
  expect(text).not.toContain("staging password");
  const { ino } = statSync(path);
  await session();
  expect(statSync(path).ino).toBe(ino);
  await teach(FRIDAY);
  await session();
  expect(readFileSync(path, "utf8")).toContain("### Never deploy on Fridays");
});

test("does not change when a memory is used, and contains no session or evidence", async () => {
  const { tacit, session, teach, path } = await started();
  const { id } = await teach(RULE);
  await session();
  const text = readFileSync(path, "utf8");
  await tacit.memories.feedback(id ?? "", "useful");
  await session();
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(text).toContain('"sessions":[],"evidence":[]');
});

test("keeps memories of another store until they are imported", async () => {
  const other = await started();
  await other.teach(FRIDAY);
  await other.session();
  const foreign = readFileSync(other.path, "utf8");
  const { tacit, session, teach, path } = await started();
  await teach(RULE);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, foreign);
  await session();
  expect(readFileSync(path, "utf8")).toBe(foreign);
  await tacit.exchange.importMarkdown(foreign);
  await session();
  for (const part of ["make release", "Fridays"])
    expect(readFileSync(path, "utf8")).toContain(part);
});

test("does not contain what was forgotten", async () => {
  const { tacit, session, teach, path } = await started();
  const { id } = await teach(RULE);
  await teach(FRIDAY);
  await session();
  await tacit.memories.forget([id ?? ""]);
  const text = readFileSync(path, "utf8");
  expect(text).toContain("Fridays");
  expect(text).not.toContain("make release");
});

test("with the option off, forgetting adds no other memory, and the last one takes the files with it", async () => {
  const { tacit, session, teach, path, overview } = await started();
  const { id } = await teach(RULE);
  await session();
  const off = await tacit.memories.remember({
    content: FRIDAY,
    source: "user_taught",
    type: "convention",
  });
  await tacit.memories.forget([id ?? ""]);
  expect(off.id).not.toBeNull();
  for (const file of [overview, path]) expect(existsSync(file)).toBe(false);
});

test.each([
  ["before the first section", "\n## Convention", "\nA remark.\n\n## Convention"],
  ["under a group", "\n### ", "\nA remark.\n\n### "],
  ["after the last line", /$/, "A remark.\n"],
] as const)("keeps text %s", async (_where, place, remark) => {
  const { session, teach, path } = await started();
  await teach(RULE);
  await session();
  const edited = readFileSync(path, "utf8").replace(place, remark);
  writeFileSync(path, edited);
  await teach(FRIDAY);
  await session();
  expect(readFileSync(path, "utf8")).toBe(edited);
});

test("is not written by default", async () => {
  const { session, teach, root } = await started({});
  await teach(RULE);
  await session();
  expect(existsSync(join(root, ".tacit"))).toBe(false);
});

test("keeps edits until they are imported", async () => {
  const { tacit, session, teach, path } = await started();
  await teach(RULE);
  await session();
  const edited = readFileSync(path, "utf8").replace("make release", "make dist");
  writeFileSync(path, edited);
  await teach(FRIDAY);
  await session();
  expect(readFileSync(path, "utf8")).toBe(edited);
  await tacit.exchange.importMarkdown(edited, { withEdits: true });
  await session();
  const text = readFileSync(path, "utf8");
  for (const part of ["make dist", "Fridays"]) expect(text).toContain(part);
});

test("never replaces a file that Tacit did not write, and names it", async () => {
  const { tacit, session, teach, path, overview } = await started();
  await teach(RULE);
  mkdirSync(dirname(path), { recursive: true });
  for (const file of [overview, path]) writeFileSync(file, "# Our own notes\n");
  await session();
  for (const file of [overview, path]) expect(readFileSync(file, "utf8")).toBe("# Our own notes\n");
  const { degraded } = await tacit.admin.status();
  expect(degraded.join()).toContain(".tacit/MEMORY.md, .tacit/memory/conventions.md");
  for (const file of [overview, path]) rmSync(file);
  await session();
  expect((await tacit.admin.status()).degraded.join()).not.toContain("not updated");
});

test.each([
  [".tacit", "a link", (path: string, outside: string) => symlinkSync(outside, path)],
  [".tacit", "a file", (path: string) => writeFileSync(path, "ours")],
  [".tacit/memory", "a link", (path: string, outside: string) => symlinkSync(outside, path)],
  [".tacit/memory/conventions.md", "a folder", (path: string) => mkdirSync(path)],
  [
    ".tacit/memory/conventions.md",
    "a link",
    (path: string, outside: string) => symlinkSync(join(outside, "file.md"), path),
  ],
  [".tacit/memory/conventions.md", "a pipe", (path: string) => void execFileSync("mkfifo", [path])],
])("leaves %s unchanged if it is %s", async (name, _what, make) => {
  const { tacit, root, teach } = await started();
  await teach(RULE);
  const outside = mkdtempSync(join(tmpdir(), "tacit-outside-"));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  writeFileSync(join(outside, "file.md"), "ours");
  mkdirSync(dirname(join(root, name)), { recursive: true });
  make(join(root, name), outside);
  const before = lstatSync(join(root, name));
  const files = await tacit.exchange.refreshMemoryFiles();
  expect(files).toContainEqual({ path: ".tacit/memory/conventions.md", state: "unusable" });
  expect(lstatSync(join(root, name)).ino).toBe(before.ino);
  expect(readdirSync(outside)).toEqual(["file.md"]);
});

test("the overview has the core document and links to the topics, within its bounds", async () => {
  const { tacit, session, teach, overview } = await started();
  for (let n = 0; n < 60; n++) {
    const subject = `${"abcdefghij"[n % 10]}${"klmnop"[n % 6]}${n}`;
    await teach(`The part ${subject} of station ${n * 7} needs lock ${subject}-${n}.`);
  }
  await tacit.memories.remember({
    content: "The queue drops a job that is larger than 256 kB without an error.",
    type: "gotcha",
    source: "user_taught",
  });
  await session();
  const text = readFileSync(overview, "utf8");
  expect(text.split("\n").length).toBeLessThanOrEqual(80);
  expect(text.length).toBeLessThanOrEqual(3000);
  expect(text).toContain("## Rules\n");
  expect(text).toMatch(
    /## Topics\n\n- \[Conventions]\(memory\/conventions\.md\): \d+\n- \[Gotchas]/,
  );
});

test("an edit of the overview is kept, also while other files change", async () => {
  const { session, teach, path, overview } = await started();
  await teach(RULE);
  await session();
  const edited = `${readFileSync(overview, "utf8")}\nA remark.\n`;
  writeFileSync(overview, edited);
  await teach(FRIDAY);
  await session();
  expect(readFileSync(overview, "utf8")).toBe(edited);
  expect(readFileSync(path, "utf8")).toContain("Fridays");
});

/** `.tacit/MEMORY.md` as earlier versions wrote it: an export of all memories in one document. */
async function withOldFile() {
  const place = await started();
  const { tacit, root, teach, overview, path } = place;
  const { id } = await teach(RULE);
  await teach(FRIDAY);
  await tacit.exchange.refreshMemoryFiles();
  const old = readFileSync(path, "utf8");
  rmSync(join(root, ".tacit"), { recursive: true });
  mkdirSync(dirname(overview));
  writeFileSync(overview, old);
  return { ...place, id: id ?? "", old };
}

test("the file of an earlier version is replaced after a session", async () => {
  const { session, overview, path } = await withOldFile();
  await session();
  expect(readFileSync(overview, "utf8")).toContain("[Conventions](memory/conventions.md): 2");
  expect(readFileSync(path, "utf8")).toContain("Fridays");
});

test("with the option off, forgetting removes a memory from the file of an earlier version and adds none", async () => {
  const { tacit, teach, id, overview, path } = await withOldFile();
  await teach("Name branches after the ticket that they resolve.");
  await tacit.memories.forget([id]);
  for (const file of [overview, path]) {
    const text = readFileSync(file, "utf8");
    expect(text).toContain("Fridays");
    for (const part of ["make release", "ticket"]) expect(text).not.toContain(part);
  }
});

test("the file of an earlier version with an edit is kept, and forgetting writes no other file", async () => {
  const { tacit, id, old, overview, path } = await withOldFile();
  const edited = old.replace("Fridays", "Mondays");
  writeFileSync(overview, edited);
  await tacit.memories.forget([id]);
  expect(readFileSync(overview, "utf8")).toBe(edited);
  expect(existsSync(path)).toBe(false);
});

test("a checkout with other ends of lines is no edit", async () => {
  const { session, teach, overview } = await started();
  await teach(RULE);
  await session();
  writeFileSync(overview, readFileSync(overview, "utf8").replaceAll("\n", "\r\n"));
  await teach(FRIDAY);
  await session();
  expect(readFileSync(overview, "utf8")).toContain("Fridays");
});

test("on request removes all files and their folder, except one with edits", async () => {
  const { tacit, root, session, teach, path } = await started();
  await teach(RULE);
  await session();
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace("make release", "make dist"));
  await tacit.exchange.refreshMemoryFiles("none");
  expect(readdirSync(join(root, ".tacit"), { recursive: true })).toEqual([
    "memory",
    join("memory", "conventions.md"),
  ]);
  writeFileSync(path, text);
  await tacit.exchange.refreshMemoryFiles("none");
  expect(existsSync(join(root, ".tacit"))).toBe(false);
});

test("topic files imported together restore an empty store, and edits are one change", async () => {
  const { session, teach, tacit, root } = await started();
  const { id } = await teach(RULE);
  await tacit.memories.remember({ content: FRIDAY, type: "decision", source: "user_taught" });
  await tacit.memories.edit(id ?? "", { isPinned: true });
  await session();
  const texts = TOPICS.map(({ path: topic }) => join(root, topic))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8"));
  expect(texts).toHaveLength(2);
  const other = await makePlace().open();
  const edited = texts.map((text) =>
    text.replace("make release", "make dist").replace("Fridays", "Mondays"),
  );
  const report = await other.exchange.importMarkdown(edited, { withEdits: true });
  expect(report).toMatchObject({ imported: 2, lowered: 0, changed: { length: 2 } });
  expect((await other.memories.list({})).map(({ isPinned }) => isPinned).sort()).toEqual([
    false,
    true,
  ]);
  await other.memories.undo();
  expect((await other.memories.list({})).map(({ content }) => content).sort()).toEqual(
    [RULE, FRIDAY].sort(),
  );
});

test("every type is in exactly one topic, except records of a session", () => {
  const types = TOPICS.flatMap((topic) => topic.types);
  expect([...types, "episode", "digest", "handoff"].sort()).toEqual([...MEMORY_TYPES].sort());
});
