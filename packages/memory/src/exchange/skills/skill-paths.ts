/** The folders of a repository in which agents look for skills. A separate file, because it is read when a store is opened. */

/** Codex, Gemini CLI, Cursor, Copilot, OpenCode and others read the first; Claude Code reads only the second. */
export const SKILL_FOLDERS = [".agents/skills", ".claude/skills"] as const;
