/** What the repository already states is not learned: the candidate names the file, and no memory repeats it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeProject } from "../project-program.ts";

const GUIDE = `# Contributing

Integration tests share one database; run them with one worker, because two workers delete each other's rows.

Start the database with \`docker compose up -d db\`.
`;

let n = 0;
function lines(session: string, rows: readonly object[]): string {
  const ts = () => new Date(Date.UTC(2026, 8, 1, 9, 0, n++)).toISOString();
  const all = [...rows, { kind: "session_end", outcome: "success" }];
  return all.map((row) => JSON.stringify({ v: 1, session, ts: ts(), ...row })).join("\n");
}

const buildEvents = (text: string) => [
  { kind: "prompt", text: "go on" },
  { kind: "message", text },
];
const KNOWN = [
  "tacit: Integration tests must run with one worker, because two workers delete each other's rows in the one database they share.",
  "tacit: Integration tests share one database, so they run with one worker only.",
];
const NEW =
  "tacit: The nightly job must not reuse the integration database, because its migrations drop the audit table first.";

test("rejects a note that CONTRIBUTING.md states, and stores another note and a later one", () => {
  const here = makeProject();
  writeFileSync(join(here.project, "CONTRIBUTING.md"), GUIDE);
  const observe = (session: string, text: string) =>
    here.run(["observe", "-", "--finalize"], { input: lines(session, buildEvents(text)) });
  for (const [i, text] of [...KNOWN, NEW].entries()) expect(observe(`s${i}`, text).status).toBe(0);

  const listed = here.run(["list", "--json"]).json() as { content: string }[];
  expect(listed.map(({ content }) => content)).toEqual([NEW.replace("tacit: ", "")]);
  const refused = here.run(["candidates", "--state", "rejected", "--json"]).json() as {
    reason: string;
    saidIn: string;
  }[];
  const own = refused.filter(({ reason }) => reason === "repository_says");
  expect(own.map(({ saidIn }) => saidIn)).toEqual(KNOWN.map(() => "CONTRIBUTING.md"));
  expect(here.run(["candidates", "--state", "rejected"]).stdout.replace(/\s+/g, " ")).toContain(
    "rejected: the repository contains it (CONTRIBUTING.md)",
  );

  // The guide no longer states it, so a later session's note is learned.
  writeFileSync(join(here.project, "CONTRIBUTING.md"), "# Contributing\n");
  expect(observe("s9", KNOWN[0] ?? "").status).toBe(0);
  expect(here.run(["list", "--json"]).json()).toHaveLength(2);
});
