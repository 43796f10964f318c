/**
 * Builds the command line of every git process: the only place that knows the word `git`. A repository's configuration and
 * attributes may name programs (filters, text conversions, hooks, a monitor, a pager, a transport); none of them runs.
 *
 * The settings below switch off everything with a fixed name. The repository chooses the names of filters and text
 * conversions, so they are avoided instead: only commands that compare objects with objects are allowed, never a command that
 * makes git hash a file of the working tree.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";

export interface GitCommand {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Allowed commands. `status`, `diff` and `ls-files -m` are missing on purpose: they run filters over files of the working
 * tree.
 */
const ALLOWED = new Set([
  ...["cat-file", "diff-index", "diff-tree", "grep", "log", "ls-files", "ls-tree", "merge-base"],
  ...["rev-list", "rev-parse"],
]);
const COMPARING = new Set(["diff-index", "diff-tree", "log"]);
const TREE_READING = new Set(["grep", "ls-files"]);
const HASHING = new Set(["-m", "--modified"]);

const SETTINGS = {
  "core.fsmonitor": "false",
  "core.hooksPath": "/dev/null",
  "core.attributesFile": "/dev/null",
  "core.pager": "cat",
  "core.askPass": "",
  "core.sshCommand": "false",
  "core.gitProxy": "none",
  "core.quotePath": "false",
  "core.alternateRefsCommand": "",
  "credential.helper": "",
  "diff.external": "",
  // These two would change the form of an answer.
  "grep.column": "false",
  "grep.fullName": "false",
  "gpg.program": "false",
  "log.showSignature": "false",
  "protocol.allow": "never",
  "submodule.recurse": "false",
};

/** Variables that would lead git to another repository, start a program or write a file. */
const NOT_PASSED_ON =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|EXTERNAL_DIFF|DIFF_OPTS|PAGER|EDITOR|SSH|SSH_COMMAND|PROXY_COMMAND|CONFIG_.*|TRACE.*)$/;

/** Returns the command. Throws for a command that is not allowed, which is an error in our own code. */
export function gitCommand(root: string, question: readonly string[]): GitCommand {
  const [name = "", ...rest] = question;
  if (!ALLOWED.has(name) || rest.some((word) => name === "ls-files" && HASHING.has(word))) {
    throw new Error(`git ${name} may run programs of a repository; it is not allowed here`);
  }
  const isIndexRead = name !== "diff-index" || rest.includes("--cached");
  if (!isIndexRead) throw new Error("git diff-index without --cached reads the working tree");
  const settings = Object.entries(SETTINGS).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const plain = COMPARING.has(name) ? ["--no-ext-diff", "--no-textconv"] : [];
  return {
    args: [
      ...["-C", root, "--no-optional-locks", "--literal-pathspecs", "--no-pager"],
      ...[...settings, name, ...plain, ...rest],
    ],
    env: environment(root, TREE_READING.has(name)),
  };
}

function environment(root: string, isTreeRead: boolean): NodeJS.ProcessEnv {
  const hasDotGit = existsSync(join(root, ".git"));
  // The root is a bare repository, or the git folder itself.
  const isGitFolder = !hasDotGit && existsSync(join(root, "objects"));
  // biome-ignore lint/style/noProcessEnv: what git is started with is ours, less what would mislead it
  const own = Object.entries(process.env).filter(([name]) => !NOT_PASSED_ON.test(name));
  return {
    ...Object.fromEntries(own),
    // A repository's own `core.worktree` may point anywhere, and git would list the files there.
    ...(hasDotGit || isTreeRead ? { GIT_WORK_TREE: root } : {}),
    ...(isGitFolder ? { GIT_DIR: root } : {}),
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
  };
}
