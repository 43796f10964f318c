/** Texts of the repositories of one learning run, each read at most once and only before a lesson about it is stored. */
import { type RepositoryText, readRepositoryText } from "./repository-text.ts";
import { type Lesson, statedByRepository } from "./stated-by-repository.ts";

export interface Repositories {
  /** Returns the file that already states a lesson; null if none does, or if the project is not on this machine. */
  readonly fileStating: (root: string | null, lesson: Lesson) => string | null;
  /** Reads the repository now, so that it is not read during a transaction. */
  readonly prepare: (root: string | null) => void;
}

export function repositoriesOfRun(): Repositories {
  const read = new Map<string, RepositoryText>();
  const textOf = (root: string): RepositoryText => {
    const text = read.get(root) ?? readRepositoryText(root);
    read.set(root, text);
    return text;
  };
  return {
    fileStating: (root, lesson) =>
      root === null ? null : statedByRepository(textOf(root), lesson),
    prepare: (root) => {
      if (root !== null) textOf(root);
    },
  };
}
