/** `tacit config unset`: removes an option from `config.json`. */
import { unsetOption } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { optionNamed } from "../../input/option-named.ts";
import { argument } from "../../parsed-args.ts";
import { LOCAL, projectMeant, showOne } from "../../settings/configuration.ts";

export const configUnset: Command = {
  name: "config unset",
  summary: "remove an option from config.json",
  arguments: [{ name: "name", text: "an option" }],
  options: [LOCAL],
  examples: ["tacit config unset trust", "tacit config unset trust --local"],
  run: async (input, context) => {
    const name = optionNamed(argument(input, 0));
    const project = await projectMeant(input, context);
    if (!unsetOption({ home: context.place.home, name, project }))
      context.out.say(`tacit: ${name} was not set${project === null ? "" : " for this project"}`);
    await showOne(context, name, project === null ? "user" : "project");
  },
};
