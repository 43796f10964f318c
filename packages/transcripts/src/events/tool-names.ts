/**
 * Maps a host's tool to a neutral tool, and finds the files that a call names. One table serves all hosts, because their
 * names differ but their meanings hardly do.
 */
import { asArray, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import type { Tool } from "@tacit-memory/protocol";
import { patchFiles, shellFiles, unwrapShell } from "./shell-command.ts";

export interface ToolUse {
  readonly tool: Tool;
  /** As the call wrote them. */
  readonly paths: readonly string[];
  /** Set for shell tools: the command without a wrapping shell. */
  readonly command?: string;
  /** The folder the call asked to run in. */
  readonly folder?: string;
}

const NAMES: Readonly<Record<Exclude<Tool, "mcp" | "other">, string>> = {
  read:
    "read notebookread read_file read_files readfile read_many_files view view_file view_image viewimage open open_file " +
    "open_files cat view_code inspect_code expand_code_chunks goto scroll_up scroll_down fs_read",
  edit:
    "edit multiedit multi_edit notebookedit edit_notebook edit_file apply_patch applypatch patch replace str_replace " +
    "str_replace_editor str_replace_based_edit_tool search_replace string_replace insert insert_line append_string " +
    "find_and_replace_code claude_text_editor replace_string_in_file multi_replace_string_in_file editfiles editor",
  write: "write write_file writefile create create_file delete_file move_file delete fs_write",
  search:
    "grep rg search search_files search_file search_dir search_file_content grep_search codebase_search codesearch " +
    "semantic_search semantic_search_full ripgrep_search ripgrep_raw_search search_symbols find_class find_function find_code_snippet lsp",
  glob: "glob ls list list_dir list_directory list_files find_file find_files file_search glob_file_search expand_folder",
  shell:
    "bash powershell shell shell_command exec_command local_shell local_shell_call run_shell_command run_terminal_cmd run_terminal_command " +
    "run_command run_commands run_in_terminal run_bash run execute execute_bash command_execution commandexecution write_stdin bashoutput killshell killbash " +
    "stop_bash read_bash write_bash terminal run_ipython run_tests python exec",
  web: "webfetch websearch web_fetch web_search web_search_call google_web_search fetch fetchurl browse browse_interactive",
  task: "task agent spawn_agent subagent delegate dispatch_agent subtask",
};

const TOOL_OF: ReadonlyMap<string, Tool> = new Map(
  Object.entries(NAMES).flatMap(([tool, names]) =>
    names.split(" ").map((name): [string, Tool] => [name, tool as Tool]),
  ),
);

const PATH_FIELDS = [
  "file_path",
  "filePath",
  "notebook_path",
  "path",
  "absolute_path",
  "target_file",
  "filename",
  "file",
  "relative_workspace_path",
  "targetFile",
  "relativeWorkspacePath",
  "source_path",
  "destination_path",
] as const;
const PATH_LIST_FIELDS = ["file_paths", "paths", "files", "changes"] as const;
const COMMAND_FIELDS = ["command", "cmd", "script", "code"] as const;
const FOLDER_FIELDS = ["workdir", "cwd", "working_directory", "dir_path", "directory"] as const;

export function neutralTool(hostTool: string): Tool {
  const name = hostTool.toLowerCase();
  const listed = TOOL_OF.get(name) ?? TOOL_OF.get(name.replaceAll("-", "_"));
  if (listed !== undefined) return listed;
  return name.startsWith("mcp") || name.includes("__") ? "mcp" : "other";
}

export function describeTool(hostTool: string, input: unknown): ToolUse {
  const tool = neutralTool(hostTool);
  const fields = asRecord(input) ?? { input };
  if (tool === "shell") return shellUse(fields);
  if (tool === "edit") return { tool: editKind(fields), paths: namedPaths(fields) };
  if (tool === "read" || tool === "write") return { tool, paths: namedPaths(fields) };
  // The path of a search is as often a folder as a file.
  if (tool === "search" || tool === "glob")
    return { tool, paths: namedPaths(fields).filter(isFile) };
  return { tool, paths: [] };
}

function shellUse(fields: JsonRecord): ToolUse {
  const raw = COMMAND_FIELDS.map((name) => fields[name]).find((value) => value !== undefined);
  const command = unwrapShell(raw);
  const folder = FOLDER_FIELDS.map((name) => asText(fields[name])).find((text) => text);
  if (command.includes("*** Begin Patch"))
    return { tool: "edit", paths: patchFiles(command), command };
  return {
    tool: "shell",
    paths: shellFiles(command),
    ...(command === "" ? {} : { command }),
    ...(folder === undefined ? {} : { folder }),
  };
}

/** Adds the current folder to a shell call, if it differs from the session's folder and the call does not name it. */
export function placedInput(
  hostTool: string,
  input: unknown,
  { at, began }: { readonly at: string | undefined; readonly began: string | undefined },
): unknown {
  const fields = asRecord(input);
  if (fields === undefined || at === undefined || began === undefined || at === began) return input;
  if (neutralTool(hostTool) !== "shell" || describeTool(hostTool, input).folder !== undefined)
    return input;
  return { ...fields, cwd: at };
}

/** One tool can view, create and edit. Its `command` says which. */
function editKind(fields: JsonRecord): Tool {
  if (fields["command"] === "view") return "read";
  return fields["command"] === "create" ? "write" : "edit";
}

function namedPaths(fields: JsonRecord): string[] {
  const single = PATH_FIELDS.map((name) => asText(fields[name]));
  const several = PATH_LIST_FIELDS.flatMap((name) => asArray(fields[name])).map(listedPath);
  const patched = ["input", "patchText", "patch"].flatMap((name) =>
    patchFiles(asText(fields[name]) ?? ""),
  );
  const found = [...single, ...several, ...patched].filter((path) => path !== undefined);
  return [...new Set(found)];
}

function listedPath(value: unknown): string | undefined {
  const record = asRecord(value);
  if (record === undefined) return asText(value);
  return PATH_FIELDS.map((name) => asText(record[name])).find((path) => path !== undefined);
}

function isFile(path: string): boolean {
  return /\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(path) && !/[*?]/.test(path);
}
