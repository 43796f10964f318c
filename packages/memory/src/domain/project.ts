/** A project as it was met: what is written down of it. */
import type { ProjectId } from "./ids.ts";

export interface ProjectSeen {
  readonly id: ProjectId;
  readonly canonical: string;
  readonly name: string;
  readonly basis: string;
  /** Null when it is known by name only. */
  readonly root: string | null;
}
