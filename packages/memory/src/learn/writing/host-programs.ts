/**
 * Asks an agent host's own program one question, headless, and reads its answer. The program runs without tools, hooks, MCP
 * servers and the user's rules, as far as its options allow.
 */
import { join } from "node:path";
import * as z from "zod/mini";
import type { ChatAnswer, ChatQuestion } from "../../search/models/chat.ts";

export const HOST_PROGRAMS = ["claude-code", "codex", "gemini"] as const;
export type HostProgramName = (typeof HOST_PROGRAMS)[number];

/** What the program returned instead of an answer. */
export interface Refusal {
  readonly refusal: string;
}

export interface HostProgram {
  /** Name of the program on the PATH. */
  readonly program: string;
  readonly title: string;
  readonly install: string;
  readonly signIn: string;
  /** Returns the arguments. `folder`: absolute path of the folder in which the program runs. */
  readonly args: (how: {
    readonly model: string | null;
    readonly folder: string;
  }) => readonly string[];
  readonly stdin: (question: ChatQuestion) => string;
  readonly env: Readonly<Record<string, string>>;
  /** Files that the empty working folder needs, by path. */
  readonly files: (question: ChatQuestion) => Readonly<Record<string, string>>;
  /** Parses the output; null when it is not an answer of this program. */
  readonly read: (stdout: string) => ChatAnswer | Refusal | null;
}

/** File in the working folder that replaces the program's own instructions, which are longer than a session. */
const INSTRUCTIONS = "instructions.md";
const instructions = ({ system }: ChatQuestion) => ({ [INSTRUCTIONS]: system });
const count = z.catch(z.nullish(z.number().check(z.gte(0), z.lte(1e9))), null);

const claudeSchema = z.object({
  result: z.catch(z.optional(z.string()), undefined),
  is_error: z.catch(z.optional(z.boolean()), undefined),
  usage: z.catch(
    z.nullish(
      z.object({
        input_tokens: count,
        cache_creation_input_tokens: count,
        cache_read_input_tokens: count,
        output_tokens: count,
      }),
    ),
    null,
  ),
});

const CLAUDE_CODE: HostProgram = {
  program: "claude",
  title: "Claude Code",
  install: "npm install -g @anthropic-ai/claude-code",
  signIn: "run `claude` once and sign in",
  args: ({ model, folder }) => [
    ...["-p", "--output-format", "json", "--system-prompt-file", join(folder, INSTRUCTIONS)],
    ...["--tools", "", "--strict-mcp-config", "--disable-slash-commands"],
    ...["--no-session-persistence", "--settings", '{"disableAllHooks":true}'],
    ...(model === null ? [] : ["--model", model]),
  ],
  stdin: ({ user }) => user,
  env: {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
    DISABLE_AUTOUPDATER: "1",
  },
  files: instructions,
  read: (stdout) => {
    const parsed = claudeSchema.safeParse(jsonIn(stdout));
    if (!parsed.success || parsed.data.result === undefined) return null;
    const { result, is_error, usage } = parsed.data;
    if (is_error === true) return { refusal: result };
    const inputs = [
      usage?.input_tokens,
      usage?.cache_creation_input_tokens,
      usage?.cache_read_input_tokens,
    ];
    const counts = inputs.filter((tokens) => typeof tokens === "number");
    return {
      text: result,
      inputTokens: counts.length === 0 ? null : counts.reduce((a, b) => a + b, 0),
      outputTokens: usage?.output_tokens ?? null,
    };
  },
};

const codexSchema = z.object({
  type: z.string(),
  message: z.catch(z.optional(z.string()), undefined),
  error: z.catch(z.optional(z.object({ message: z.string() })), undefined),
  item: z.catch(z.optional(z.object({ type: z.string(), text: z.string() })), undefined),
  usage: z.catch(z.nullish(z.object({ input_tokens: count, output_tokens: count })), null),
});

const CODEX: HostProgram = {
  program: "codex",
  title: "Codex",
  install: "npm install -g @openai/codex",
  signIn: "run `codex login`",
  args: ({ model, folder }) => [
    ...["exec", "--json", "--ephemeral", "--skip-git-repo-check", "--sandbox", "read-only"],
    ...["-c", "features.hooks=false", "-c", "features.shell_tool=false"],
    ...["-c", "features.multi_agent=false", "-c", "features.goals=false"],
    ...["-c", "mcp_servers={}", "-c", "project_doc_max_bytes=0", "-c", 'web_search="disabled"'],
    ...["-c", `model_instructions_file=${JSON.stringify(join(folder, INSTRUCTIONS))}`],
    ...(model === null ? [] : ["--model", model]),
    "-",
  ],
  stdin: ({ user }) => user,
  env: {},
  files: instructions,
  read: (stdout) => {
    const events = stdout.split("\n").flatMap((line) => {
      const parsed = codexSchema.safeParse(jsonIn(line));
      return parsed.success ? [parsed.data] : [];
    });
    const reply = events.findLast(({ item }) => item?.type === "agent_message")?.item?.text;
    const failed = events.findLast(({ type }) => type === "turn.failed" || type === "error");
    const refusal = failed?.error?.message ?? failed?.message;
    if (reply === undefined) return refusal === undefined ? null : { refusal };
    const usage = events.findLast((event) => event.usage != null)?.usage;
    return {
      text: reply,
      inputTokens: usage?.input_tokens ?? null,
      outputTokens: usage?.output_tokens ?? null,
    };
  },
};

const geminiSchema = z.object({
  response: z.catch(z.optional(z.string()), undefined),
  error: z.catch(z.nullish(z.object({ message: z.string() })), null),
  stats: z.catch(
    z.nullish(
      z.object({
        models: z.record(
          z.string(),
          z.object({ tokens: z.object({ prompt: count, candidates: count }) }),
        ),
      }),
    ),
    null,
  ),
});

const GEMINI: HostProgram = {
  program: "gemini",
  title: "Gemini CLI",
  install: "npm install -g @google/gemini-cli",
  signIn: "run `gemini` once and sign in, or set GEMINI_API_KEY",
  args: ({ model }) => [
    ...["--prompt", "", "--output-format", "json", "--extensions", "none"],
    ...["--allowed-mcp-server-names", "none", "--approval-mode", "default"],
    ...(model === null ? [] : ["--model", model]),
  ],
  stdin: ({ user }) => user,
  env: { GEMINI_CLI_TRUST_WORKSPACE: "true", GEMINI_SYSTEM_MD: INSTRUCTIONS, NO_COLOR: "1" },
  files: (question) => ({
    ...instructions(question),
    ".gemini/settings.json": JSON.stringify({
      tools: { core: [] },
      hooksConfig: { enabled: false },
      context: { fileName: "none.md" },
    }),
  }),
  read: (stdout) => {
    const parsed = geminiSchema.safeParse(jsonIn(stdout));
    if (!parsed.success) return null;
    const { response, error, stats } = parsed.data;
    if (response === undefined) return error == null ? null : { refusal: error.message };
    const tokens = Object.values(stats?.models ?? {}).map((model) => model.tokens);
    const sum = (of: "prompt" | "candidates") =>
      tokens.length === 0 ? null : tokens.reduce((all, token) => all + (token[of] ?? 0), 0);
    return { text: response, inputTokens: sum("prompt"), outputTokens: sum("candidates") };
  },
};

/** Parses the JSON document in the output; the program may print warnings before it. */
function jsonIn(text: string): unknown {
  const from = text.indexOf("{");
  try {
    return JSON.parse(text.slice(Math.max(0, from)));
  } catch {
    return null;
  }
}

export const PROGRAMS: Readonly<Record<HostProgramName, HostProgram>> = {
  "claude-code": CLAUDE_CODE,
  codex: CODEX,
  gemini: GEMINI,
};
