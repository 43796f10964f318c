/** Is a project that a store names the one here? Programs name it by its folder, its name, its remote, or a slug. */
import { basename } from "node:path";

export interface NamedProject {
  readonly id: string;
  readonly root: string;
  /** As `tacit projects` shows it: a remote, or a path. */
  readonly canonical: string;
}

export function isProjectHere({ id, root, canonical }: NamedProject, name: string): boolean {
  // Claude Code writes a path with dashes for all that is neither letter nor digit.
  const slug = root.replace(/[^A-Za-z0-9]/g, "-");
  const names = [id, root, canonical, basename(root), basename(canonical), slug];
  return names.some((one) => one.toLowerCase() === name.toLowerCase());
}
