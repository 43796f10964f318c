/** `tacit disconnect`: takes back what `tacit connect` and `tacit init` changed. */
import {
  applyPlan,
  configBackups,
  describePlan,
  planDisconnect,
  REGISTERED_HOSTS,
} from "@tacit-memory/hooks";
import type { Command } from "../../command.ts";
import { failureOf } from "../../failure.ts";
import { hostsNamed, SERVER_FILE, serverFilesGiven } from "../../hosts/connection.ts";
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
  run: async (given, world) => {
    const { env, userHome } = world.machine;
    const hosts = given.args.length > 0 ? hostsNamed(given.args) : REGISTERED_HOSTS;
    const serverFiles = serverFilesGiven(given, world);
    const request = { userHome, env, home: world.place.home };
    const files = serverFiles === undefined ? {} : { serverFiles };
    const isDry = flag(given, "dryRun");
    const plans = hosts.flatMap((host) => {
      try {
        const plan = planDisconnect({ ...request, ...files }, [host]);
        if (!isDry) applyPlan(plan, configBackups(world.place.home));
        return [plan];
      } catch (problem) {
        if (hosts.length === 1) throw problem;
        const { message, next, exit } = failureOf(problem);
        world.out.say(`${host.title} was not changed: ${message}\n  next: ${next}`);
        world.endWith(exit);
        return [];
      }
    });
    if (!isDry) {
      if (given.args.length === 0) dropProgramsForPlugins(world.place.home);
      dropUnusedPrograms(world.place.home);
    }
    const paths = plans.flatMap((plan) => plan.files.map(({ path }) => path));
    const notes = plans.flatMap((plan) => plan.notes);
    const document = {
      connected: isDry && paths.length > 0,
      changed: isDry ? [] : paths,
      wouldChange: isDry ? paths : [],
      notes,
    };
    world.out.result(document, () => {
      if (paths.length === 0) return "Tacit is not registered with any agent";
      return isDry ? plans.map(describePlan).join("\n") : notes.join("\n");
    });
  },
};
