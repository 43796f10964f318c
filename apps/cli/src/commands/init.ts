/** `tacit init`: tells the agent hosts on this machine about Tacit. */
import { applyPlan, configBackups, describePlan, planConnect } from "@tacit-memory/hooks";
import { MemoryError } from "@tacit-memory/memory";
import { isAgreed } from "../ask.ts";
import type { Command } from "../command.ts";
import { connectRequest } from "../connection.ts";
import { flag } from "../given.ts";
import { withTacit } from "../open.ts";
import { isInteractive } from "../world.ts";

export const init: Command = {
  name: "init",
  summary: "connect Claude Code: hooks that watch and tell, and an MCP server to ask",
  arguments: [],
  options: [
    { flags: "--dry-run", text: "only show what would change" },
    { flags: "--yes", text: "do not ask" },
  ],
  details: "The files are copied first; `tacit disconnect` gives them back byte for byte.",
  examples: ["tacit init --dry-run", "tacit init --yes"],
  run: async (given, world) => {
    const plan = planConnect(connectRequest(world));
    const isDry = flag(given, "dryRun");
    const isNothing = plan.files.length === 0;
    if (!isDry && !isNothing) {
      if (isInteractive(world) && !flag(given, "yes")) {
        world.out.say(describePlan(plan));
        if (!(await isAgreed(world, "Change these files?"))) {
          throw new MemoryError("not_allowed", { reason: "you said no; nothing was changed" });
        }
      }
      applyPlan(plan, configBackups(world.place.home));
    }
    // The store is made now, so that the first hook does not pay for it.
    if (!isDry) await withTacit(world, async () => undefined);
    const document = {
      connected: !isDry || isNothing,
      changed: isDry ? [] : plan.files.map(({ path }) => path),
      wouldChange: isDry ? plan.files.map(({ path }) => path) : [],
      notes: plan.notes,
      home: world.place.home,
    };
    world.out.result(document, () => {
      if (isDry) return isNothing ? "nothing would change" : describePlan(plan);
      return [
        ...plan.notes.map((note) => `  ${note}`),
        `  ${world.place.home}: the store`,
        "",
        "Claude Code has a memory now. It learns from every session; ask it with `tacit recall`.",
      ].join("\n");
    });
  },
};
