/** `tacit events export`: exports a session's events as lines for `tacit observe`. */
import { MemoryError } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { withCaughtUp } from "../../open.ts";
import { text } from "../../parsed-args.ts";

export const eventsExport: Command = {
  name: "events export",
  summary: "export the events of one session or of all sessions as JSON lines",
  arguments: [],
  options: [
    { flags: "--session <id>", text: "only this session (default: all sessions of this project)" },
  ],
  examples: ["tacit events export --session 5f1c > session.jsonl"],
  run: async (input, context) => {
    await withCaughtUp(context, async (tacit) => {
      const session = text(input, "session");
      const ids =
        session === undefined
          ? (await tacit.sessions.recent(1_000_000)).reverse().map((sessionRow) => sessionRow.id)
          : [session];
      let count = 0;
      for (const id of ids) {
        for (const event of await tacit.sessions.events(id)) {
          context.out.jsonLine(event);
          count++;
        }
      }
      if (count === 0 && session !== undefined) {
        throw new MemoryError("session_not_found", { session });
      }
    });
  },
};
