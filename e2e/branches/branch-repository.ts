/** A real repository, a home, and the real command in a separate process, for tests of branches. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const LAUNCHER = fileURLToPath(new URL("../../apps/cli/bin/tacit.mjs", import.meta.url));
const SETTINGS = [
  ...["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"],
  ...["-c", "core.autocrlf=false", "-c", "protocol.file.allow=always"],
];

export interface Checkout {
  readonly root: string;
  readonly git: (...args: string[]) => string;
  /** Writes one file and commits it. */
  readonly commit: (path: string, text: string) => void;
  readonly write: (path: string, text: string) => void;
  /** Returns what the command prints with --json; fails with its error output. */
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints is what the tests look at
  readonly tacit: (...args: string[]) => any;
  /** Stores a memory with this text at the current checkout and returns its id. */
  readonly learn: (content: string, ...more: string[]) => string;
  /** Returns the texts of the memories that recall shows. */
  readonly shownLines: (...more: string[]) => string[];
}

export interface Base {
  readonly folder: string;
  readonly home: string;
  readonly at: (root: string) => Checkout;
}

const QUESTION = "what is known of the widget cache";
/** Memories that all answer the question. */
export const ABOUT = {
  main: "The widget cache is filled at start-up, before the first request is served.",
  topic: "The widget cache must be dropped by hand after a schema change, or reads fail.",
  other: "Entries of the widget cache expire after ninety seconds, not after sixty.",
} as const;

export function makeBase(): Base {
  const folder = mkdtempSync(join(tmpdir(), "tacit-branches-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const home = join(folder, "home");
  const env = { ...process.env, TACIT_HOME: home, HOME: home, NO_COLOR: "1", COLUMNS: "200" };
  const at = (root: string): Checkout => {
    const git = (...args: string[]) =>
      execFileSync("git", [...SETTINGS, ...args], {
        cwd: root,
        encoding: "utf8",
        stdio: "pipe",
        env: { ...env, GIT_EDITOR: "true", GIT_CONFIG_NOSYSTEM: "1" },
      });
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const tacit: Checkout["tacit"] = (...args) => {
      const options = { cwd: root, env, encoding: "utf8" as const };
      const ran = spawnSync(process.execPath, [LAUNCHER, ...args, "--json"], options);
      if (ran.status !== 0) throw new Error(`${args.join(" ")}: ${ran.stderr}`);
      return JSON.parse(ran.stdout);
    };
    return {
      root,
      git,
      write,
      tacit,
      commit: (path, text) => {
        write(path, text);
        git("add", "-A");
        git("commit", "-qm", `change ${path}`);
      },
      learn: (content, ...more) => tacit("remember", content, "--type", "gotcha", ...more).id,
      shownLines: (...more) => {
        const { hits } = tacit("recall", QUESTION, ...more) as { hits: { content: string }[] };
        return hits.map(({ content }) => content).sort();
      },
    };
  };
  return { folder, home, at };
}

/** Creates a repository on `main` with one commit and one memory learned there. */
export function makeCheckout({ defaultBranch = "main" } = {}): { base: Base; repo: Checkout } {
  const base = makeBase();
  const root = join(base.folder, "project");
  mkdirSync(root);
  const repo = base.at(root);
  repo.git("-c", `init.defaultBranch=${defaultBranch}`, "init", "-q");
  repo.commit("README.md", "# Widgets\n");
  return { base, repo };
}

/** Learns a memory on `topic` before its first commit, as most sessions do, and then commits. */
export function learnOnTopic(repo: Checkout, branch = "topic"): string {
  repo.git("switch", "-qc", branch);
  repo.write("src/cache.ts", "export const cache = new Map();\n");
  const id = repo.learn(ABOUT.topic);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "a cache of widgets");
  return id;
}

export interface Shown {
  readonly isStaged: boolean;
  readonly branchStanding: { readonly verdict: string; readonly note: string | null } | null;
}

export function shown(repo: Checkout, id: string): Shown {
  return repo.tacit("show", id) as Shown;
}
