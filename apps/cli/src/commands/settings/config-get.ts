/** `tacit config get`: prints the value of one option. */
import type { Command } from "../../command.ts";
import { optionNamed } from "../../input/option-named.ts";
import { argument } from "../../parsed-args.ts";
import { showOne } from "../../settings/configuration.ts";

export const configGet: Command = {
  name: "config get",
  summary: "print the value of an option",
  arguments: [{ name: "name", text: "an option" }],
  details: "Tokens are not printed. With --json the answer also contains the source of the value.",
  examples: ["tacit config get trust", "tacit config get trust --json"],
  run: (input, context) => showOne(context, optionNamed(argument(input, 0))),
};
