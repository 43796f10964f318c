/** The repositories of one learning run, each read at most once, and only when a lesson of it is about to be stored. */
import { type RepositoryText, readRepositoryText } from "./repository-text.ts";
import { type Lesson, saidByRepository } from "./said-by-repository.ts";

export interface Repositories {
  /** The file that says it already; null where none does, or the project is not on this machine. */
  readonly saidBy: (root: string | null, lesson: Lesson) => string | null;
  /** Reads it now, so that it is not read while a transaction is open. */
  readonly prepare: (root: string | null) => void;
}

export function repositoriesOfRun(): Repositories {
  const read = new Map<string, RepositoryText>();
  const textOf = (root: string): RepositoryText => {
    const known = read.get(root) ?? readRepositoryText(root);
    read.set(root, known);
    return known;
  };
  return {
    saidBy: (root, lesson) => (root === null ? null : saidByRepository(textOf(root), lesson)),
    prepare: (root) => {
      if (root !== null) textOf(root);
    },
  };
}
