/**
 * `tacit config`: lists every option with its value and its source. With a name it shows that option's value; with a name and
 * a value it sets the option.
 */
import { ERRORS, MemoryError, OPTION_NAMES, specOf } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { optionNamed } from "../../input/option-named.ts";
import { sayProblems } from "../../open.ts";
import { columns } from "../../output/layout.ts";
import { flag } from "../../parsed-args.ts";
import {
  configurationOf,
  LOCAL,
  resolved,
  shown,
  shownValue,
  showOne,
  sourceWords,
} from "../../settings/configuration.ts";
import { configPath } from "./config-path.ts";
import { setAndPrint } from "./config-set.ts";

export const config: Command = {
  name: "config",
  summary: "show all options, or show or set one",
  arguments: [
    { name: "name", text: "an option (default: show all)", isOptional: true },
    { name: "value", text: "its new value", isOptional: true, isVariadic: true },
  ],
  options: [LOCAL],
  details:
    "An option is taken from the first of these that sets it: --set on the command line, the environment, config.json for this project (--local), the repository's own .tacit.json, config.json for all projects. A repository can only make Tacit more cautious, such as trust L1 or enabled off, and add patterns to ignore and secrets. Its other options are ignored and reported.",
  examples: [
    "tacit config",
    "tacit config trust",
    "tacit config trust L2 --local",
    "tacit config enabled off",
    "tacit recall caching --set priors=on",
  ],
  run: async (input, context) => {
    const [name, ...values] = input.args;
    if (name !== undefined && values.length > 0)
      return setAndPrint(context, optionNamed(name), values, input);
    if (flag(input, "local"))
      throw new MemoryError("usage", { reason: "--local only applies to a new value" });
    return name === undefined ? showAll(context) : showOne(context, optionNamed(name));
  },
};

async function showAll(context: CommandContext): Promise<void> {
  const configuration = await configurationOf(context);
  const { layers, isUnusable } = configuration;
  const options = OPTION_NAMES.map((name) => resolved(name, configuration, context));
  const document = {
    path: configPath(context),
    problems: layers.problems,
    options: options.map((option) => ({
      ...shown(option),
      env: specOf(option.name).env,
      default: specOf(option.name).default,
      text: specOf(option.name).text,
    })),
  };
  context.out.result(document, () => {
    const rows = options.map((option) => [
      option.name,
      shownValue(option) || "-",
      option.source === "default" ? context.out.colors.dim("default") : sourceWords(option),
    ]);
    return columns(rows).join("\n");
  });
  sayProblems(context, layers);
  if (isUnusable) context.endWith(ERRORS.config_malformed.exit);
}
