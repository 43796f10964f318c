/** The real Claude Code, pinned: where it is installed, and how it is run without an account or a network. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PACKAGE = "@anthropic-ai/claude-code";
const VERSION = "2.1.329";
const FOLDER = join(ROOT, ".cache", "hosts", "claude");
/** A Node of our own: an older npm on an older Node may pick an older release. */
export const NODE_FOLDER = join(ROOT, "node_modules", "node", "bin");

export const CLAUDE_CODE = join(FOLDER, "node_modules", ".bin", "claude");

/** Whether the pinned version is there, complete. */
export function isInstalled() {
  try {
    const path = join(FOLDER, "node_modules", PACKAGE, "package.json");
    return JSON.parse(readFileSync(path, "utf8")).version === VERSION && existsSync(CLAUDE_CODE);
  } catch {
    return false;
  }
}

/** Null when done, otherwise why not. About 360 MB, once. */
export function install() {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "package.json"), '{"private":true}\n');
  const options = ["--no-audit", "--no-fund", "--loglevel=error"];
  const ran = spawnSync("npm", ["install", ...options, `${PACKAGE}@${VERSION}`], {
    cwd: FOLDER,
    encoding: "utf8",
    env: { ...process.env, PATH: `${NODE_FOLDER}:${process.env["PATH"]}` },
  });
  if (ran.status === 0 && isInstalled()) return null;
  return `npm install ${PACKAGE}@${VERSION} failed: ${(ran.stderr || String(ran.error)).trim().slice(-400)}`;
}

/** A key that is none, and no traffic but to the scripted model. */
export function clientEnv(modelUrl, home) {
  return {
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "sk-ant-not-a-key",
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_RETRIES: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    // Lets a container's root skip permission questions, which nobody is there to answer.
    IS_SANDBOX: "1",
  };
}

/** `resume`: the session to go on with, or null for a new one. */
export function clientArgs(prompt, resume) {
  return [
    ...["-p", prompt, "--output-format", "stream-json", "--verbose"],
    ...["--model", "claude-sonnet-4-5", "--permission-mode", "bypassPermissions"],
    ...(resume === null ? [] : ["--resume", resume]),
  ];
}

export function sessionIn(output) {
  return /"session_id":"([0-9a-f-]{36})"/.exec(output)?.[1] ?? null;
}
