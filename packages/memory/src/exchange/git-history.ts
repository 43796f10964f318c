/**
 * Reads a repository's recent history as commit events of one session: what was changed together before any agent was
 * observed. The output of git is streamed; by default the newest two thousand commits.
 */

import { streamGit } from "@tacit-memory/git";
import type { EventOf } from "@tacit-memory/protocol";
import { HISTORY_AGENT } from "../domain/memory.ts";

/** Maximum commits read; older ones say little about the current code. */
export const MAX_COMMITS = 2_000;
const FIELD = "\u001f";
const RECORD = "\u001e";
const FORMAT = `${RECORD}%H${FIELD}%aI${FIELD}%aN <%aE>${FIELD}%B${FIELD}`;
/** Matches names of programs that commit: `dependabot[bot]`, `k8s-ci-robot`, `Release Bot`, `github-actions`. */
const BOT =
  /\[bot\]|[-_ ](?:ro)?bots?(?: |$)|^(?:dependabot|renovate|github[- ]actions?|release[- ]please|semantic[- ]release|changesets|greenkeeper|mergify|travis(?:[- ]ci)?|circleci|jenkins|azure-pipelines)\b/i;
const MAX_RECORD_CHARS = 2_000_000;

export interface GitHistory {
  readonly session: string;
  readonly root: string;
  readonly branch: string | null;
}

/** Yields commits, newest first, without merges. Empty without git or history. */
export async function* readGitHistory(
  history: GitHistory,
  limit: number = MAX_COMMITS,
): AsyncGenerator<EventOf<"commit">> {
  for await (const record of gitLog(history.root, limit)) {
    const [sha = "", date = "", author = "", message = "", files = ""] = record.split(FIELD);
    if (!/^[0-9a-f]{40,64}$/.test(sha)) continue;
    yield {
      v: 1,
      session: history.session,
      ts: new Date(Date.parse(date) || 0).toISOString(),
      agent: HISTORY_AGENT,
      kind: "commit",
      key: `commit:${sha}`,
      commit: sha,
      sha,
      message: message.trim().slice(0, 2000),
      ...filesOf(files),
      ...(isBot(author) ? { isByBot: true } : {}),
      ...(history.branch === null ? {} : { branch: history.branch }),
    };
  }
}

/**
 * Returns whether an author ("Name <address>") is a program; the author is not stored. GitHub's addresses of programs are
 * recognised too.
 */
function isBot(author: string): boolean {
  const [name = "", address = ""] = author.split(/ <(?=[^<]*$)/);
  return BOT.test(name) || /\[bot\]@/i.test(address);
}

/** Parses lines with a letter and a path; renamed and copied files have their old path in between. */
function filesOf(text: string): Pick<EventOf<"commit">, "files" | "added" | "moved"> {
  const changes = text.split("\n").flatMap((line) => {
    const [letter = "", ...paths] = line.trim().split("\t");
    const path = paths.at(-1);
    return path === undefined ? [] : [{ kind: letter.charAt(0), path, from: paths[0] ?? path }];
  });
  return {
    files: changes.map(({ path }) => path),
    added: changes.filter(({ kind }) => kind === "A" || kind === "C").map(({ path }) => path),
    moved: changes.flatMap(({ kind, from, path }) => (kind === "R" ? [{ from, to: path }] : [])),
  };
}

/** Milliseconds. A person started the command; the longest histories take a minute. */
const LIMIT_MS = 600_000;

async function* gitLog(root: string, limit: number): AsyncGenerator<string> {
  const args = [
    "log",
    "--no-merges",
    "--name-status",
    `--max-count=${limit}`,
    `--format=${FORMAT}`,
  ];
  // Without git or a repository there is no history: the stream is empty.
  const git = await streamGit(root, args, LIMIT_MS);
  let rest = "";
  try {
    for await (const chunk of git.stdout) {
      rest += String(chunk);
      const records = rest.split(RECORD);
      rest = (records.pop() ?? "").slice(-MAX_RECORD_CHARS);
      yield* records;
    }
    if (rest !== "") yield rest;
  } finally {
    git.stop();
    await git.ended;
  }
}
