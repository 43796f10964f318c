/** An identity as the store writes it down, and the project behind a canonical name that is not here. */
import type { ProjectSeen } from "../domain/project.ts";
import { type ProjectIdentity, projectIdOf } from "./resolve-project.ts";

export function seenProject(identity: ProjectIdentity): ProjectSeen {
  const { id, canonical, name, basis, root } = identity;
  return { id, canonical, name, basis, root };
}

/** The project an event names by its canonical identity, which need not be on this machine. */
export function namedProject(canonical: string): ProjectSeen {
  const name = canonical.split("/").at(-1) ?? canonical;
  return { id: projectIdOf(canonical), canonical, name, basis: "remote", root: null };
}
