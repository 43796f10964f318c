/** Asks git questions with a time limit; nothing from the repository's own configuration runs. */
export { type GitQuestion, type GitStream, runGit, runGitSync, streamGit } from "./run-git.ts";
