/** `tacit projects`: lists every project in the store, the last seen first. */
import { formatAge } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { columns } from "../../output/layout.ts";
import { iso } from "../../output/memory-json.ts";

export const projects: Command = {
  name: "projects",
  summary: "list all projects with memories",
  arguments: [],
  examples: ["tacit projects", "tacit projects merge directory:/old/place github.com/o/r"],
  run: opened(async (tacit, context) => {
    const rows = await tacit.admin.projects();
    const nowMs = context.machine.nowMs();
    const document = rows.map(({ lastSeenMs, ...row }) => ({
      ...row,
      lastSeenAt: iso(lastSeenMs),
    }));
    context.out.result(document, () => {
      const { colors } = context.out;
      if (rows.length === 0) return "no projects yet";
      const lines = rows.map((row) => [
        row.id === tacit.projectId ? colors.green("*") : " ",
        row.canonical,
        String(row.memories),
        String(row.sessions),
        row.mode,
        formatAge(row.lastSeenMs, nowMs),
      ]);
      const head = ["", "project", "memories", "sessions", "mode", "last seen"].map((item) =>
        colors.dim(item),
      );
      return columns([head, ...lines]).join("\n");
    });
  }),
};
