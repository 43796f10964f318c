/**
 * Reads a session that is written down for people. A line begins with what it is: `U:` a prompt, `A:` a message of the agent,
 * `$` a command, `>` a line of its output, `!` its exit status, `E FILE: BEFORE => AFTER` an edit. A line that begins with a
 * space continues the message before.
 */
const LINE = /^(U:|A:|\$|>|!|E) ?(.*)$/;
const EDIT = /^(\S+): (.*?) ?=> (.*)$/;
const STEP_SECONDS = 20;

type Event = Readonly<Record<string, unknown>>;

interface Step {
  readonly mark: string;
  text: string;
  output: string;
  exitCode: number;
}

/** Returns the event lines of the session, which ends successfully. */
export function eventsOf(session: string, text: string): string {
  const events: readonly Event[] = [
    { kind: "session_start" },
    ...stepsIn(text).flatMap(eventsOfStep),
    { kind: "session_end", outcome: "success" },
  ];
  return events.map((event, seq) => `${JSON.stringify(envelope(session, seq, event))}\n`).join("");
}

function stepsIn(text: string): Step[] {
  const steps: Step[] = [];
  for (const line of text.split("\n")) {
    const [, mark, rest = ""] = LINE.exec(line) ?? [];
    const last = steps.at(-1);
    if (mark === ">" && last !== undefined) last.output += `${rest}\n`;
    else if (mark === "!" && last !== undefined) last.exitCode = Number(rest);
    else if (mark !== undefined) steps.push({ mark, text: rest, output: "", exitCode: 0 });
    else if (last !== undefined && line.startsWith(" ")) last.text += `\n${line.slice(1)}`;
  }
  return steps;
}

function eventsOfStep({ mark, text, output, exitCode }: Step, index: number): Event[] {
  if (mark === "U:") return [{ kind: "prompt", text }];
  if (mark === "A:") return [{ kind: "message", text }];
  const callId = `c${index}`;
  const result = { kind: "tool_result", callId, isError: exitCode !== 0, exitCode };
  if (mark === "$")
    return [
      { kind: "tool_call", callId, tool: "shell", input: { command: text } },
      { ...result, tool: "shell", output },
    ];
  const [, file = "", before = "", after = ""] = EDIT.exec(text) ?? [];
  const input = { file_path: file, old_string: before, new_string: after };
  return [
    { kind: "tool_call", callId, tool: "edit", input },
    { ...result, tool: "edit", output: "ok\n" },
  ];
}

function envelope(session: string, seq: number, event: Event): Event {
  const ts = new Date(Date.UTC(2026, 10, 2, 10, 0, seq * STEP_SECONDS)).toISOString();
  return { v: 1, session: `s${session}`, agent: "claude-code", seq, ts, ...event };
}
