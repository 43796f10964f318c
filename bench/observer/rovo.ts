/**
 * Rovo Dev: text blocks between lines of `=`: USER PROMPT, AGENT, TOOL CALL and TOOL RETURN with the tool's name. Arguments are
 * YAML, and outputs are cut in published files. It has no times: each block is a millisecond after the one before, starting at
 * the file's date.
 */
import { EventBuilder } from "../../packages/transcripts/src/events/event-builder.ts";
import type {
  TranscriptFile,
  TranscriptReader,
} from "../../packages/transcripts/src/transcript-host.ts";

const BLOCK_END = /\r?\n={100,}\r?\n/;
const PROMPT = "USER PROMPT:";
const FAILED = /^(?:Error|Failed|.*(?:does not exist|not found|No matches|exit code: [1-9]))/im;

export function rovoReader(file: TranscriptFile): TranscriptReader {
  const options = { session: file.name, agent: "rovo-dev", source: "transcript" };
  const builder = new EventBuilder({ ...options, startMs: file.changedMs });
  let callId = "";

  function readBlock(block: string, index: number): void {
    const [title = "", ...lines] = block.split("\n");
    const body = lines.join("\n").trim();
    const key = `block:${index}`;
    const tool = /^TOOL (CALL|RETURN) \(([^)\n]+?)\)?\s*$/.exec(title);
    if (title.startsWith(PROMPT)) builder.prompt({ key }, problemIn(body));
    else if (title.startsWith("AGENT:")) readAgent(key, body);
    else if (tool?.[1] === "CALL") {
      callId = key;
      builder.call({ key }, { callId, hostTool: tool[2] ?? "unknown", input: fieldsOf(body) });
    } else if (tool?.[1] === "RETURN" && callId !== "") {
      const output = body.replace(/^```\n|\n?```$/g, "");
      builder.result({ key }, { callId, output, isError: FAILED.test(output.slice(0, 300)) });
      callId = "";
    }
  }

  function readAgent(key: string, body: string): void {
    const start = body.indexOf(THINKING);
    const end = start < 0 ? -1 : body.indexOf(THOUGHT, start);
    const thought = end < 0 ? "" : body.slice(start + THINKING.length, end);
    builder.reasoning({ key: `${key}:thought` }, thought.replace(/^\n|\n$/g, ""));
    const text = end < 0 ? body : body.slice(0, start) + body.slice(end + THOUGHT.length);
    builder.message({ key }, text);
  }

  return {
    read(text) {
      if (typeof text !== "string") return;
      const blocks = text.split(BLOCK_END).map((block) => block.trim());
      // The agent speaks first in these files; the task is still what it was asked.
      const prompt = blocks.find((block) => block.startsWith(PROMPT));
      if (prompt !== undefined) builder.task(problemIn(prompt.slice(PROMPT.length)));
      for (const [index, block] of blocks.entries()) readBlock(block, index);
    },
    finish: () => builder.finish(),
    drain: () => builder.drain(),
  };
}

const THINKING = "<thinking>";
const THOUGHT = "</thinking>";

function problemIn(body: string): string {
  const start = body.indexOf("<problem_statement>");
  const end = body.indexOf("</problem_statement>");
  return start === -1 || end < start ? body : body.slice(start + "<problem_statement>".length, end);
}

/** The part of YAML the arguments use: scalars, blocks and lists of scalars at the top level. */
function fieldsOf(body: string): Record<string, unknown> {
  const fields = body.split(/\n(?=[A-Za-z_]\w*:(?: |\n|$))/).map((field): [string, unknown] => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon), fieldValue(field.slice(colon + 1))];
  });
  return Object.fromEntries(fields.filter(([name]) => /^\w+$/.test(name)));
}

function fieldValue(text: string): unknown {
  const items = [...text.matchAll(/^- (.*)$/gm)].map(([, item]) => item ?? "");
  if (text.startsWith("\n- ")) return items;
  return unquoted(
    text
      .replace(/^ \|[-+]?\n/, "")
      .replace(/^ {2}/gm, "")
      .trim(),
  );
}

function unquoted(value: string): string {
  return /^(['"])([\s\S]*)\1$/.exec(value)?.[2] ?? value;
}
