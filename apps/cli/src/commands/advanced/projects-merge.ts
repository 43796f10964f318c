/** `tacit projects merge`: merges two projects into one. */
import { MemoryError, type Tacit } from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import { type CommandContext, isInteractive } from "../../command-context.ts";
import { isAgreed } from "../../input/ask.ts";
import { findProjectRow, opened, unfound } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { argument, flag } from "../../parsed-args.ts";

type Row = Pick<
  Awaited<ReturnType<Tacit["admin"]["projects"]>>[number],
  "id" | "canonical" | "memories" | "sessions"
>;

/** Returns this folder's project, which may have stored nothing yet: another project may have been seen last in the folder. */
function ownRow({ identity, projectId }: Tacit, rows: readonly Row[], named: string) {
  const { canonical, id } = identity;
  if (named !== "." && named !== canonical && named !== id) return undefined;
  const stored = rows.find((row) => row.id === projectId);
  return { memories: 0, sessions: 0, ...stored, id: projectId, canonical };
}

export const projectsMerge: Command = {
  name: "projects merge",
  summary: "move all data of one project to another; the first becomes an alias of the second",
  arguments: [
    { name: "from", text: "id, name or folder" },
    { name: "to", text: "id, name or folder" },
  ],
  options: [{ flags: "--yes", text: "do not ask for confirmation" }],
  details:
    "The result has the stricter mode of the two projects. A merge cannot be undone.\n\nA repository with the remote of a known project but none of its commits is a separate project, because a remote in its configuration does not prove that it is the same project. If it is, run `tacit projects merge . REMOTE`.",
  examples: [
    "tacit projects merge directory:/old/place github.com/o/r",
    "tacit projects merge . github.com/o/r --yes",
  ],
  run: opened(async (tacit, context, input) => {
    const rows = await tacit.admin.projects();
    const [from, to] = [argument(input, 0), argument(input, 1)].map((named) => {
      const row = ownRow(tacit, rows, named) ?? findProjectRow(rows, named);
      if (row === undefined) throw unfound(rows, named);
      return row;
    });
    if (from === undefined || to === undefined) return;
    if (from.id === to.id)
      throw new MemoryError("usage", {
        reason: "both names are names of the same project",
        project: to.canonical,
      });
    await agree(input, context, from, to);
    const merged = await tacit.admin.mergeProjects(from.id, to.id);
    context.out.result(
      { from: from.canonical, to: merged.canonical, id: merged.id, mode: merged.mode },
      () => `${from.canonical} is now an alias of ${merged.canonical}; mode ${merged.mode}`,
    );
  }),
};

/** Asks for consent. Without a terminal, `--yes` is required, as for all other changes of a whole project. */
async function agree(
  input: ParsedArgs,
  context: CommandContext,
  from: Row,
  to: Row,
): Promise<void> {
  if (flag(input, "yes")) return;
  const what = `${heldBy(from)} of ${from.canonical} move to ${to.canonical}, which has ${heldBy(to)}`;
  if (!isInteractive(context))
    throw new MemoryError("usage", {
      reason: `${what}; this cannot be undone: add --yes to merge them`,
    });
  context.out.say(`${what}.\n${from.canonical} becomes an alias of ${to.canonical}.`);
  if (await isAgreed(context, "Merge the projects? `tacit undo` cannot undo this.")) return;
  throw new MemoryError("not_allowed", { reason: "canceled; nothing was merged" });
}

function heldBy({ memories, sessions }: Row): string {
  return `${plural(memories, "memory", "memories")} and ${plural(sessions, "session")}`;
}
