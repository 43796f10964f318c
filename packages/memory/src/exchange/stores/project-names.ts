/**
 * Decides whether a project named by a store is the open one. Programs name it by its folder, its name, its remote, or a
 * slug.
 */
import { basename } from "node:path";

export interface NamedProject {
  readonly id: string;
  readonly root: string;
  /** As shown by `tacit projects`: a remote or a path. */
  readonly canonical: string;
}

/** `itself`: the name is unique. `by_name`: another folder of that name may be meant. */
export type NamedAs = "itself" | "by_name" | null;

export function namedAs({ id, root, canonical }: NamedProject, name: string): NamedAs {
  if (isOneOf([id, root, canonical], name)) return "itself";
  // Claude Code writes a path with a dash for every character that is neither a letter nor a digit.
  const slug = root.replace(/[^A-Za-z0-9]/g, "-");
  return isOneOf([basename(root), basename(canonical), slug], name) ? "by_name" : null;
}

export function isProjectHere(project: NamedProject, name: string): boolean {
  return namedAs(project, name) !== null;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.some((item) => item !== "" && item.toLowerCase() === name.toLowerCase());
}
