/**
 * Registers Tacit with Codex: one hook per moment in `hooks.json`, one MCP server in `config.toml`. Only Codex writes trust
 * in the hooks, after its user has reviewed them.
 */
import { join } from "node:path";
import { codexHome } from "@tacit-memory/transcripts";
import {
  AFTER_TOOLS,
  atTool,
  BEFORE_TOOLS,
  type HookForm,
  hookArguments,
  hooksFileEdit,
} from "../edits/hook-entries.ts";
import { SERVER } from "../edits/server-entries.ts";
import { hookEventIn, shellLine } from "../edits/shell-words.ts";
import { skillFileEdit } from "../edits/skill-file.ts";
import { outlineOf, type TomlTable, tomlString } from "../edits/toml-text.ts";
import type { Programs, RegisteredHost } from "../registered-host.ts";
import { trustLeft } from "./codex-trust.ts";

const HOST = "codex";
/** Matcher of edits; an edit made with the shell arrives as a shell command. */
const EDITS = "Bash|apply_patch|Edit|Write";
/**
 * Limit in tokens of four bytes. Codex cuts at 2,500 by default; our texts are shorter than 9,000 characters of up to four
 * bytes.
 */
const CONTEXT_LIMIT = 9000;
const COMMENT = "# Tacit, the memory of this codebase; `tacit disconnect codex` takes it out.";
const TABLE = ["mcp_servers", SERVER] as const;

const FORM: HookForm = {
  moments: {
    ...BEFORE_TOOLS,
    PreToolUse: atTool(EDITS),
    PostToolUse: atTool("*"),
    ...AFTER_TOOLS,
  },
  handler: (event, timeout, programs) => ({
    type: "command",
    command: commandLine([programs.nodePath, ...hookArguments(HOST, event, programs)]),
    timeout,
    ...(respectsLimitAt(event) ? { additionalContextLimit: CONTEXT_LIMIT } : {}),
  }),
  isOurs: ({ command }) => (hookEventIn(command, HOST) ?? "") in FORM.moments,
};

export const CODEX_FILES: RegisteredHost = {
  name: HOST,
  title: "Codex",
  program: "codex",
  folder: codexHome,
  edits: (request) => {
    const hooks = join(codexHome(request), "hooks.json");
    const config = join(codexHome(request), "config.toml");
    return [
      hooksFileEdit(hooks, FORM, "hooks"),
      {
        path: config,
        holds: (text, programs) => holdsServerTable(config, text, programs),
        add: (text, programs) => withServerTable(config, text, programs),
        remove: (text) => withoutServerTable(config, text),
        isEmpty: (text) => text.trim() === "",
        done: `${config}: MCP server "${SERVER}"`,
        otherwise: `${config}: not changed, because its MCP server "${SERVER}" is not from Tacit or its servers are in one line`,
      },
      skillFileEdit(codexHome(request)),
    ];
  },
  stillToDo:
    "Codex silently skips hooks until you trust them: start `codex`, open /hooks, and approve the hooks of Tacit",
  askWhatIsLeft: (request, cwd) => trustLeft(request, cwd),
};

/** Returns whether Codex respects the limit at this event. */
function respectsLimitAt(event: string): boolean {
  return !/^(?:SubagentStop|PreCompact|PostCompact|Stop|SessionEnd)$/.test(event);
}

/** Returns one line for the shell that Codex uses: the user's own, or cmd.exe, which takes these words unchanged. */
function commandLine(words: readonly string[]): string {
  const { platform } = process;
  if (platform !== "win32") return shellLine(words, platform);
  return words.map((word) => (/[\s&^()]/.test(word) ? `"${word}"` : word)).join(" ");
}

function tableLines(programs: Programs): string[] {
  return [
    `[${TABLE.join(".")}]`,
    `command = ${tomlString(programs.mcpCommand)}`,
    `args = [${programs.mcpArgs.map(tomlString).join(", ")}]`,
    `env = { TACIT_HOME = ${tomlString(programs.home)} }`,
  ];
}

/** Returns whether our table is present in the current form. Lines that Codex or the user added are ignored. */
function holdsServerTable(path: string, text: string, programs: Programs): boolean {
  const table = outlineOf(path, text).tables.find(({ key }) => isOurs(key));
  if (table === undefined) return false;
  const lines = new Set(text.slice(table.start, table.end).split(/\r?\n/));
  return tableLines(programs).every((line) => lines.has(line));
}

/** Adds our table; null if another entry is in the way. */
function withServerTable(path: string, text: string, programs: Programs): string | null {
  const { tables, keys } = outlineOf(path, text);
  const isTaken = [...tables.map(({ key }) => key), ...keys].some(
    (key) => isOurs(key) || (key.length === 1 && key[0] === TABLE[0] && keys.includes(key)),
  );
  if (isTaken) return null;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = [COMMENT, ...tableLines(programs)];
  const isBlank = text.replace(/^\uFEFF/, "").trim() === "";
  const gap = isBlank ? "" : text.endsWith("\n") ? eol : eol + eol;
  return `${text}${gap}${lines.join(eol)}${eol}`;
}

function withoutServerTable(path: string, text: string): string {
  const ours = outlineOf(path, text).tables.filter(({ key }) => isOurs(key));
  const tables = ours.map(({ start, end }) => text.slice(start, end)).join("");
  if (!/\bTACIT_HOME\b/.test(tables)) return text;
  // Go from last to first, so that a removal does not move what is still to be removed.
  return ours.reverse().reduce(without, text);
}

/** Removes the table, the comment above it and the empty line above that. */
function without(text: string, { start, end }: TomlTable): string {
  const before = text.slice(0, start);
  const comment = before.endsWith(`${COMMENT}\n`)
    ? `${COMMENT}\n`
    : before.endsWith(`${COMMENT}\r\n`)
      ? `${COMMENT}\r\n`
      : "";
  const above = before.slice(0, before.length - comment.length);
  return above.replace(/(\r?\n)\r?\n$/, "$1") + text.slice(end);
}

function isOurs(key: readonly string[]): boolean {
  return TABLE.every((part, index) => key[index] === part);
}
