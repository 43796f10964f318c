/** `tacit disconnect`: takes back what `tacit connect` and `tacit init` changed. */
import {
  applyPlan,
  configBackups,
  describePlan,
  planDisconnect,
  REGISTERED_HOSTS,
} from "@tacit-memory/hooks";
import type { Command } from "../command.ts";
import { hostsNamed, SERVER_FILE, serverFilesGiven } from "../connection.ts";
import { flag } from "../given.ts";

export const disconnect: Command = {
  name: "disconnect",
  summary: "take Tacit out of the configuration of agent hosts; memories stay",
  arguments: [
    {
      name: "host",
      text: "only this one; every host where none is named",
      isOptional: true,
      isVariadic: true,
    },
  ],
  options: [{ flags: "--dry-run", text: "only show what would change" }, SERVER_FILE],
  examples: ["tacit disconnect --dry-run", "tacit disconnect", "tacit disconnect codex"],
  run: async (given, world) => {
    const { env, userHome } = world.machine;
    const hosts = given.args.length > 0 ? hostsNamed(given.args) : REGISTERED_HOSTS;
    const serverFiles = serverFilesGiven(given, world);
    const request = { userHome, env, home: world.place.home };
    const files = serverFiles === undefined ? {} : { serverFiles };
    const plan = planDisconnect({ ...request, ...files }, hosts);
    const isDry = flag(given, "dryRun");
    if (!isDry) applyPlan(plan, configBackups(world.place.home));
    const paths = plan.files.map(({ path }) => path);
    const document = {
      connected: isDry && paths.length > 0,
      changed: isDry ? [] : paths,
      wouldChange: isDry ? paths : [],
      notes: plan.notes,
    };
    world.out.result(document, () => {
      if (paths.length === 0) return "nothing of Tacit is registered";
      return isDry ? describePlan(plan) : plan.notes.join("\n");
    });
  },
};
