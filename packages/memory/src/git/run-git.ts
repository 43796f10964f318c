/**
 * One question to git. Whoever asks says for how long, and an answer that does not come in time is none: commands and
 * servers have seconds; a hook asks only as a session starts or ends, and has a tenth of one or three. Nothing of the
 * repository's own configuration runs: no hooks, no pager, no external diff, no monitor, no prompt, no fetch of what a
 * partial clone left out (where git knows GIT_NO_LAZY_FETCH).
 */

export interface GitQuestion {
  readonly timeoutMs: number;
  /** Of the answer; more than that is no answer. Default: 16 million. */
  readonly maxChars?: number | undefined;
  /** For git's standard input. */
  readonly input?: string | undefined;
}

/** What keeps git from running anything that the repository names. */
export const GIT_SAFE = [
  ...["--no-optional-locks", "--literal-pathspecs", "--no-pager"],
  ...["-c", "core.fsmonitor=false", "-c", "log.showSignature=false"],
];
/** A hook of git's own sets these; the repository meant is the one at `root`. */
const OF_ANOTHER_REPOSITORY = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR"];

/** What git prints; null when it fails, is not there, or takes too long. Nothing found is an answer, and empty. */
export async function runGit(
  root: string,
  args: readonly string[],
  { timeoutMs, maxChars = 16_000_000, input }: GitQuestion,
): Promise<string | null> {
  // Loaded here alone: most processes never ask, and the module costs a hook milliseconds.
  const { execFile } = await import("node:child_process");
  const options = {
    cwd: root,
    encoding: "utf8" as const,
    env: gitEnvironment(),
    timeout: timeoutMs,
    maxBuffer: maxChars,
    windowsHide: true,
  };
  return new Promise<string | null>((resolve) => {
    const git = execFile("git", [...GIT_SAFE, ...args], options, (error, stdout) => {
      // `git grep` ends with 1 when it finds nothing.
      const isEmpty = error?.code === 1 && args[0] === "grep";
      resolve(error === null || isEmpty ? stdout : null);
    });
    // One that ends without reading breaks the pipe; what it printed says why.
    git.stdin?.on("error", () => undefined);
    git.stdin?.end(input ?? "");
    // Arguments that are too long, or no arguments at all, are thrown before anything starts.
  }).catch(() => null);
}

/** The other half of it: for who reads git's answer as it comes. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: what git is started with is ours, less what would mislead it
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of OF_ANOTHER_REPOSITORY) delete env[name];
  return { ...env, GIT_TERMINAL_PROMPT: "0", GIT_NO_LAZY_FETCH: "1" };
}
