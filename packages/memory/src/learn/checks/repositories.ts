/** The repositories of one learning run, each read at most once, and only when a lesson of it is about to be stored. */
import { type RepositoryText, readRepositoryText } from "./repository-text.ts";
import { type Lesson, statedByRepository } from "./stated-by-repository.ts";

export interface Repositories {
  /** The file that says it already; null where none does, or the project is not on this machine. */
  readonly saidBy: (root: string | null, lesson: Lesson) => string | null;
  /** Reads it now, so that it is not read while a transaction is open. */
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
    saidBy: (root, lesson) => (root === null ? null : statedByRepository(textOf(root), lesson)),
    prepare: (root) => {
      if (root !== null) textOf(root);
    },
  };
}
