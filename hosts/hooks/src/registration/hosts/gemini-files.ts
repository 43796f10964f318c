/** Registers Tacit with Gemini CLI: hooks and an MCP server, both in `.gemini/settings.json`. */
import { geminiHome } from "@tacit-memory/transcripts";
import { settingsHost } from "../edits/settings-file.ts";

/** Milliseconds. */
const TIMEOUT = { timeout: 5000 };

export const GEMINI_FILES = settingsHost({
  name: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  folder: geminiHome,
  moments: {
    SessionStart: TIMEOUT,
    BeforeAgent: TIMEOUT,
    AfterTool: { ...TIMEOUT, matcher: ".*" },
    AfterAgent: TIMEOUT,
    // Any other matcher would start the hook before every model request: Gemini announces compressions that it does not make.
    PreCompress: { ...TIMEOUT, matcher: "manual" },
    SessionEnd: { timeout: 2000 },
  },
  more: {},
  hasSkills: true,
});
