/** `.tacit/MEMORY.md` follows the store after each session and never loses a person's edits. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makePlace, sessionScript } from "../../testing/testing-life.ts";
import { MEMORY_FILE } from "./memory-file-path.ts";

const RULE = "Always build with make release, because plain make leaves out the signature.";
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
  return { tacit, root, session, teach, path: join(root, MEMORY_FILE) };
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
  await teach("Never deploy on Fridays, because nobody watches the queues on Saturday.");
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
  await other.teach("Never deploy on Fridays, because nobody watches the queues on Saturday.");
  await other.session();
  const foreign = readFileSync(other.path, "utf8");
  const { tacit, session, teach, path } = await started();
  await teach(RULE);
  mkdirSync(dirname(path));
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
  await teach("Never deploy on Fridays, because nobody watches the queues on Saturday.");
  await session();
  await tacit.memories.forget([id ?? ""]);
  const text = readFileSync(path, "utf8");
  expect(text).toContain("Fridays");
  expect(text).not.toContain("make release");
});

test("with the option off, forgetting adds no other memory", async () => {
  const { tacit, session, teach, path } = await started();
  const { id } = await teach(RULE);
  await session();
  const off = await tacit.memories.remember({
    content: "Never deploy on Fridays, because nobody watches the queues on Saturday.",
    source: "user_taught",
  });
  await tacit.memories.forget([id ?? ""]);
  expect(off.id).not.toBeNull();
  const text = readFileSync(path, "utf8");
  for (const part of ["make release", "Fridays"]) expect(text).not.toContain(part);
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
  await teach("Never deploy on Fridays, because nobody watches the queues on Saturday.");
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
  await teach("Never deploy on Fridays, because nobody watches the queues on Saturday.");
  await session();
  expect(readFileSync(path, "utf8")).toBe(edited);
  await tacit.exchange.importMarkdown(edited, { withEdits: true });
  await session();
  const text = readFileSync(path, "utf8");
  for (const part of ["make dist", "Fridays"]) expect(text).toContain(part);
});

test("never replaces a file that Tacit did not write, and follows no link out of the repository", async () => {
  const { session, teach, path, root } = await started();
  await teach(RULE);
  mkdirSync(join(root, ".tacit"));
  writeFileSync(path, "# Our own notes\n");
  await session();
  expect(readFileSync(path, "utf8")).toBe("# Our own notes\n");
  rmSync(join(root, ".tacit"), { recursive: true });
  const outside = mkdtempSync(join(tmpdir(), "tacit-outside-"));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  symlinkSync(outside, join(root, ".tacit"));
  await session();
  expect(existsSync(join(outside, "MEMORY.md"))).toBe(false);
});
