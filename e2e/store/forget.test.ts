/** Tests what `tacit forget` leaves in the home; each command is its own process. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";

const STATEMENT = "The quibblefax of the harbour opens with the grey lever in winter";

function filesWith({ base }: ProjectProgram, word: RegExp): string[] {
  const home = join(base, "home");
  return readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(home, name);
    return statSync(path).isFile() && word.test(readFileSync(path).toString("latin1"));
  });
}

/** Returns event lines of a session with one prompt and one call, which failed. */
function session(prompt: string, failure: string): string {
  const events = [
    { kind: "prompt", text: prompt },
    { kind: "tool_call", callId: "c", tool: "shell", input: { command: "run" } },
    {
      kind: "tool_result",
      callId: "c",
      tool: "shell",
      output: failure,
      isError: true,
      exitCode: 1,
    },
    { kind: "message", text: "Done." },
    { kind: "session_end", outcome: "success" },
  ];
  const lines = events.map((event, i) =>
    JSON.stringify({
      v: 1,
      session: "s1",
      ts: new Date(Date.now() - 9e6 + i * 1000),
      key: `k${i}`,
      ...event,
    }),
  );
  return lines.join("\n");
}

test.each([
  [
    "a statement that is a session's goal",
    { content: STATEMENT },
    `${STATEMENT}, so take it.`,
    "exit 1",
  ],
  [
    "its error",
    { content: "Restart the pump at night", error: "quibblefax: fatal cannot open the shaft" },
    "Take care of the pump.",
    "quibblefax: fatal cannot open the shaft",
  ],
  [
    "a long statement",
    { content: `The quibblefax ${"goes on and on ".repeat(300)}` },
    `The quibblefax ${"goes  on and on ".repeat(300)}`,
    "exit 1",
  ],
  ["one word", { content: "Quibblefax2026" }, "Quibblefax2026 is the word", "exit 1"],
] as const)("forget leaves nothing of %s", (_name, line, prompt, failure) => {
  const here = makeProject();
  const taught = here.run(["import", "jsonl", "-", "--verbatim"], { input: JSON.stringify(line) });
  expect(taught.status, taught.stderr).toBe(0);
  const [memory] = here.document("list") as { id: string }[];
  const seen = here.run(["observe", "-", "--finalize"], { input: session(prompt, failure) });
  expect(seen.status, seen.stderr).toBe(0);
  expect(filesWith(here, /quibblefax/i)).not.toEqual([]);
  expect(here.tacit("forget", memory?.id ?? "", "--yes").status).toBe(0);
  expect(filesWith(here, /quibblefax/i)).toEqual([]);
  expect(here.tacit("export", "--format", "json").stdout).not.toMatch(/quibblefax/i);
});

test("forgets a thousand memories and leaves none of their bytes", () => {
  const here = makeProject();
  const lines = Array.from({ length: 1000 }, (_, n) =>
    JSON.stringify({ content: `The quibblefax ${n} stands in hall ${n * 7}`, tags: ["bulk"] }),
  );
  const imported = here.run(["import", "jsonl", "-", "--verbatim"], { input: lines.join("\n") });
  expect(imported.status, imported.stderr).toBe(0);
  expect(here.document("forget", "--tag", "bulk", "--yes")).toHaveLength(1000);
  expect(filesWith(here, /quibblefax/i)).toEqual([]);
});
