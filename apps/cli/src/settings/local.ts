/** The `--local` option of all commands that change an option: applies the change to one project. */

import type { ProjectIdentity } from "@tacit-memory/memory";
import type { OptionSpec, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../command-context.ts";
import { flag } from "../parsed-args.ts";
import { identityOf } from "./configuration.ts";

export const LOCAL: OptionSpec = { flags: "--local", text: "for this project only" };

/** Returns the project with `--local`, otherwise null. */
export async function projectMeant(
  input: ParsedArgs,
  context: CommandContext,
): Promise<ProjectIdentity | null> {
  return flag(input, "local") ? identityOf(context) : null;
}
