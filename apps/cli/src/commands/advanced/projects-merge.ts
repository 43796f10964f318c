/** `tacit projects merge`: merges two projects into one. */
import { MemoryError, type Tacit } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { findProjectRow, unfound, withTacit } from "../../open.ts";
import { argument } from "../../parsed-args.ts";

/** Returns this folder's project, which may have stored nothing yet: another project may have been seen last in the folder. */
function ownRow({ identity, projectId }: Tacit, named: string) {
  const isOwn = named === "." || named === identity.canonical || named === identity.id;
  return isOwn ? { id: projectId, canonical: identity.canonical } : undefined;
}

export const projectsMerge: Command = {
  name: "projects merge",
  summary: "move all data of one project to another; the first becomes an alias of the second",
  arguments: [
    { name: "from", text: "id, name or folder" },
    { name: "to", text: "id, name or folder" },
  ],
  details:
    "The result has the stricter mode of the two projects.\n\nA repository with the remote of a known project but none of its commits is a separate project, because a remote in its\nconfiguration does not prove that it is the same project. If it is, run `tacit projects merge . REMOTE`.",
  examples: [
    "tacit projects merge directory:/old/place github.com/o/r",
    "tacit projects merge . github.com/o/r",
  ],
  run: async (input, context) => {
    await withTacit(context, async (tacit) => {
      const rows = await tacit.admin.projects();
      const [from, to] = [argument(input, 0), argument(input, 1)].map((named) => {
        const row = ownRow(tacit, named) ?? findProjectRow(rows, named);
        if (row === undefined) throw unfound(rows, named);
        return row;
      });
      if (from === undefined || to === undefined) return;
      if (from.id === to.id)
        throw new MemoryError("usage", {
          reason: "both names are names of the same project",
          project: to.canonical,
        });
      const merged = await tacit.admin.mergeProjects(from.id, to.id);
      context.out.result(
        { from: from.canonical, to: merged.canonical, id: merged.id, mode: merged.mode },
        () => `${from.canonical} is now an alias of ${merged.canonical}; mode ${merged.mode}`,
      );
    });
  },
};
