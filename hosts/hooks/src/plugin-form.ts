/**
 * Detects which of four hosts runs the shared plugin, which all run the same line of it: by the path of the session's
 * transcript, else by the environment. One host may have started another, which then has the environment of both.
 */
import { CLAUDE_CODE } from "./claude-code/claude-code.ts";
import { CODEX } from "./codex/codex.ts";
import { COPILOT_PLUGIN } from "./copilot/copilot-plugin.ts";
import type { Env, Host, Payload } from "./host.ts";
import { text } from "./payload.ts";
import { QWEN } from "./qwen/qwen.ts";

/** Argument of our plugin's hooks in place of a host's name. */
export const PLUGIN = "plugin";

const TRANSCRIPTS: readonly (readonly [RegExp, Host])[] = [
  [/[\\/]rollout-[^\\/]+\.jsonl$/, CODEX],
  [/[\\/]session-state[\\/][^\\/]+[\\/]events\.jsonl$/, COPILOT_PLUGIN],
  [/[\\/]chats[\\/][^\\/]+\.jsonl$/, QWEN],
  [/[\\/]projects[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/, CLAUDE_CODE],
];

export function hostOfPlugin(payload: Payload, env: Env): Host {
  const transcript = text(payload["transcript_path"]) ?? "";
  const match = TRANSCRIPTS.find(([path]) => path.test(transcript));
  return match?.[1] ?? hostOfEnvironment(payload, env);
}

function hostOfEnvironment(payload: Payload, env: Env): Host {
  if (env["COPILOT_PLUGIN_ROOT"] !== undefined) return COPILOT_PLUGIN;
  if (env["QWEN_CODE_CLI"] !== undefined) return QWEN;
  // Only Codex counts turns and names the plugin's folder without a host's prefix.
  const isCodex = text(payload["turn_id"]) !== null || env["PLUGIN_ROOT"] !== undefined;
  return isCodex ? CODEX : CLAUDE_CODE;
}
