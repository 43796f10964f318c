/** The real Codex: how to run it without an account or a network, and the names of its tools. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { EVERYDAY } from "./everyday-scenarios.mjs";
import { npmProgram } from "./npm-program.mjs";
import { RESPONSES } from "./responses-wire.mjs";

/** The user's settings before Tacit is connected. */
const CONFIG = `# kept by hand
model = "gpt-5.1-codex"
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:1/v1" # told anew at every call
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

[analytics]
enabled = false
`;

/** @type {import("./clients.mjs").Client} */
export const CODEX = {
  name: "codex",
  title: "Codex",
  size: "about 300 MB",
  wire: RESPONSES,
  program: npmProgram({
    folder: "codex",
    name: "@openai/codex",
    version: "0.171.0",
    program: "codex",
  }),
  hasSkills: true,
  scenarios: [
    "remembered",
    "pointed",
    "before-command",
    "mended-error",
    "compacted-midway",
    ...EVERYDAY,
  ],
  config: (home) => ({ path: join(home, ".codex", "config.toml"), text: CONFIG }),
  place: (home) => ({ CODEX_HOME: join(home, ".codex") }),
  env: () => ({ SCRIPTED_KEY: "not-a-key" }),
  args: (prompt, resume, modelUrl) => [
    ...["exec", ...(resume === null ? [] : ["resume"]), "--json", "--skip-git-repo-check"],
    // No user is present to approve anything, including hooks. For a real user, `tacit doctor` says to approve the hooks.
    ...["--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust"],
    ...["-c", "model_auto_compact_token_limit=100000"],
    ...["-c", `model_providers.scripted.base_url="${modelUrl}/v1"`],
    ...(resume === null ? [] : [resume]),
    prompt,
  ],
  sessionIn: (output) => /"thread_id":"([0-9a-f-]{36})"/.exec(output)?.[1] ?? null,
  act: (reply) => {
    if ("shell" in reply) {
      const { shell, ...more } = reply;
      return { tool: "exec_command", input: { cmd: shell }, ...more };
    }
    if ("read" in reply) return { tool: "exec_command", input: { cmd: `cat '${reply.read}'` } };
    if (!("edit" in reply)) return reply;
    return { tool: "exec_command", input: { cmd: patchCommand(reply.edit) } };
  },
  checksAfter: (home) => {
    const hooks = join(home, ".codex", "hooks.json");
    return [{ name: "and takes the hooks' file away, which was ours", ok: !existsSync(hooks) }];
  },
};

/** Edits as models do that have no edit tool: with a patch in a shell command. */
function patchCommand({ file, before, after }) {
  const side = (sign, text) => text.split("\n").map((line) => sign + line);
  return [
    "apply_patch <<'EOF'",
    "*** Begin Patch",
    `*** Update File: ${file}`,
    "@@",
    ...side("-", before),
    ...side("+", after),
    "*** End Patch",
    "EOF",
  ].join("\n");
}
