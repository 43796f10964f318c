/** A real repository with some code, a home, and one memory about a function, for these tests. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Hit, openTacit, type Tacit } from "@tacit-memory/memory";
import { onTestFinished } from "vitest";

export const PRICES = `import { rate } from "./rates";

export function netPrice(gross: number): number {
  return gross / (1 + rate("vat"));
}

function rounded(value: number): number {
  const cents = Math.round(value * 100);
  return cents / 100;
}

export class Basket {
  readonly items: number[] = [];

  total(): number {
    return rounded(this.items.reduce((sum, item) => sum + item, 0));
  }

  clear(): void {
    this.items.length = 0;
  }
}
`;

export interface Repository {
  readonly root: string;
  readonly home: string;
  readonly git: (...args: string[]) => string;
  readonly write: (path: string, text: string) => void;
  readonly read: (path: string) => string;
  readonly change: (path: string, from: string, to: string) => void;
  readonly commit: (message: string) => void;
  readonly open: () => Promise<Tacit>;
  /** Returns recall's result for the only memory, like a new process. */
  readonly recalled: (query?: string) => Promise<Hit>;
}

const SETTINGS = [
  ...["-c", "user.name=t", "-c", "user.email=t@example.com"],
  ...["-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main", "-c", "core.autocrlf=false"],
];

export function makeRepository({ hasGit = true } = {}): Repository {
  const base = mkdtempSync(join(tmpdir(), "tacit-freshness-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [root, home] = [join(base, "project"), join(base, "home")];
  mkdirSync(root);
  const repository: Repository = {
    root,
    home,
    git: (...args) =>
      execFileSync("git", [...SETTINGS, ...args], { cwd: root, encoding: "utf8", stdio: "pipe" }),
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    read: (path) => readFileSync(join(root, path), "utf8"),
    change: (path, from, to) => {
      const text = repository.read(path);
      if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
      repository.write(path, text.replace(from, to));
    },
    commit: (message) => {
      repository.git("add", "-A");
      repository.git("commit", "-qm", message);
    },
    open: () => openTacit({ home, cwd: root }),
    recalled: async (query = "why are cents rounded") => {
      const tacit = await repository.open();
      try {
        const [hit] = (await tacit.memories.recall({ query, isExplained: true })).hits;
        if (hit === undefined) throw new Error("nothing recalled");
        return hit;
      } finally {
        await tacit.close();
      }
    },
  };
  repository.write("src/prices.ts", PRICES);
  repository.write("src/rates.ts", "export const rate = (_name: string) => 0.2;\n");
  repository.write("README.md", "# Prices\n\nAll in cents.\n");
  if (hasGit) {
    repository.git("init", "-q");
    repository.commit("first");
  }
  return repository;
}

export const ABOUT_ROUNDED =
  "Cents are rounded by `rounded` before anything is summed up, or totals drift by a cent.";

/** Stores one memory about `rounded` in src/prices.ts and returns its id. */
export async function teach(
  repository: Repository,
  content: string = ABOUT_ROUNDED,
  more: { readonly files?: readonly string[]; readonly invalidWhen?: readonly string[] } = {},
): Promise<string> {
  const tacit = await repository.open();
  try {
    const files = more.files ?? ["src/prices.ts"];
    const input = { content, source: "user_taught", type: "gotcha", ...more, files } as const;
    const { id } = await tacit.memories.remember(input);
    if (id === null) throw new Error("not kept");
    return id;
  } finally {
    await tacit.close();
  }
}
