/** After an import: sessions that were kept apart and belong to the repository at hand, and what the person says to that. */
import type { Belonging, Project, Tacit } from "@tacit-memory/memory";
import { isAgreed } from "./ask.ts";
import { plural } from "./layout.ts";
import { isInteractive, type World } from "./world.ts";

export interface Assigned {
  readonly folder: string;
  readonly sessions: number;
  readonly by: Belonging["by"];
  /** False: kept apart, because nobody agreed. */
  readonly isAssigned: boolean;
}

/** Asks once for all of them. `isAgreedTo`: nobody need be asked. */
export async function assignSessions(
  world: World,
  tacit: Tacit,
  apart: ReadonlyMap<string, Project>,
  isAgreedTo: boolean,
): Promise<Assigned[]> {
  const found: (Belonging & { readonly folder: string })[] = [];
  for (const [folder, { id }] of apart) {
    const belonging = await tacit.belongsHere(id);
    if (belonging !== null) found.push({ folder, ...belonging });
  }
  const isKnown = ({ by }: Belonging) => by === "assigned";
  const open = found.filter((one) => !isKnown(one));
  if (open.length === 0)
    return found.map(({ folder, sessions, by }) => ({ folder, sessions, by, isAssigned: true }));
  for (const one of open) world.out.say(`tacit: ${inWords(one)}`);
  const isWanted =
    isAgreedTo || (isInteractive(world) && (await isAgreed(world, question(tacit, open))));
  if (isWanted) {
    for (const { project } of open) await tacit.mergeProjects(project, tacit.identity.id);
  } else {
    world.out.say(
      "tacit: They are kept apart. `tacit import transcript PATH --assign` assigns them to this repository.",
    );
  }
  return found.map(({ folder, sessions, by }) => {
    const isAssigned = isWanted || by === "assigned";
    return { folder, sessions, by, isAssigned };
  });
}

function inWords({
  folder,
  sessions,
  by,
  found,
  of,
}: Belonging & { readonly folder: string }): string {
  const why = {
    assigned: "they were assigned to it before",
    remote: "they name the same remote",
    commits: `this repository holds ${found} of the ${plural(of, "commit")} they name`,
    files: `this repository has ${found} of the ${plural(of, "file")} they name`,
  };
  return `${plural(sessions, "session")} of ${folder}, which is not on this machine, ${sessions === 1 ? "belongs" : "belong"} to this repository: ${why[by]}.`;
}

function question({ identity }: Tacit, found: readonly Belonging[]): string {
  const sessions = found.reduce((sum, one) => sum + one.sessions, 0);
  return `Assign ${plural(sessions, "session")} to ${identity.name}?`;
}
