/** `tacit graph show`: shows a symbol's source with its users and dependencies. */
import type { ShownPlace, ShownSymbol } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withTacit } from "../../open.ts";
import { columns, plural } from "../../output/layout.ts";
import { unknownLines } from "../../output/unknown-text.ts";
import { argument, count } from "../../parsed-args.ts";

export const graphShow: Command = {
  name: "graph show",
  summary: "show the source of a symbol with its callers and callees",
  arguments: [
    {
      name: "target",
      text: "`path:Symbol`, `path:line`, `path`, or a symbol name that is unique in the project",
    },
  ],
  options: [{ flags: "--budget <tokens>", text: "maximum length of the answer (default: 2000)" }],
  examples: [
    "tacit graph show UserService.load",
    "tacit graph show src/app.ts:run --budget 4000 --json",
  ],
  run: async (input, context) => {
    const budget = count(input, "budget", 100);
    await withTacit(context, async (tacit) => {
      const { stale, ...shown } = await tacit.code.show(argument(input, 0), { budget });
      if (stale.length > 0) {
        context.out.say(
          `tacit: ${plural(stale.length, "file")} changed and could not be read in time`,
        );
      }
      context.out.result(shown, () => shownText(shown, context));
    });
  },
};

function shownText(shown: Omit<ShownSymbol, "stale">, context: CommandContext): string {
  const { colors } = context.out;
  const { path, startLine, endLine, source, leftOut, callers, callees, more } = shown;
  const left =
    leftOut > 0 ? [colors.dim(`… ${plural(leftOut, "more line")} (--budget shows more)`)] : [];
  return [
    colors.dim(`${path}:${startLine}-${endLine}`),
    source,
    ...left,
    ...places("used by", callers, more.callers, context),
    ...places("uses", callees, more.callees, context),
    ...unknownLines({ unknown: shown.unknown, direction: "dependents" }, context),
  ].join("\n");
}

function places(
  heading: string,
  all: readonly ShownPlace[],
  more: number,
  { out: { colors } }: CommandContext,
): string[] {
  if (all.length === 0 && more === 0) return [];
  const rows = all.map(({ path, line, symbol, text }) => [
    line === undefined ? path : `${path}:${line}`,
    symbol ?? colors.dim("(file)"),
    colors.dim(text ?? ""),
  ]);
  const rest = more > 0 ? [colors.dim(`  … and ${more} more`)] : [];
  return ["", colors.bold(heading), ...columns(rows).map((line) => `  ${line}`), ...rest];
}
