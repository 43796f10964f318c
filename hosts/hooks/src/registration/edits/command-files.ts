/**
 * Our commands as files for hosts that offer people neither the prompts of an MCP server nor our skill:
 * `/tacit-recall`, `/tacit-handoff`, `/tacit-review`. Elsewhere the server fills the prompt; here the agent asks for the
 * content.
 */
import { join } from "node:path";
import type { Edit } from "../registered-host.ts";
import { ownFileEdit } from "./own-file.ts";

export interface CommandForm {
  /** Folder in which the host looks for command files. */
  readonly folder: string;
  /** Returns the agent's name for a tool of ours. */
  readonly tool: (name: string) => string;
  /** Placeholder for the text typed after the command. */
  readonly argumentsPlaceholder: string;
  /** Whether the host shows a hint of what may be typed after the command. */
  readonly isHinted: boolean;
}

interface OurCommand {
  readonly name: string;
  readonly description: string;
  readonly hint: string | null;
  readonly text: (form: CommandForm) => string;
}

const COMMANDS: readonly OurCommand[] = [
  {
    name: "tacit-recall",
    description: "Look up a question in the memory of this codebase (Tacit)",
    hint: "question, path or error message",
    text: ({ tool, argumentsPlaceholder: input }) =>
      `Ask the memory of this codebase with the tool \`${tool("recall")}\` about: ${input}

Read relevant memories in full with \`${tool("get")}\`, compare them with the current code, and explain what they mean for the current task. Cite the memories you use as [mem:ID].`,
  },
  {
    name: "tacit-handoff",
    description: "Continue the last session with the memory of this codebase (Tacit)",
    hint: null,
    text: ({ tool }) =>
      `Ask the memory of this codebase for the handoff of the last session with the tool \`${tool("context")}\`.

First compare the answer with the working tree and the recent commits: finished steps may be missing, reverted or replaced. Then state in two sentences the current state and your next step.`,
  },
  {
    name: "tacit-review",
    description: "Review doubtful memories of this codebase (Tacit)",
    hint: null,
    text: ({ tool }) =>
      `Run \`npx tacit-memory review --json\` in a shell. Review the listed items with me one by one: for each item, state what the code shows now and let me decide. Change nothing without my decision.

For a memory, apply my decision with the tool \`${tool("update")}\`: confirm, correct (with the correct text, or as outdated or wrong), or forget. For a candidate, I run \`npx tacit-memory review accept ID\` or \`npx tacit-memory review reject ID\` myself.`,
  },
];

/** Recognizes our command files, even edited ones; no other program's file matches. */
const OURS = /^---\r?\ndescription: [^\r\n]*\(Tacit\)/;

export function commandFileEdits(form: CommandForm): Edit[] {
  return COMMANDS.map((command) => {
    const path = join(form.folder, `${command.name}.md`);
    const ours = commandText(command, form);
    const isOurs = (text: string) => OURS.test(text);
    const done = `command /${command.name}`;
    return {
      ...ownFileEdit(path, { textOf: () => ours, isOurs, done }),
      add: (text) => (text.trim() === "" || isOurs(text) ? ours : null),
    };
  });
}

function commandText(command: OurCommand, form: CommandForm): string {
  const hint = form.isHinted && command.hint !== null ? [`argument-hint: "[${command.hint}]"`] : [];
  const head = ["---", `description: ${command.description}`, ...hint, "---"];
  return `${head.join("\n")}\n${command.text(form)}\n`;
}
