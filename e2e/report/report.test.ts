/** Tests that one process ingests a real session and another reports it from the store alone: as text, as a page, as JSON. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";

const SESSIONS = fileURLToPath(new URL("../fixtures/example/sessions", import.meta.url));
/** Session with two prompts, a linter's error that the linter's own command fixed, and a commit. */
const ID = "0fccf939-a272-4ef8-a9d0-01c7df276089";

let here: ProjectProgram;

beforeEach(() => {
  here = makeProject();
});

function tacit(home: string, argv: readonly string[], input = "") {
  const ran = here.run(argv, { home, input });
  return { ...ran, json: () => ran.json() as Record<string, unknown> };
}

test("a fresh process reports the same session from its transcript and from replayed events", () => {
  const imported = tacit("first", [
    "--project",
    here.project,
    "import",
    "transcript",
    join(SESSIONS, `${ID}.jsonl`),
  ]);
  expect(imported.status).toBe(0);
  const events = tacit("first", ["events", "export", "--session", ID]);
  expect(events.status).toBe(0);
  const observed = tacit("second", ["observe", "-", "--finalize"], events.stdout);
  expect(observed.status).toBe(0);

  const [first, second] = ["first", "second"].map((home) =>
    tacit(home, ["report", ID.slice(0, 8), "--json"]).json(),
  );
  for (const same of ["task", "counts", "edited", "commits", "turns", "signals", "left"])
    expect(second?.[same]).toEqual(first?.[same]);
  expect(first).toMatchObject({
    id: ID,
    agent: "claude-code",
    origin: "transcript",
    standing: "over",
  });
  expect(second).toMatchObject({ origin: "replay" });
  const { counts, commits, edited, errors } = first as {
    counts: { steps: number; prompts: number };
    commits: unknown[];
    edited: { path: string }[];
    errors: { mended: unknown }[];
  };
  expect(counts.steps).toBeGreaterThan(20);
  expect(commits.length).toBeGreaterThan(0);
  // The same five files that Edit and Write name in the transcript.
  expect(edited.map(({ path }) => path).sort()).toEqual([
    "frontend/src/components/RemediateTab.tsx",
    "frontend/src/components/RemediationProgress.tsx",
    "frontend/src/types/remediation.ts",
    "src/shared/remediation/engine.ts",
    "src/shared/types/remediation.ts",
  ]);
  expect(errors.some(({ mended: fix }) => fix !== null)).toBe(true);
  expect(JSON.stringify(first)).not.toContain(here.base);
});

test("the page of a session shows which memories were shown, when and why", () => {
  tacit("home", [
    "remember",
    "Remediation prompts are batched by file, never by issue.",
    "--type",
    "decision",
  ]);
  tacit("home", ["--project", here.project, "import", "transcript", join(SESSIONS, `${ID}.jsonl`)]);
  const output = tacit("home", ["context", "--session", ID]);
  expect(output.stdout).toContain("batched by file");

  const text = tacit("home", ["report"]);
  expect(text.status).toBe(0);
  expect(text.stdout).toContain("at the start");
  expect(text.stdout.split("\n").length).toBeLessThan(60);

  const opener = tacit("home", ["report", "--open"]);
  expect(opener.stderr).toContain("no browser was opened");
  const path = opener.stdout.trim();
  const page = readFileSync(path, "utf8");
  expect(page).toContain("Remediation prompts are batched by file");
  expect(page).toContain("default-src &#39;none&#39;");
  expect(page).not.toMatch(/<script|https?:\/\/|src=/);
  expect(page).not.toContain(here.base);

  const [memory] = tacit("home", ["list", "--type", "decision", "--json"]).json() as unknown as {
    id: string;
  }[];
  expect(tacit("home", ["forget", memory?.id ?? "", "--yes"]).status).toBe(0);
  expect(existsSync(path)).toBe(false);
  expect(tacit("home", ["report"]).stdout).not.toContain("batched by file");
});

test("an unknown session id ends with the next step, as text and as JSON", () => {
  const ran = tacit("home", ["report", "nobody"]);
  expect(ran.status).toBe(66);
  expect(ran.stderr).toContain("tacit report --list");
  expect(tacit("home", ["report", "nobody", "--json"]).json()).toMatchObject({
    error: { code: "session_not_found" },
  });
});
