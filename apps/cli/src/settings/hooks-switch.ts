/** Turns hooks on or off for all projects, and reports whether they are on in this project afterwards. */
import { MemoryError, readUserConfig, setOption, unsetOption } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { type Configuration, configurationOf, resolvedAfterChange } from "./configuration.ts";

const NAME = "enabled";

/** Returns whether the value for all projects changed, and whether hooks are on in this project. */
export async function switchHooks(
  context: CommandContext,
  to: "on" | "off",
): Promise<{ readonly isChanged: boolean; readonly isOn: boolean }> {
  const { home } = context.place;
  const wasOff = readUserConfig(home).values[NAME] === "off";
  const change = { home, name: NAME, project: null } as const;
  if (to === "off") setOption(change, "off");
  else unsetOption(change);
  const configuration = await hereOrAnywhere(context);
  const { value } = resolvedAfterChange(NAME, "user", configuration, context);
  return { isChanged: wasOff === (to === "on"), isOn: value === "on" };
}

/** Without a project, such as in a deleted folder, only the options for all projects apply. */
async function hereOrAnywhere(context: CommandContext): Promise<Configuration> {
  try {
    return await configurationOf(context);
  } catch (error) {
    if (!MemoryError.is(error)) throw error;
    const { values: user, problems, unusable } = readUserConfig(context.place.home);
    const layers = { project: {}, repository: {}, user, problems };
    return { layers, isUnusable: unusable !== null };
  }
}
