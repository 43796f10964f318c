/** `tacit config set`: sets an option in `config.json`. */
import { MemoryError, type OptionName, setOption, specOf } from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import { type CommandContext, isInteractive } from "../../command-context.ts";
import { ask } from "../../input/ask.ts";
import { inputText } from "../../input/input-lines.ts";
import { optionNamed } from "../../input/option-named.ts";
import { LOCAL, projectMeant, showOne } from "../../settings/configuration.ts";

export const configSet: Command = {
  name: "config set",
  summary: "set an option in config.json",
  arguments: [
    { name: "name", text: "an option" },
    {
      name: "value",
      text: "its new value; several for `ignore` and `secrets`; none or - for `authToken`: read it from standard input",
      isOptional: true,
      isVariadic: true,
    },
  ],
  options: [LOCAL],
  details:
    "config.json is in Tacit's home folder and only its owner can read it. A token from standard input appears neither in the shell's history nor in the list of processes. Running servers use the new value after a restart.",
  examples: [
    "tacit config set enabled off",
    "tacit config set trust L1 --local",
    'tacit config set ignore "fixtures/**" "*.pem"',
    "tacit config set authToken - < token.txt",
  ],
  run: async (input, context) => {
    const [name = "", ...values] = input.args;
    await setAndPrint(context, optionNamed(name), values, input);
  },
};

const SERVER_WARNING =
  "tacit: Everyone with access to this server can read, change and delete everything in it, also memories marked personal or secret, prompts and handoffs. The events recorded so far and not yet processed are stored there too.\n  next: to bring your memories along, import them before any other command; see docs/server.md";

export async function setAndPrint(
  context: CommandContext,
  name: OptionName,
  values: readonly string[],
  input: ParsedArgs,
): Promise<void> {
  const project = await projectMeant(input, context);
  const value = await valueToSet(context, name, values);
  setOption({ home: context.place.home, name, project }, value);
  if (name === "url") context.out.say(SERVER_WARNING);
  await showOne(context, name, project === null ? "user" : "project");
}

/** Returns the value as typed. A secret one may come from standard input, where other processes cannot see it. */
async function valueToSet(
  context: CommandContext,
  name: OptionName,
  values: readonly string[],
): Promise<string | readonly string[]> {
  const { kind, isSecret } = specOf(name);
  const isLeftOut = values.length === 0 || (values.length === 1 && values[0] === "-");
  if (isSecret === true && isLeftOut)
    return isInteractive(context)
      ? ask(context, `${name} (shown as you type): `)
      : (await inputText(context, "-", MAX_SECRET_CHARS)).trim();
  if (values.length === 0)
    throw new MemoryError("usage", { reason: "missing required argument 'value'" });
  return kind === "list" ? values : values.join(" ");
}

/** More is no token. */
const MAX_SECRET_CHARS = 10_000;
