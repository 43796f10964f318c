/**
 * Our commands as files of a host's own, for hosts that offer people neither the prompts of an MCP server nor our skill:
 * `/tacit-recall`, `/tacit-handoff`, `/tacit-review`. What elsewhere the server puts into a prompt, the agent asks for here.
 */
import { join } from "node:path";
import type { Edit } from "./registered-host.ts";

export interface CommandForm {
  /** Where it looks for files of one command each. */
  readonly folder: string;
  /** What its agent knows our tools by. */
  readonly tool: (name: string) => string;
  /** What stands for what is typed behind the command. */
  readonly given: string;
  /** Whether it shows what may be typed behind the command. */
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
    description: "What the memory of this codebase (Tacit) knows about something",
    hint: "question, path or error message",
    text: ({ tool, given }) =>
      `Ask the memory of this codebase with the tool \`${tool("recall")}\` about: ${given}

Read in full with \`${tool("get")}\` what bears on it, hold it against the code as it is, and say what it means for the work at hand. Cite what you use as [mem:ID].`,
  },
  {
    name: "tacit-handoff",
    description: "Take up where the last session left off, by the memory of this codebase (Tacit)",
    hint: null,
    text: ({ tool }) =>
      `Ask the memory of this codebase with the tool \`${tool("context")}\` where the last session left off.

Before going on, hold its answer against the working tree and the recent commits: what is done may be there, undone or overtaken. Then say in two sentences where things stand and what you will do next.`,
  },
  {
    name: "tacit-review",
    description: "Go through what is doubtful in the memory of this codebase (Tacit)",
    hint: null,
    text: ({ tool }) =>
      `Run \`npx tacit-memory review --json\` in a shell. Go through what it lists with me one by one: say of each what the code shows now, and let me decide. Change nothing I have not decided.

For a memory my decision is carried out with the tool \`${tool("update")}\`: confirm, correct (with the right text, or as outdated or wrong), or forget. For a candidate I run \`npx tacit-memory review accept ID\` or \`npx tacit-memory review reject ID\` myself.`,
  },
];

/** Whatever else has become of it: nobody else's says so. */
const OURS = /^---\r?\ndescription: [^\r\n]*\(Tacit\)/;

export function commandFileEdits(form: CommandForm): Edit[] {
  return COMMANDS.map((command) => {
    const path = join(form.folder, `${command.name}.md`);
    const ours = commandText(command, form);
    return {
      path,
      holds: (text) => text === ours,
      add: (text) => (text.trim() === "" || OURS.test(text) ? ours : null),
      remove: (text) => (OURS.test(text) ? "" : text),
      isEmpty: (text) => text.trim() === "",
      isWhole: true,
      done: `${path}: command /${command.name}`,
      otherwise: `${path}: is there already and not ours; it was left alone`,
    };
  });
}

function commandText(command: OurCommand, form: CommandForm): string {
  const hint = form.isHinted && command.hint !== null ? [`argument-hint: "[${command.hint}]"`] : [];
  const head = ["---", `description: ${command.description}`, ...hint, "---"];
  return `${head.join("\n")}\n${command.text(form)}\n`;
}
