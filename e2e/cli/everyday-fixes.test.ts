/** Fourteen everyday sessions in which something failed and then passed: each teaches its fix and nothing false. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";

const LAUNCHER = fileURLToPath(new URL("../../apps/cli/bin/tacit.mjs", import.meta.url));

type Ran = readonly [command: string, output: string, code?: number];
const REGION = "Error: config key REGION is not set, expected eu or us\n";
const STALE = "Error: CatalogSnapshotStale: fixtures/catalog.snap was written for schema 13\n";
const PASSED = "12 passing\n";

const SESSIONS: Readonly<Record<string, { readonly ran: readonly Ran[]; readonly says: string }>> =
  {
    "a variable": {
      ran: [
        ["sh ./check.sh", "Error E4711: fixture database is missing\n", 3],
        ["FIXMARK_88=on sh ./check.sh", "all checks passed\n"],
      ],
      says: "`FIXMARK_88=on sh ./check.sh`",
    },
    "a variable before npm": {
      ran: [
        ["npm test", REGION, 1],
        ["REGION=eu npm test", PASSED],
      ],
      says: "`REGION=eu npm test`",
    },
    "a variable exported": {
      ran: [
        ["npm test", REGION, 1],
        ["export REGION=eu && npm test", PASSED],
      ],
      says: "`REGION=eu npm test`",
    },
    "an option": {
      ran: [
        ["pytest tests", "E   ImportError: cannot import name fixtures_db\n1 error\n", 2],
        ["pytest tests --import-mode=importlib", "12 passed\n"],
      ],
      says: "`--import-mode=importlib`",
    },
    "a script of the project": {
      ran: [
        ["npm test", STALE, 1],
        ["rm -rf .cache", ""],
        ["npm test", STALE, 1],
        ["npm run refresh", "snapshot written\n"],
        ["npm test", PASSED],
      ],
      says: "run `npm run refresh`",
    },
    "generated code": {
      ran: [
        ["npm test", "Error: Cannot find module './generated/client'\n", 1],
        ["npm run generate", "generated\n"],
        ["npm test", PASSED],
      ],
      says: "run `npm run generate`",
    },
    "a service": {
      ran: [
        ["npm test", "Error: connect ECONNREFUSED 127.0.0.1:5432\n", 1],
        ["docker compose up -d db", "Started\n"],
        ["npm test", PASSED],
      ],
      says: "run `docker compose up -d db`",
    },
    "a migration": {
      ran: [
        ["pytest", "sqlalchemy.exc.OperationalError: no such table: invoices\n", 1],
        ["alembic upgrade head", "ok\n"],
        ["pytest", "12 passed\n"],
      ],
      says: "run `alembic upgrade head`",
    },
    "large files": {
      ran: [
        ["cargo test", "thread main panicked at bad magic number in assets/model.bin\n", 101],
        ["git lfs pull", "ok\n"],
        ["cargo test", "test result: ok. 12 passed; 0 failed\n"],
      ],
      says: "run `git lfs pull`",
    },
    "another installer": {
      ran: [
        ["npm install", 'npm error Unsupported URL Type "workspace:": workspace:*\n', 1],
        ["pnpm install", "done\n"],
      ],
      says: "use `pnpm install`, not `npm install`",
    },
    "another package": {
      ran: [
        [
          "pytest",
          "E   ImportError: failed to find libmagic, which this module requires\n1 error\n",
          2,
        ],
        ["pip install libmagic", "Successfully installed libmagic-1.0\n"],
        [
          "pytest",
          "E   ImportError: failed to find libmagic, which this module requires\n1 error\n",
          2,
        ],
        ["pip install python-magic-bin", "Successfully installed python-magic-bin-0.4\n"],
        ["pytest", "12 passed\n"],
      ],
      says: "run `pip install python-magic-bin`",
    },
    "another Node.js": {
      ran: [
        [
          "npm test",
          "Error: The module was compiled against a different Node.js version using NODE_MODULE_VERSION 115\n",
          1,
        ],
        ["npm rebuild better-sqlite3", "rebuilt\n"],
        ["npm test", PASSED],
      ],
      says: "run `npm rebuild better-sqlite3`",
    },
    "a folder": {
      ran: [
        ["npm test", 'npm error Missing script: "test"\n', 1],
        ["cd packages/core && npm test", PASSED],
      ],
      says: "in `packages/core`",
    },
    "a limit": {
      ran: [
        ["go test ./...", "fatal error: too many open files\nFAIL\n", 1],
        ["ulimit -n 4096 && go test ./...", "ok  \texample.com/x\t0.3s\n"],
      ],
      says: "`ulimit -n 4096 && go test ./...`",
    },
  };

function linesOf(ran: readonly Ran[], session: string, day: number): string {
  const lines: string[] = [];
  const add = (more: object) => {
    const seq = lines.length;
    const ts = new Date(Date.UTC(2026, 10, day, 10, 0, seq * 5)).toISOString();
    lines.push(JSON.stringify({ v: 1, session, agent: "claude-code", seq, ts, ...more }));
  };
  add({ kind: "session_start" });
  add({ kind: "prompt", text: "Run the tests and make them pass." });
  for (const [n, [command, output, exitCode = 0]] of ran.entries()) {
    add({ kind: "tool_call", callId: `c${n}`, tool: "shell", input: { command } });
    const result = { callId: `c${n}`, tool: "shell", output, isError: exitCode !== 0, exitCode };
    add({ kind: "tool_result", ...result });
  }
  add({ kind: "message", text: "It passes now." });
  add({ kind: "session_end", outcome: "success" });
  return `${lines.join("\n")}\n`;
}

interface Known {
  readonly type: string;
  readonly content: string;
  readonly standing: string;
  readonly needsReview: boolean;
}

function learnFrom(sessions: readonly string[]): readonly Known[] {
  const { home, project } = makeFolders();
  const tacit = (argv: readonly string[], input = "") => {
    const env = { ...process.env, TACIT_HOME: home, HOME: home };
    const ran = spawnSync(process.execPath, [LAUNCHER, ...argv], {
      cwd: project,
      env,
      input,
      encoding: "utf8",
    });
    expect([argv, ran.status, ran.stderr]).toMatchObject([argv, 0, {}]);
    return ran.stdout;
  };
  for (const lines of sessions) tacit(["observe", "-", "--finalize"], lines);
  const memories = JSON.parse(tacit(["list", "--json"])) as Known[];
  return memories.filter(({ type }) => type !== "handoff");
}

test.each(Object.entries(SESSIONS))("%s", (_name, { ran, says }) => {
  const [lesson, ...others] = learnFrom([linesOf(ran, "s1", 2)]);
  expect(others).toEqual([]);
  expect(lesson?.content).toContain(says);
  expect(lesson?.standing).toMatch(/^(?:verified|believed)$/);
  expect(lesson?.needsReview).toBe(false);
  const words = lesson?.content.split(/\s+/).length ?? 0;
  expect(words).toBeGreaterThanOrEqual(15);
  expect(words).toBeLessThanOrEqual(60);
});

test("never trusts a command that always failed in this form, however often another passed", () => {
  const { ran } = SESSIONS["a variable before npm"] as { readonly ran: readonly Ran[] };
  const memories = learnFrom([1, 2, 3, 4].map((n) => linesOf(ran, `s${n}`, n)));
  expect(memories.map(({ content }) => content)).toEqual([
    expect.stringContaining("`REGION=eu npm test`"),
  ]);
});
