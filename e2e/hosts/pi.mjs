/** The real pi: how to run it without an account or a network, and the names of its tools. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHAT } from "./chat-wire.mjs";
import { npmProgram } from "./npm-program.mjs";

/** The user's settings before Tacit is connected. */
const SETTINGS = '{ "defaultProvider": "scripted", "defaultModel": "scripted" }\n';

const agentFolder = (home) => join(home, ".pi", "agent");

/** @type {import("./clients.mjs").Client} */
export const PI = {
  name: "pi",
  title: "pi",
  size: "about 200 MB",
  wire: CHAT,
  program: npmProgram({
    folder: "pi",
    name: "@mariozechner/pi-coding-agent",
    version: "0.73.1",
    program: "pi",
  }),
  scenarios: ["remembered", "commanded", "mended-error", "resumed"],
  config: (home) => ({ path: join(agentFolder(home), "settings.json"), text: SETTINGS }),
  place: () => ({}),
  env: (modelUrl, home) => {
    writeModels(modelUrl, home);
    return { PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1", PI_TELEMETRY: "0", NO_COLOR: "1" };
  },
  args: (prompt, resume) => [
    ...["-p", "--mode", "json", "--provider", "scripted", "--model", "scripted"],
    ...(resume === null ? [] : ["--continue"]),
    prompt,
  ],
  sessionIn: (output) =>
    /"type":"session","version":\d+,"id":"([0-9a-f-]{36})"/.exec(output)?.[1] ?? null,
  act: (reply) => {
    if ("shell" in reply) {
      const { shell, ...more } = reply;
      return { tool: "bash", input: { command: shell }, ...more };
    }
    if ("read" in reply) return { tool: "read", input: { path: reply.read } };
    if (!("edit" in reply)) return reply;
    const { file, before, after } = reply.edit;
    return { tool: "edit", input: { path: file, edits: [{ oldText: before, newText: after }] } };
  },
  checksAfter: (home) => {
    const isGone = (folder) => !existsSync(join(agentFolder(home), folder));
    return [
      { name: "and takes the extension away, with its folder", ok: isGone("extensions") },
      { name: "and the commands, with theirs", ok: isGone("prompts") },
    ];
  },
};

function writeModels(modelUrl, home) {
  const model = {
    id: "scripted",
    name: "scripted",
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 100000,
    maxTokens: 8192,
  };
  const api = { baseUrl: `${modelUrl}/v1`, api: "openai-completions", apiKey: "not-a-key" };
  mkdirSync(agentFolder(home), { recursive: true });
  writeFileSync(
    join(agentFolder(home), "models.json"),
    JSON.stringify({ providers: { scripted: { ...api, models: [model] } } }),
  );
}
