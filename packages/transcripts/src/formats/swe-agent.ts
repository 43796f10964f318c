/**
 * SWE-agent: a `.traj` document with `trajectory` (action, observation, thought, state) and `history` (the messages; the
 * first message of the user contains the issue). It has no times: each step is a millisecond after the one before, starting
 * at the file's date. A task is run many times under one file name, so the folder's name is part of the session's id.
 */
import { asArray, asNumber, asRecord, asText, parseJson } from "@tacit-memory/files";
import type { Tool } from "@tacit-memory/protocol";
import { EventBuilder, type ToolCall } from "../events/event-builder.ts";
import { shellWords } from "../events/shell-command.ts";
import { contentText } from "../input/message-content.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";

/** The commands of the agent's own interface; every other action is a shell command. */
const COMMAND_TOOLS: Readonly<Record<string, Tool>> = {
  open: "read",
  goto: "read",
  scroll_down: "read",
  scroll_up: "read",
  view: "read",
  search_dir: "search",
  search_file: "search",
  find_file: "glob",
  edit: "edit",
  insert: "edit",
  str_replace_editor: "edit",
  create: "write",
  submit: "other",
  exit_cost: "other",
  exit_context: "other",
  skip: "other",
};
const FAILED =
  /Your proposed edit has introduced new syntax error|^File .* not found|No such file|command not found|Traceback \(most recent call last\)|^usage:|Error: |No matches found/m;
const MAX_SEARCHED_CHARS = 100_000;

export function sweAgentReader(file: TranscriptFile): TranscriptReader {
  const session = file.folder === "" ? file.name : `${file.folder}/${file.name}`;
  const options = { session, agent: "swe-agent", source: "transcript" };
  const builder = new EventBuilder({ ...options, startMs: file.changedMs });
  let exitStatus: string | undefined;

  function readStep(step: unknown, index: number): void {
    const record = asRecord(step);
    if (record === undefined) return;
    const action = (asText(record["action"]) ?? "").trim();
    const openFile = openFileOf(record["state"]);
    builder.message({ key: `step:${index}:thought` }, asText(record["thought"]) ?? "");
    if (action === "") return;
    const seconds = asNumber(record["execution_time"]);
    const observation = contentText(record["observation"]);
    const callId = `step:${index}`;
    const command = action.split("\n", 1)[0] ?? "";
    builder.call(
      { key: callId, folder: folderOf(record["state"]) },
      actionCall(callId, action, openFile),
    );
    builder.result(
      { key: callId },
      {
        callId,
        output: observation,
        isError: hasFailed(command.split(" ", 1)[0] ?? "", observation),
        durationMs: seconds === undefined ? undefined : Math.round(seconds * 1000),
      },
    );
  }

  return {
    read(value) {
      const document = asRecord(value);
      if (document === undefined) return;
      const steps = asArray(document["trajectory"]);
      builder.place(folderOf(asRecord(steps[0])?.["state"]), undefined);
      exitStatus = asText(asRecord(document["info"])?.["exit_status"]);
      const issue = issueOf(asArray(document["history"]));
      if (issue !== "") builder.prompt({ key: "issue" }, issue);
      for (const [index, step] of steps.entries()) readStep(step, index);
    },
    finish() {
      if (exitStatus === undefined) builder.finish("partial", "no exit status");
      else if (exitStatus === "submitted") builder.finish("success", exitStatus);
      else builder.finish(exitStatus.startsWith("submitted") ? "partial" : "failure", exitStatus);
    },
    drain: () => builder.drain(),
  };
}

function issueOf(history: readonly unknown[]): string {
  for (const value of history.slice(0, 6)) {
    const message = asRecord(value);
    if (message?.["role"] !== "user" || message["is_demo"] === true) continue;
    const text = contentText(message["content"]);
    const described = between(text, "<pr_description>", "</pr_description>");
    if (described !== undefined) return described;
    const issue = between(text, "ISSUE:\n", "\nINSTRUCTIONS:");
    if (issue !== undefined) return issue;
  }
  return "";
}

/** Up to the end if `after` is missing. */
function between(text: string, before: string, after: string): string | undefined {
  const start = text.indexOf(before);
  if (start === -1) return undefined;
  const end = text.indexOf(after, start);
  return text.slice(start + before.length, end === -1 ? undefined : end).trim();
}

function stateOf(state: unknown) {
  return asRecord(typeof state === "string" ? parseJson(state) : state);
}

function folderOf(state: unknown): string | undefined {
  return asText(stateOf(state)?.["working_dir"]);
}

function openFileOf(state: unknown): string | undefined {
  const path = asText(stateOf(state)?.["open_file"]);
  return path === "n/a" ? undefined : path;
}

/** Several commands work on the file that is open. */
function actionCall(callId: string, action: string, openFile: string | undefined): ToolCall {
  const [command = "", ...args] = shellWords(action.split("\n", 1)[0] ?? "");
  const tool = Object.hasOwn(COMMAND_TOOLS, command) ? COMMAND_TOOLS[command] : undefined;
  if (tool === undefined) return { callId, hostTool: "bash", input: { command: action } };
  const named = command === "create" || command === "open" ? args[0] : args[1];
  const isOnOpenFile = command !== "create" && command !== "search_dir" && tool !== "glob";
  const path = isOnOpenFile ? (openFile ?? named) : named;
  const paths = path === undefined || tool === "other" ? [] : [path];
  const isFolder = command === "search_dir" || tool === "glob";
  return { callId, hostTool: command, tool, input: { action }, paths: isFolder ? [] : paths };
}

/** The content of a file can be any text, so only the first line shows whether reading it failed. */
function hasFailed(command: string, observation: string): boolean {
  if (command === "open" || command === "cat") return /^File .* not found/.test(observation);
  return FAILED.test(observation.slice(0, MAX_SEARCHED_CHARS));
}
