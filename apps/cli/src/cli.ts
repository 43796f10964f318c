/** Runs one call of `tacit`: selects the command, parses its arguments, runs it and returns an exit status. */
import { MemoryError } from "@tacit-memory/memory";
import { CommanderError } from "commander";
import { COMMAND_TABLE, loadListed } from "./command-table.ts";
import { failureOf } from "./failure.ts";
import { commandWords, machineWith, placeOf, wantsJson } from "./globals.ts";
import { asCalled, type Machine } from "./machine.ts";
import { isNewEnough } from "./node-version.ts";
import { printable } from "./output/layout.ts";
import { createRenderer } from "./output/renderer.ts";
import { buildProgram } from "./program.ts";
import { VERSION } from "./version.ts";

/** Runs a command and returns its exit status. Never rejects: errors are printed with their next step. */
export async function runCli(argv: readonly string[], machine: Machine): Promise<number> {
  let status = 0;
  try {
    if (!isNewEnough(process.versions.node)) {
      throw new MemoryError("runtime_too_old", { node: process.versions.node });
    }
    // Not handled by commander, because `tacit restore ID --version 3` means something else.
    if (commandWords(argv).length === 0 && argv.includes("--version")) {
      machine.stdout.write(`${VERSION}\n`);
      return 0;
    }
    const program = buildProgram(
      await loadListed(wanted(argv)),
      machine,
      async (command, input) => {
        const out = createRenderer(machine, input.options["json"] === true);
        await command.run(input, {
          machine: machineWith(input.options, machine),
          place: placeOf(input.options, machine),
          out,
          endWith: (request) => {
            status = request;
          },
        });
      },
    );
    if (argv.length === 0) {
      program.outputHelp();
      return 0;
    }
    await program.parseAsync([...argv], { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const exit = report(error, argv, machine);
    // A hook must never stop its agent.
    return commandWords(argv)[0] === "hook" ? 0 : exit;
  }
}

/** Returns which commands to load: the called one, or all of them for help and suggestions. */
function wanted(argv: readonly string[]): (name: string) => boolean {
  const [first, second] = commandWords(argv);
  const isKnown = COMMAND_TABLE.some((row) => row.name.split(" ")[0] === first);
  if (first === undefined || !isKnown) return () => true;
  const exact = `${first} ${second}`;
  if (COMMAND_TABLE.some((row) => row.name === exact))
    return (name) => name === exact || name === first;
  return (name) => name === first || name.startsWith(`${first} `);
}

function report(error: unknown, argv: readonly string[], machine: Machine): number {
  const isHelp = error instanceof CommanderError && error.code === "commander.help";
  const { code, exit, message, next } = failureOf(isHelp ? incomplete(argv) : error);
  const step = code === "usage" ? `run \`tacit ${usageName(argv)}--help\`` : next;
  // A message may quote a file name or a server's response.
  machine.stderr.write(asCalled(`tacit: ${printable(message)}\n  next: ${step}\n`, machine));
  if (wantsJson(argv) && commandWords(argv)[0] !== "hook") {
    machine.stdout.write(`${JSON.stringify({ error: { code, message, next: step } })}\n`);
  }
  if (code === "internal" && machine.env["TACIT_DEBUG"] === "1" && error instanceof Error) {
    machine.stderr.write(`${error.stack ?? ""}\n`);
  }
  return exit;
}

/** Returns a usage error, because commander would print the help without stating what is wrong. */
function incomplete(argv: readonly string[]): MemoryError {
  const [first = "", second = ""] = commandWords(argv);
  if (first === "help") return new MemoryError("usage", { reason: `unknown command '${second}'` });
  if (first === "") return new MemoryError("usage", { reason: "name a command" });
  const words = COMMAND_TABLE.map((row) => row.name.split(" "));
  const after = words.flatMap(([word, next]) =>
    word === first && next !== undefined ? [next] : [],
  );
  return new MemoryError("usage", { reason: `${first} needs one more word: ${after.join(", ")}` });
}

function usageName(argv: readonly string[]): string {
  const [first = "", second = ""] = commandWords(argv);
  if (COMMAND_TABLE.some((row) => row.name === `${first} ${second}`)) return `${first} ${second} `;
  return COMMAND_TABLE.some((row) => row.name.split(" ")[0] === first) ? `${first} ` : "";
}
