/** Converts the command table for commander: arguments, options, help with examples, groups. */
import { OPTIONS } from "@tacit-memory/memory";
import { Argument, Command as CommanderCommand, Option } from "commander";
import type { Command, OptionSpec, ParsedArgs } from "./command.ts";
import { GLOBAL_OPTIONS } from "./globals.ts";
import type { Output } from "./machine.ts";
import { padded, wrap, wrapDetails } from "./output/layout.ts";

export interface Listed {
  readonly command: Command;
  readonly group: string;
}

const GROUP_TEXTS: Readonly<Record<string, string>> = {
  import: "import transcripts, rules, Git history, memory stores, JSON lines, or an export",
  events: "session events as JSON lines",
  graph: "the code graph as JSON lines",
  models: "models for search by meaning, reranking and writing lessons",
};

export interface Streams {
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Builds the program. `run` is called with the command and its input; everything else ends in a CommanderError. */
export function buildProgram(
  listed: readonly Listed[],
  streams: Streams,
  run: (command: Command, input: ParsedArgs) => Promise<void>,
): CommanderCommand {
  const program = dressed(new CommanderCommand("tacit"), streams)
    .description("A local memory of your codebase for coding agents.")
    .usage("COMMAND [options]")
    .helpCommand("help [command]", "show the help of a command")
    .configureHelp({ subcommandTerm: (command) => command.name(), sortSubcommands: false });
  for (const spec of GLOBAL_OPTIONS) program.addOption(option(spec));
  program.addHelpText("after", `\nEnvironment:\n${environment(widthOf(streams))}`);
  program.addHelpText(
    "after",
    "\nRun `tacit COMMAND --help` for options and examples, `tacit --version` for the version.",
  );
  for (const { command, group } of listed) add(program, command, group, streams, run);
  return program;
}

function add(
  program: CommanderCommand,
  command: Command,
  group: string,
  streams: Streams,
  run: (command: Command, input: ParsedArgs) => Promise<void>,
): void {
  const words = command.name.split(" ");
  const name = words.at(-1) ?? command.name;
  const parent = words.length > 1 ? parentOf(program, words[0] ?? "", group, streams) : program;
  const built = dressed(new CommanderCommand(name), streams).summary(command.summary);
  built.description(`${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.`);
  for (const spec of command.arguments) built.addArgument(argument(spec));
  for (const spec of command.options ?? []) built.addOption(option(spec));
  built.configureHelp({ showGlobalOptions: true, sortSubcommands: false });
  const details = command.details === undefined ? "" : `\n${wrapDetails(command.details)}\n`;
  const examples = command.examples.map((example) => `  $ ${example}`).join("\n");
  built.addHelpText("after", `${details}\nExamples:\n${examples}`);
  built.action(async () => {
    await run(command, { args: built.args, options: built.optsWithGlobals() });
  });
  parent.addCommand(parent === program ? built.helpGroup(group) : built);
}

/** Returns the parent command of a group, which lists its commands. */
function parentOf(
  program: CommanderCommand,
  name: string,
  group: string,
  streams: Streams,
): CommanderCommand {
  const existing = program.commands.find((command) => command.name() === name);
  if (existing !== undefined) return existing;
  const made = dressed(new CommanderCommand(name), streams)
    .helpGroup(group)
    .description(GROUP_TEXTS[name] ?? `Commands that start with \`tacit ${name}\`.`)
    .configureHelp({ showGlobalOptions: true });
  program.addCommand(made);
  return made;
}

function dressed(command: CommanderCommand, streams: Streams): CommanderCommand {
  return command
    .exitOverride()
    .showSuggestionAfterError(true)
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: (text) => {
        streams.stdout.write(text);
      },
      // Not printed here, because one other place prints all failures.
      writeErr: () => undefined,
      getOutHelpWidth: () => widthOf(streams),
      getOutHasColors: () => false,
    });
}

function widthOf({ stdout }: Streams): number {
  return Math.min(stdout.columns || 100, 100);
}

/** Returns the help on environment variables, which apply to commands, hooks and MCP alike. */
function environment(width: number): string {
  const specs = Object.values(OPTIONS).flatMap(({ env, text }) =>
    env === null ? [] : [{ env, text }],
  );
  const indent = Math.max(...specs.map(({ env }) => env.length)) + 4;
  return specs
    .flatMap(({ env, text }) =>
      wrap(text, width - indent).map(
        (line, at) => `  ${padded(at === 0 ? env : "", indent - 4)}  ${line}`,
      ),
    )
    .join("\n");
}

function argument(spec: Command["arguments"][number]): Argument {
  const name = spec.isVariadic === true ? `${spec.name}...` : spec.name;
  return new Argument(spec.isOptional === true ? `[${name}]` : `<${name}>`, spec.text);
}

function option(spec: OptionSpec): Option {
  const made = new Option(spec.flags, spec.text);
  // `--no-home` is a separate option, not the negation of `--home DIR`.
  made.negate = false;
  if (spec.isRepeatable === true) {
    return made.argParser((value: string, before: readonly string[] = []) => [...before, value]);
  }
  if (spec.choices === undefined) return made;
  made.choices([...spec.choices]);
  const { parseArg } = made;
  const { unlisted = [] } = spec;
  if (parseArg === undefined || unlisted.length === 0) return made;
  return made.argParser((value, before) =>
    unlisted.includes(value) ? value : parseArg(value, before),
  );
}
