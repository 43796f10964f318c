/** Questions to git with a time limit, during which nothing of the repository's own configuration runs. */
export { type GitQuestion, type GitStream, runGit, runGitSync, streamGit } from "./run-git.ts";
