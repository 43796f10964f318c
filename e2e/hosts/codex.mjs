/** The real Codex: how it is run without an account or a network, and what its tools are called. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmProgram } from "./npm-program.mjs";
import { RESPONSES } from "./responses-wire.mjs";

/** What the user had set before us. */
const CONFIG = `# kept by hand
model = "gpt-5.1-codex"
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:1/v1" # where the model answers
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
    version: "0.169.0",
    program: "codex",
  }),
  scenarios: ["remembered", "mended-error"],
  config: (home) => ({ path: join(home, ".codex", "config.toml"), text: CONFIG }),
  place: (home) => ({ CODEX_HOME: join(home, ".codex") }),
  env: () => ({ SCRIPTED_KEY: "not-a-key" }),
  args: (prompt, resume) => [
    ...["exec", ...(resume === null ? [] : ["resume"]), "--json", "--skip-git-repo-check"],
    // Nobody is there to approve anything, hooks neither: `tacit doctor` tells the user to.
    ...["--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust"],
    ...(resume === null ? [] : [resume]),
    prompt,
  ],
  sessionIn: (output) => /"thread_id":"([0-9a-f-]{36})"/.exec(output)?.[1] ?? null,
  act: (reply) => {
    if ("shell" in reply) return { tool: "exec_command", input: { cmd: reply.shell } };
    if ("read" in reply) return { tool: "exec_command", input: { cmd: `cat '${reply.read}'` } };
    if (!("edit" in reply)) return reply;
    return { tool: "exec_command", input: { cmd: patchCommand(reply.edit) } };
  },
  checksAfter: (home) => {
    const hooks = join(home, ".codex", "hooks.json");
    return [{ name: "and takes the hooks' file away, which was ours", ok: !existsSync(hooks) }];
  },
};
