/** Registers Tacit with Gemini CLI: hooks and an MCP server, both in `.gemini/settings.json`. */
import { geminiHome } from "@tacit-memory/transcripts";
import { settingsHost } from "../edits/settings-file.ts";

/** Milliseconds. */
const TELLING = { timeout: 5000 };

export const GEMINI_FILES = settingsHost({
  name: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  folder: geminiHome,
  moments: {
    SessionStart: TELLING,
    BeforeAgent: TELLING,
    AfterTool: { ...TELLING, matcher: ".*" },
    AfterAgent: TELLING,
    // Any other matcher would start the hook before every model request: Gemini announces compressions that it does not make.
    PreCompress: { ...TELLING, matcher: "manual" },
    SessionEnd: { timeout: 2000 },
  },
  more: {},
  hasSkills: true,
});
