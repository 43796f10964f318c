/**
 * `tacit models use claude-code --as writer` and `tacit learn --with claude-code` run the real program headless against a
 * scripted model. Another process finds the lesson, and nothing of that run is learned or remembered. The same holds for
 * Codex and Gemini CLI if `npm run e2e:hosts` has installed them.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { sessionScript } from "../../packages/memory/src/testing/testing-life.ts";
import { CLAUDE_CODE } from "./claude-code.mjs";
import type { Client } from "./clients.mjs";
import { CODEX } from "./codex.mjs";
import { GEMINI } from "./gemini.mjs";
import { startModel } from "./model-server.mjs";
import { NODE_FOLDER } from "./npm-program.mjs";

const LAUNCHER = fileURLToPath(new URL("../../apps/cli/bin/tacit.mjs", import.meta.url));
const LESSON =
  "When `npm test` fails with a missing ./dist/a.js, run `npm run build` first: the tests import the built files, not the sources.";
const REPLY = JSON.stringify({
  title: "Tests need a build",
  content: LESSON,
  kind: "gotcha",
  lines: [4],
  said_by: "agent",
});

/** Answer to the program's request for the model to use, which comes before the question itself. */
const ROUTED = { text: '{"complexity_reasoning":"a short question","complexity_score":1}' };
const isErrand = (body: unknown) => JSON.stringify(body).includes("Task Routing AI");

async function ground(client: Client) {
  const base = mkdtempSync(join(tmpdir(), "tacit-e2e-writer-"));
  const [home, project, temporary] = [join(base, "home"), join(base, "project"), join(base, "tmp")];
  const config = client.config(home);
  for (const folder of [dirname(config.path), project, temporary])
    mkdirSync(folder, { recursive: true });
  const wire = {
    ...client.wire,
    kindOf: (body: unknown) => (isErrand(body) ? ("aside" as const) : ("turn" as const)),
    send: ((response, body, script) =>
      client.wire.send(response, body, isErrand(body) ? ROUTED : script)) as Client["wire"]["send"],
  };
  const model = await startModel(wire);
  onTestFinished(() => {
    model.close();
    rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  });
  writeFileSync(config.path, config.text.replace("http://127.0.0.1:1", model.url));
  const env = {
    PATH: [dirname(client.program.path), NODE_FOLDER, "/usr/local/bin", "/usr/bin", "/bin"].join(
      delimiter,
    ),
    HOME: home,
    LANG: "C.UTF-8",
    TMPDIR: temporary,
    TACIT_HOME: join(base, "tacit"),
    // Only the scripted model can be reached.
    HTTPS_PROXY: "http://127.0.0.1:9",
    HTTP_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "127.0.0.1",
    ...client.place(home),
    ...client.env(model.url, home),
  };
  const tacit = (...words: string[]) => runTacit(words, project, env);
  return { base, temporary, model, tacit, env };
}

async function runTacit(words: readonly string[], cwd: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [LAUNCHER, ...words, "--json"], { cwd, env });
  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.stdout += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (printed.stderr += chunk.toString("utf8")));
  const status = await new Promise((resolve) => child.on("close", resolve));
  expect(status, `${words.join(" ")}: ${printed.stderr}`).toBe(0);
  return JSON.parse(printed.stdout) as Record<string, unknown>;
}

function sessionFile(base: string): string {
  const { events } = sessionScript("s1")
    .prompt("make the tests pass")
    .shell("npm test", "Error: Cannot find module './dist/a.js'", 1)
    .shell("npm run build", "built")
    .add("message", {
      text: "The tests import the built files from ./dist/a.js, not the sources, so `npm run build` has to run before `npm test`. Now they pass, and the readme of the project can stay as it is for the time being.",
    })
    .shell("npm test", "12 passed")
    .end();
  const path = join(base, "s1.jsonl");
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  return path;
}

for (const client of [CLAUDE_CODE, CODEX, GEMINI]) {
  if (!client.program.isInstalled()) {
    test(`SKIPPED: ${client.title} is not installed; \`npm run e2e:hosts\` proves the hosts`, () => {
      expect(client.program.isInstalled()).toBe(false);
    });
    continue;
  }
  test(`${client.title} reads a past session, and another process recalls the lesson`, async () => {
    const { base, temporary, model, tacit } = await ground(client);
    // The program that answers has our own hooks installed.
    await tacit("connect", client.name, "--yes");
    await tacit("observe", sessionFile(base), "--finalize");
    model.say([{ text: "NONE" }]);
    expect(await tacit("models", "use", client.name, "--as", "writer")).toMatchObject({
      id: `writer:${client.name}`,
      checks: [{ name: "answers", ok: true }],
    });
    model.say([{ text: REPLY }, { text: "NONE" }]);
    const learned = await tacit("learn", "--with", client.name, "--yes", "--no-home");
    expect(learned).toMatchObject({
      price: { sessions: 1 },
      sessions: [{ session: "s1", by: `writer:${client.name}`, problem: null }],
      memories: [{ content: LESSON }],
    });
    const turns = model.requests.filter(({ kind }) => kind === "turn");
    expect(turns.map(({ text }) => text.includes("tacit: a request of the memory"))).toEqual([
      true,
      true,
      true,
    ]);
    expect(turns.at(1)?.text).toContain("[4] agent: The tests import the built files");
    expect(turns.at(2)?.text).toContain("Lesson 1");
    // Tacit injects nothing into that run, and no tool can run a command or write a file.
    expect(JSON.stringify(turns.map(({ body }) => body))).not.toContain("<tacit-memory");
    const tools = turns.flatMap((turn) => turn.tools);
    expect(tools.filter((name) => /shell|bash|exec|write|edit|patch|fetch/i.test(name))).toEqual(
      [],
    );
    const found = (await tacit("recall", "npm test missing dist")) as {
      readonly hits: readonly { readonly content: string }[];
    };
    expect(found.hits.some(({ content }) => content === LESSON)).toBe(true);
    const listed = await tacit("report", "--list");
    expect(listed).toMatchObject([{ id: "s1" }]);
    const left = readdirSync(temporary).filter((name) => name.startsWith("tacit-writer-"));
    expect(left).toEqual([]);
  });
}
