/** Sessions as event lines, for tests of reports. */

/** Returns one session as event lines, with `text` wherever a session contains text. */
export function session(id: string, text: string, startMs = Date.UTC(2026, 8, 1, 9)): string {
  let at = startMs;
  const line = (more: object) => {
    at += 1000;
    return JSON.stringify({
      v: 1,
      session: id,
      ts: new Date(at).toISOString(),
      key: `${at}`,
      agent: text.slice(0, 60),
      branch: text,
      ...more,
    });
  };
  const step = (callId: string, tool: string, input: object, more: object) => [
    line({ kind: "tool_call", callId, tool, input, ...more }),
    line({ kind: "tool_result", callId, tool, output: "ok", isError: false, ...more }),
  ];
  return [
    line({ kind: "session_start", task: text }),
    line({ kind: "prompt", text: `Mend it: ${text}` }),
    ...step("a", "read", {}, { files: [`src/${text}.ts`] }),
    ...step(
      "b",
      "shell",
      { command: `npm test ${text}` },
      { output: `Error: ${text} is broken`, isError: true, exitCode: 1 },
    ),
    ...step("c", "edit", { old_string: "a", new_string: text }, { files: [`src/${text}.ts`] }),
    ...step("d", "shell", { command: `npm test ${text}` }, {}),
    line({ kind: "commit", sha: "abcdef0123456789", files: [], message: text }),
    line({ kind: "message", text: `Done. Next: ${text}. Should ${text} go?` }),
    line({ kind: "session_end", outcome: "success" }),
  ].join("\n");
}

/** Returns a session with this number of reads and commands, two minutes apart. */
export function long(id: string, steps: number): string {
  const startMs = Date.UTC(2026, 8, 3);
  const event = (at: number, more: object) =>
    JSON.stringify({
      v: 1,
      session: id,
      ts: new Date(startMs + at * 60_000).toISOString(),
      key: `${at}`,
      ...more,
    });
  const lines = [event(0, { kind: "prompt", text: "look around" })];
  for (let i = 1; i <= steps; i++) {
    const more =
      i % 3 === 0
        ? { tool: "shell", input: { command: `make ${i}` } }
        : { tool: "read", input: {} };
    lines.push(event(2 * i, { kind: "tool_call", callId: `c${i}`, ...more }));
    const back = { output: "ok", isError: i % 7 === 0 };
    lines.push(event(2 * i + 1, { kind: "tool_result", callId: `c${i}`, ...more, ...back }));
  }
  return [...lines, event(2 * steps + 2, { kind: "session_end", outcome: "success" })].join("\n");
}
