/** Registers Tacit with Qwen Code: hooks and an MCP server, both in `.qwen/settings.json`, and a skill. */
import { qwenHome } from "@tacit-memory/transcripts";
import { AFTER_TOOLS, atTool, BEFORE_TOOLS } from "../edits/hook-entries.ts";
import { settingsHost } from "../edits/settings-file.ts";

export const QWEN_FILES = settingsHost({
  name: "qwen",
  title: "Qwen Code",
  program: "qwen",
  folder: qwenHome,
  moments: {
    ...BEFORE_TOOLS,
    PostToolUse: atTool("*"),
    PostToolUseFailure: atTool("*"),
    ...AFTER_TOOLS,
  },
  // Stated explicitly, because on some Windows machines Qwen Code would use cmd.exe, which parses our line differently.
  more: { shell: process.platform === "win32" ? "powershell" : "bash" },
  hasSkills: true,
});
