/** `import transcript` reads a transcript once, and again if it grew, was replaced or had problems. */
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

const line = (id: string, text: string, cwd = machine.folder) => {
  const message = { role: "user", content: text };
  const entry = { type: "user", sessionId: "s1", uuid: id, timestamp: "2026-11-20T10:00:00Z", cwd };
  return `${JSON.stringify({ ...entry, message })}\n`;
};
const transcript = () => join(machine.folder, "s1.jsonl");
const taken = async (...more: string[]) =>
  (await machine.json(["import", "transcript", transcript(), ...more])) as {
    events: number;
    skipped: number;
    errors: number;
  };

test("ends with bad data only if nothing of any file could be read", async () => {
  const run = () => machine.run(["import", "transcript", transcript(), "--host", "claude-code"]);
  const torn = line("m1", "Step").replace(/.{40}\n$/, "\n");
  writeFileSync(transcript(), torn);
  const bad = await run();
  expect(bad.stdout).toContain("s1.jsonl:1");
  expect(bad.status).toBe(65);
  writeFileSync(transcript(), `${line("m2", "Another step")}${torn}`);
  const some = await run();
  expect(some.stdout).toContain("s1.jsonl:2");
  expect(some.status).toBe(0);
  const folder = join(machine.folder, "empty");
  mkdirSync(folder);
  expect((await machine.run(["import", "transcript", folder])).status).toBe(65);
});

/** Long enough that the read position is stored. */
const long = () =>
  Array.from({ length: 900 }, (_, index) => line(`m${index}`, `Step ${index}. ${"x".repeat(200)}`));

/** Damages the part read earlier, which only a complete reading notices. */
function damageFirst(): void {
  const file = openSync(transcript(), "r+");
  writeSync(file, "\u0001", 70_000);
  closeSync(file);
}

test("reads only the new part of a grown file and all of a truncated one", async () => {
  writeFileSync(transcript(), long().join(""));
  expect((await taken()).events).toBe(902);
  damageFirst();
  const half = line("n2", "The host as well.");
  appendFileSync(transcript(), line("n1", "And the port.") + half.slice(0, 50));
  expect(await taken()).toMatchObject({ events: 1, errors: 1 });
  expect(await taken()).toMatchObject({ events: 0, errors: 1 });
  appendFileSync(transcript(), half.slice(50));
  expect(await taken()).toMatchObject({ events: 1, errors: 0 });
  expect(await taken()).toMatchObject({ events: 0, skipped: 1 });
  truncateSync(transcript(), statSync(transcript()).size - 10);
  expect((await taken()).errors).toBe(2);
});

test("reads everything after an invalid position, and removes it with the file", async () => {
  const places = join(machine.home, "imports", "places");
  const only = () => join(places, readdirSync(places)[0] ?? "");
  writeFileSync(transcript(), long().join(""));
  await taken();
  const original = readFileSync(only(), "utf8");
  expect(original).not.toContain("Step");
  const odd = [
    "",
    "{",
    "null",
    "[]",
    original.replace('"place":', '"place":7,"x":'),
    original.slice(0, 900),
  ];
  for (const [index, text] of odd.entries()) {
    writeFileSync(only(), text);
    appendFileSync(transcript(), line(`o${index}`, "More."));
    expect(await taken()).toMatchObject({ events: 1, errors: 0 });
  }
  const other = join(machine.folder, "s2.jsonl");
  writeFileSync(other, line("u1", "Another."));
  rmSync(transcript());
  await machine.json(["import", "transcript", other]);
  expect(readdirSync(places)).toEqual([]);
});

test("reads again but stores nothing twice after a crash before the position was stored", async () => {
  writeFileSync(transcript(), long().join(""));
  await taken();
  const places = join(machine.home, "imports", "places");
  cpSync(places, `${places}-before`, { recursive: true });
  appendFileSync(transcript(), line("n1", "And the port."));
  expect((await taken()).events).toBe(1);
  rmSync(places, { recursive: true });
  renameSync(`${places}-before`, places);
  appendFileSync(transcript(), line("n2", "And the host."));
  expect((await taken()).events).toBe(1);
});

const AT = new Date("2026-11-20T10:00:00Z");

/** Writes two messages; the second is damaged later, which only a reading notices: same length, same time. */
function writeTwo(cwd = machine.folder): void {
  writeFileSync(transcript(), line("u1", "Rename it.", cwd) + line("u2", "And this.", cwd));
  utimesSync(transcript(), AT, AT);
}
function damageSecond(): void {
  const file = openSync(transcript(), "r+");
  writeSync(file, "!", statSync(transcript()).size - 20);
  writeSync(file, '"', statSync(transcript()).size - 10);
  closeSync(file);
  utimesSync(transcript(), AT, AT);
}

test("skips an unchanged file unless requested, and adds what is new in a grown one", async () => {
  writeTwo();
  expect((await taken()).events).toBeGreaterThan(0);
  damageSecond();
  expect(await taken()).toMatchObject({ events: 0, skipped: 1, errors: 0 });
  expect((await taken("--again")).errors).toBe(1);
  writeTwo();
  appendFileSync(transcript(), line("u3", "The host as well."));
  expect(await taken()).toMatchObject({ events: 1, errors: 0 });
});

test("reads a file with a problem, or of a session without its folder, again", async () => {
  writeTwo();
  damageSecond();
  expect((await taken()).errors).toBe(1);
  expect((await taken()).errors).toBe(1);
  writeTwo(join(machine.folder, "gone"));
  expect((await taken()).events).toBeGreaterThan(0);
  damageSecond();
  expect((await taken()).errors).toBe(1);
});

test("imports what was skipped in a project without capture once it captures", async () => {
  writeTwo();
  for (const mode of ["off", "incognito"]) {
    await machine.json(["projects", "mode", mode]);
    expect(await taken()).toMatchObject({ events: 0, errors: 0 });
  }
  await machine.json(["projects", "mode", "automatic"]);
  expect((await taken()).events).toBeGreaterThan(0);
});

test("reads everything again for another store or project", async () => {
  writeFileSync(transcript(), line("u1", "Rename the port."));
  expect((await taken()).events).toBeGreaterThan(0);
  expect((await taken("--project", machine.folder)).skipped).toBe(1);
  for (const name of ["memory.db", "memory.db-wal", "memory.db-shm"])
    rmSync(join(machine.home, name), { force: true });
  expect((await taken()).events).toBeGreaterThan(0);
});

test("stores the marks of the bundled example with its own store, not the user's", async () => {
  await machine.json(["learn", "--no-home"]);
  const marks = (home: string) => existsSync(join(home, "imports", "transcripts.json"));
  expect([marks(machine.home), marks(join(machine.home, "example"))]).toEqual([false, true]);
});
