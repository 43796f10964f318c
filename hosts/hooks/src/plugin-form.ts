/**
 * One plugin folder serves four hosts, which all run the same line of it: which of them is it? Told by where it keeps
 * the session's transcript, else by what it sets in the environment; one may have been started by another, and
 * has that one's environment too.
 */
import { CLAUDE_CODE } from "./claude-code/claude-code.ts";
import { CODEX } from "./codex/codex.ts";
import { COPILOT_PLUGIN } from "./copilot/copilot-plugin.ts";
import type { Env, Host, Payload } from "./host.ts";
import { text } from "./payload.ts";
import { QWEN } from "./qwen/qwen.ts";

/** What our plugin's hooks are called with, in the place of a host. */
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
  // Codex alone counts turns, and calls the plugin's folder by a name without anybody's.
  const isCodex = text(payload["turn_id"]) !== null || env["PLUGIN_ROOT"] !== undefined;
  return isCodex ? CODEX : CLAUDE_CODE;
}
