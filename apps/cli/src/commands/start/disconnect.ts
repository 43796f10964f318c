/** `tacit disconnect`: undoes the changes of `tacit connect` and `tacit init`. */
import {
  applyPlan,
  configBackups,
  describePlan,
  planDisconnect,
  REGISTERED_HOSTS,
} from "@tacit-memory/hooks";
import type { Command } from "../../command.ts";
import { failureOf } from "../../failure.ts";
import { hostsNamed, SERVER_FILE, serverFilesNamed } from "../../hosts/connection.ts";
import { flag } from "../../parsed-args.ts";
import { dropProgramsForPlugins, dropUnusedPrograms } from "../../programs.ts";

export const disconnect: Command = {
  name: "disconnect",
  summary: "remove Tacit from the configuration of agents; memories stay",
  arguments: [
    {
      name: "host",
      text: "the agent to disconnect (default: all agents)",
      isOptional: true,
      isVariadic: true,
    },
  ],
  options: [{ flags: "--dry-run", text: "show the changes without writing them" }, SERVER_FILE],
  examples: ["tacit disconnect --dry-run", "tacit disconnect", "tacit disconnect codex"],
  run: async (input, context) => {
    const { env, userHome } = context.machine;
    const hosts = input.args.length > 0 ? hostsNamed(input.args) : REGISTERED_HOSTS;
    const serverFiles = serverFilesNamed(input, context);
    const request = { userHome, env, home: context.place.home };
    const files = serverFiles === undefined ? {} : { serverFiles };
    const isDry = flag(input, "dryRun");
    const plans = hosts.flatMap((host) => {
      try {
        const plan = planDisconnect({ ...request, ...files }, [host]);
        if (!isDry) applyPlan(plan, configBackups(context.place.home));
        return [plan];
      } catch (problem) {
        if (hosts.length === 1) throw problem;
        const { message, next, exit } = failureOf(problem);
        context.out.say(`${host.title} was not changed: ${message}\n  next: ${next}`);
        context.endWith(exit);
        return [];
      }
    });
    if (!isDry) {
      if (input.args.length === 0) dropProgramsForPlugins(context.place.home);
      dropUnusedPrograms(context.place.home);
    }
    const paths = plans.flatMap((plan) => plan.files.map(({ path }) => path));
    const notes = plans.flatMap((plan) => plan.notes);
    const document = {
      connected: isDry && paths.length > 0,
      changed: isDry ? [] : paths,
      wouldChange: isDry ? paths : [],
      notes,
    };
    context.out.result(document, () => {
      if (paths.length === 0) return "Tacit is not registered with any agent";
      return isDry ? plans.map(describePlan).join("\n") : notes.join("\n");
    });
  },
};
