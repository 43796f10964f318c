/** `tacit config set`: sets an option in `config.json`. */
import { type OptionName, setOption, specOf } from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { optionNamed } from "../../input/option-named.ts";
import { LOCAL, projectMeant, showOne } from "../../settings/configuration.ts";

export const configSet: Command = {
  name: "config set",
  summary: "set an option in config.json",
  arguments: [
    { name: "name", text: "an option" },
    { name: "value", text: "its new value; several for `ignore` and `secrets`", isVariadic: true },
  ],
  options: [LOCAL],
  details:
    "config.json is in Tacit's home folder and only its owner can read it. Running servers use the new value after a restart.",
  examples: [
    "tacit config set enabled off",
    "tacit config set trust L1 --local",
    'tacit config set ignore "fixtures/**" "*.pem"',
  ],
  run: async (input, context) => {
    const [name = "", ...values] = input.args;
    await setAndPrint(context, optionNamed(name), values, input);
  },
};

export async function setAndPrint(
  context: CommandContext,
  name: OptionName,
  values: readonly string[],
  input: ParsedArgs,
): Promise<void> {
  const project = await projectMeant(input, context);
  const value = specOf(name).kind === "list" ? values : values.join(" ");
  setOption({ home: context.place.home, name, project }, value);
  await showOne(context, name, project === null ? "user" : "project");
}
