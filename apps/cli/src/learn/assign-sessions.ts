/** After an import, offers to assign separately stored sessions to the open project if evidence links them. */
import type { MatchingProject, MissingFolderReport, Tacit } from "@tacit-memory/memory";
import { type CommandContext, isInteractive } from "../command-context.ts";
import { isAgreed } from "../input/ask.ts";
import { plural } from "../output/layout.ts";

export interface Assigned {
  readonly folder: string;
  readonly sessions: number;
  readonly by: MatchingProject["by"];
  /** False if the sessions stay separate because the user declined. */
  readonly isAssigned: boolean;
}

type FolderMatch = MatchingProject & { readonly folder: string };

/** Asks once for all folders. `isAgreedTo`: assigns without asking. */
export async function assignSessions(
  context: CommandContext,
  tacit: Tacit,
  folders: readonly MissingFolderReport[],
  isAgreedTo: boolean,
): Promise<Assigned[]> {
  const found = folders.flatMap(({ folder, match }): FolderMatch[] =>
    match === null ? [] : [{ folder, ...match }],
  );
  const open = found.filter(({ by }) => by !== "assigned");
  if (open.length === 0)
    return found.map(({ folder, sessions, by }) => ({ folder, sessions, by, isAssigned: true }));
  for (const match of open) context.out.say(`tacit: ${inWords(match)}`);
  const isWanted =
    isAgreedTo || (isInteractive(context) && (await isAgreed(context, question(tacit, open))));
  if (isWanted) {
    for (const { project } of open) await tacit.admin.mergeProjects(project, tacit.identity.id);
  } else {
    context.out.say(
      "tacit: These sessions are stored as a separate project. To assign them to this repository, run `tacit import transcript PATH --assign`.",
    );
  }
  return found.map(({ folder, sessions, by }) => {
    const isAssigned = isWanted || by === "assigned";
    return { folder, sessions, by, isAssigned };
  });
}

function inWords({ folder, sessions, by, found, of }: FolderMatch): string {
  const why = {
    assigned: "earlier sessions of this folder were assigned to it",
    remote: "the remote is the same",
    commits: `this repository contains ${found} of their ${plural(of, "commit")}`,
    files: `this repository contains ${found} of their ${plural(of, "file")}`,
  };
  return `${plural(sessions, "session")} of ${folder}, which is not on this machine, probably ${sessions === 1 ? "belongs" : "belong"} to this repository: ${why[by]}.`;
}

function question({ identity }: Tacit, found: readonly FolderMatch[]): string {
  const sessions = found.reduce((sum, match) => sum + match.sessions, 0);
  return `Assign ${plural(sessions, "session")} to ${identity.name}?`;
}
