/** The real programs that Tacit is tested with. */
import { CLAUDE_CODE } from "./claude-code.mjs";
import { CLINE } from "./cline.mjs";
import { CODEX } from "./codex.mjs";
import { COPILOT } from "./copilot.mjs";
import { GEMINI } from "./gemini.mjs";
import { OPENCODE } from "./opencode.mjs";
import { PI } from "./pi.mjs";
import { QWEN } from "./qwen.mjs";

/**
 * @typedef {import("./model-server.mjs").Wire} Wire
 * @typedef {import("./scenarios.mjs").Reply} Reply
 * @typedef {{name: string, title: string, size: string, wire: Wire, program: ReturnType<typeof
 *   import("./npm-program.mjs").npmProgram>, hasSkills?: boolean, scenarios: string[],
 *   config: (home: string) => {path: string, text: string},
 *   place: (home: string) => Record<string, string>,
 *   env: (modelUrl: string, home: string) => Record<string, string>,
 *   args: (prompt: string, resume: string | null, modelUrl: string) => string[],
 *   sessionIn: (output: string) => string | null,
 *   act: (reply: Reply) => import("./model-server.mjs").ScriptedReply,
 *   checksAfter: (home: string) => {name: string, ok: boolean}[]}} Client
 */

/** @type {Client[]} */
export const CLIENTS = [CLAUDE_CODE, CODEX, GEMINI, QWEN, COPILOT, CLINE, OPENCODE, PI];
