/** The `--local` option of all commands that change an option: applies the change to one project. */

import type { OptionSpec, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../command-context.ts";
import { flag } from "../parsed-args.ts";
import { identityOf } from "./configuration.ts";

export const LOCAL: OptionSpec = { flags: "--local", text: "for this project only" };

/** Returns the canonical name of the project with `--local`, otherwise null. */
export async function projectMeant(
  input: ParsedArgs,
  context: CommandContext,
): Promise<string | null> {
  return flag(input, "local") ? (await identityOf(context)).canonical : null;
}
