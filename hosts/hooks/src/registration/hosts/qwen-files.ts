/** Registers Tacit with Qwen Code: hooks and an MCP server, both in `.qwen/settings.json`, and a skill. */
import { qwenHome } from "@tacit-memory/transcripts";
import { settingsHost } from "../edits/settings-file.ts";

/** Seconds. */
const TELLING = { timeout: 5 };

export const QWEN_FILES = settingsHost({
  name: "qwen",
  title: "Qwen Code",
  program: "qwen",
  folder: qwenHome,
  moments: {
    SessionStart: TELLING,
    UserPromptSubmit: TELLING,
    PostToolUse: { ...TELLING, matcher: "*" },
    PostToolUseFailure: { ...TELLING, matcher: "*" },
    SubagentStart: TELLING,
    SubagentStop: TELLING,
    PreCompact: TELLING,
    PostCompact: TELLING,
    Stop: TELLING,
    SessionEnd: { timeout: 2 },
  },
  // Stated explicitly, because on some Windows machines Qwen Code would use cmd.exe, which parses our line differently.
  more: { shell: process.platform === "win32" ? "powershell" : "bash" },
  hasSkills: true,
});
