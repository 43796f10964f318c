/**
 * Takes screenshots of the panel for the documentation: each view, light and dark, on a desktop and on a phone.
 *
 * Usage: `node --conditions=source e2e/panel/screenshots.mjs SESSIONS [FOLDER]`
 *
 * SESSIONS is a folder of agents' transcripts. They are imported into a separate store. Some memories are also taught,
 * flagged and shown, so that no view is empty. The views of code and graph show a clone of this repository, with the first
 * comments of some of its files as memories. The first run shows a project without memories. Writes NAME-WIDTH-SCHEME.webp into FOLDER (default: docs/screenshots).
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CHROMIUM, launchBrowser } from "./browser.ts";

const [sessions, into = "docs/screenshots"] = process.argv.slice(2);
if (sessions === undefined || CHROMIUM === null) {
  console.error(
    sessions === undefined
      ? "usage: screenshots.mjs SESSIONS [FOLDER]"
      : "there is no Chromium here",
  );
  process.exit(64);
}

const DIST = fileURLToPath(new URL("../../apps/cli/dist/", import.meta.url));
const TAUGHT = [
  [
    "decision",
    "The evaluator runs agents in a temporary clone, because they may edit files while they read.",
  ],
  [
    "convention",
    "Call the remediation API through `frontend/src/api.ts`: it adds the session header that the server requires.",
  ],
];
const PROMPTS = [
  "how does the evaluator run agents in a clone",
  "fix the lint errors noUnusedVariables",
];
const QUESTION = "Why did the pre-commit hook fail?";
const SIZES = [
  { width: 1440, height: 900, scheme: "light" },
  { width: 1440, height: 900, scheme: "dark" },
  { width: 390, height: 844, scheme: "light" },
  { width: 390, height: 844, scheme: "dark" },
];
/** Only for learning that hangs: a busy machine needs a minute. */
const LEARNING_MS = 600_000;

const base = mkdtempSync(join(tmpdir(), "tacit-screenshots-"));
const project = join(base, "context-evaluator");
const repository = join(base, "tacit");
const newProject = join(base, "new", "context-evaluator");
const env = { ...process.env, HOME: base, TACIT_HOME: join(base, "home") };

try {
  mkdirSync(project);
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: project });
  const places = prepared();
  mkdirSync(into, { recursive: true });
  await photographed(project, places);
  await photographed(repository, preparedCode());
  await photographed(newProject, preparedFirstRun());
} finally {
  rmSync(base, { recursive: true, force: true, maxRetries: 3 });
}

function tacit(...words) {
  return tacitIn(project, ...words);
}

function tacitIn(cwd, ...words) {
  const options = { cwd, env, encoding: "utf8", maxBuffer: 1e9 };
  return execFileSync(process.execPath, [join(DIST, "tacit.mjs"), ...words], options);
}

/** Clones this repository, indexes it and takes memories from its files. Returns the path of each view. */
function preparedCode() {
  execFileSync("git", [
    "clone",
    "-q",
    fileURLToPath(new URL("../..", import.meta.url)),
    repository,
  ]);
  const listed = execFileSync("git", ["ls-files", "*.ts"], { cwd: repository, encoding: "utf8" });
  const lines = listed
    .split("\n")
    .filter((path) => path !== "" && !path.endsWith(".test.ts"))
    .flatMap((path, index) => {
      // Other shares in other packages, so that every coverage occurs.
      const every = path.startsWith("packages/redact") ? 1 : path.startsWith("hosts") ? 40 : 4;
      const comment = /^\/\*\*([\s\S]*?)\*\//.exec(
        readFileSync(join(repository, path), "utf8"),
      )?.[1];
      const content =
        comment
          ?.replace(/^\s*\* ?/gm, "")
          .replace(/\s+/g, " ")
          .trim() ?? "";
      if (index % every !== 0 || content.length < 60) return [];
      return [JSON.stringify({ content, type: "fact", files: [path] })];
    });
  writeFileSync(join(base, "lines.jsonl"), lines.join("\n"));
  tacitIn(repository, "index");
  tacitIn(repository, "import", "jsonl", join(base, "lines.jsonl"));
  const file = "packages/redact/src/redact.ts";
  return {
    code: "/code",
    file: `/code/file?path=${encodeURIComponent(file)}`,
    map: "/graph",
    graph: `/graph?focus=${encodeURIComponent(`file:${file}`)}`,
  };
}

/** Puts the sessions where Claude Code stores those of a project without memories. Returns the path of each view. */
function preparedFirstRun() {
  mkdirSync(newProject, { recursive: true });
  writeFileSync(
    join(newProject, "CLAUDE.md"),
    "- Use bun, never npm.\n- Keep migrations reversible.\n",
  );
  for (const name of [".codex", ".cursor"]) mkdirSync(join(base, name), { recursive: true });
  const name = newProject.replace(/[^A-Za-z0-9]/g, "-");
  cpSync(resolve(sessions), join(base, ".claude", "projects", name), { recursive: true });
  return { start: "/start", learned: "/start/learned" };
}

/** Fills the store. Returns the path of each view. */
function prepared() {
  tacit("import", "transcript", resolve(sessions), "--project", project);
  for (const [type, text] of TAUGHT) tacit("remember", text, "--type", type);
  const memories = JSON.parse(tacit("list", "--json"));
  for (const { id } of memories.slice(2, 4)) tacit("feedback", id, "flag");
  tacit("pin", memories[0].id);
  for (const prompt of PROMPTS) showTo(prompt);
  const listed = JSON.parse(tacit("report", "--list", "--json"));
  const taught = listed.find(({ learned }) => learned > 0) ?? listed[0];
  const evident = memories.find(({ evidence }) => evidence.length > 1) ?? memories[0];
  return {
    today: "/",
    memories: "/memories?query=lint",
    memory: `/memories/${evident.id}`,
    review: "/review",
    sessions: "/sessions",
    session: `/sessions/${taught.id}`,
    replay: `/sessions/${taught.id}/replay`,
    ask: `/ask?q=${encodeURIComponent(QUESTION)}`,
    teach: "/teach",
    settings: "/settings",
    models: "/settings",
  };
}

/** Runs the hook as a host does, so that the ledger of shown memories has rows. */
function showTo(prompt) {
  const hook_event_name = "UserPromptSubmit";
  const input = JSON.stringify({ session_id: "demo", cwd: project, hook_event_name, prompt });
  const args = [join(DIST, "hook.cjs"), "claude-code", hook_event_name];
  execFileSync(process.execPath, args, { input, env, cwd: project });
}

async function photographed(cwd, places) {
  const panel = spawn(process.execPath, [join(DIST, "tacit.mjs"), "panel", "--json"], {
    cwd,
    env,
  });
  const [line] = await once(createInterface({ input: panel.stdout }), "line");
  const { url } = JSON.parse(line);
  const browser = await launchBrowser(CHROMIUM);
  for (const { scheme, ...viewport } of SIZES) {
    const page = await browser.newPage({ viewport, colorScheme: scheme, locale: "en-GB" });
    await page.goto(url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const [name, path] of Object.entries(places)) {
      await page.goto(new URL(path, url).href);
      await page.getByRole("heading", { level: 1 }).waitFor();
      for (const part of await page.locator(".loading").all())
        await part.waitFor({ state: "detached" });
      await page.evaluate(() => document.fonts.ready);
      await arranged(page, name, url);
      const png = await page.screenshot();
      writeFileSync(
        join(into, `${name}-${viewport.width}-${scheme}.webp`),
        await compressed(page, png),
      );
    }
    await page.close();
  }
  await browser.close();
  panel.kill();
}

/** Brings a view into the state that its picture shows. */
async function arranged(page, name, url) {
  if (name === "learned") await learnedIn(page, url);
  if (name === "graph" || name === "map")
    await page.locator(".graph-canvas:not([aria-busy]) canvas").first().waitFor();
  if (name === "models") await chosenModel(page);
  if (name === "teach") await openedFile(page);
}

/** Opens the choice of a writer. */
async function chosenModel(page) {
  await page.getByRole("button", { name: "Change: Writer of lessons" }).click();
  await page.getByRole("radio", { name: /OpenAI-compatible server/ }).check();
}

/** Opens a file to teach from, with a memory that is known already and a secret. */
async function openedFile(page) {
  const secret = `ghp_${"a1B2c3D4".repeat(5).slice(0, 36)}`;
  const items = [
    TAUGHT[0][1],
    "The nightly evaluation runs at 02:00 UTC, because the models are cheapest then.",
    `The read-only token of the mirror is ${secret}.`,
  ];
  const buffer = Buffer.from(items.map((item) => `- ${item}`).join("\n"));
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "notes.md", mimeType: "text/markdown", buffer });
  await page.getByRole("button", { name: /^Store \d/ }).scrollIntoViewIfNeeded();
  await page.getByText("A secret was removed.").waitFor();
}

/** Learns from past sessions, unless that was done in an earlier size. Leaves the first card on the page. */
async function learnedIn(page, url) {
  await page.locator(".card, .empty").first().waitFor();
  if (await page.locator(".card").first().isVisible()) return;
  await page.goto(new URL("/start", url).href);
  await page.getByRole("button", { name: "Learn from these sessions" }).click();
  const result = page.locator(".learning-result");
  const failure = page.locator(".agent-warning[role=alert]");
  await result.or(failure).waitFor({ timeout: LEARNING_MS });
  if (await failure.isVisible()) throw new Error(await failure.textContent());
  await page.getByRole("link", { name: /^Look at/ }).click();
  await page.locator(".card").first().waitFor();
}

/** Converts a PNG to WebP, a third of its size, in the browser. */
async function compressed(page, png) {
  const address = `data:image/png;base64,${png.toString("base64")}`;
  const webp = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width: image.width,
      height: image.height,
    });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.6);
  }, address);
  return Buffer.from(webp.split(",")[1], "base64");
}
