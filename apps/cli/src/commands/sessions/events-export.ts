/** `tacit events export`: exports a session's events as lines for `tacit observe`. */
import type { Command } from "../../command.ts";
import { openedCaughtUp } from "../../open.ts";
import { text } from "../../parsed-args.ts";

export const eventsExport: Command = {
  name: "events export",
  summary: "export the events of one session or of all sessions as JSON lines",
  arguments: [],
  options: [
    {
      flags: "--session <id>",
      text: "only this session, by its id or the beginning of it (default: all sessions of this project)",
    },
  ],
  examples: ["tacit events export --session 5f1c > session.jsonl"],
  run: openedCaughtUp(async (tacit, context, input) => {
    const session = text(input, "session");
    const ids =
      session === undefined
        ? (await tacit.sessions.recent(1_000_000)).reverse().map((sessionRow) => sessionRow.id)
        : [await tacit.sessions.idOf(session)];
    const project = tacit.identity.canonical;
    for (const id of ids) {
      for (const event of await tacit.sessions.events(id))
        context.out.jsonLine({ ...event, project });
    }
  }),
};
