/** `tacit models use`: chooses the encoder and has its vectors made; or a reranker, a model for imagined answers, a writer of lessons. */
import type { Command, Given } from "../command.ts";
import { argument, choice, count, flag, text } from "../given.ts";
import { withInterrupt } from "../interrupt.ts";
import { embeddedText, embedWithProgress } from "../model-embedding.ts";
import { withTacit } from "../open.ts";
import type { World } from "../world.ts";

const ROLES = ["encoder", "reranker", "hyde", "writer"] as const;

export const modelsUse: Command = {
  name: "models use",
  summary:
    "choose the encoder for search by meaning and embed the memories with it, a reranker, or a writer",
  arguments: [
    {
      name: "name",
      text: "built-in, a pulled model, qwen3-embedding or ollama:NAME, or openai-compatible; see below for others",
    },
  ],
  options: [
    {
      flags: "--as <role>",
      text: "what it is for; default: encoder",
      choices: ROLES,
    },
    { flags: "--url <address>", text: "the server; for Ollama OLLAMA_HOST, else this machine" },
    { flags: "--model <name>", text: "the model's name on an OpenAI-compatible server" },
    {
      flags: "--dims <n>",
      text: "dimensions kept; default: 1024 where there is a choice, else the model's",
    },
    {
      flags: "--key-env <variable>",
      text: "the variable that holds the key; default: OPENAI_API_KEY for api.openai.com, otherwise none",
    },
    { flags: "--allow-http", text: "send text to another machine over http" },
    {
      flags: "--calls-a-day <n>",
      text: "of a reranker or a language model elsewhere: no more than so many; default: 200, of a writer 40",
    },
    {
      flags: "--unasked",
      text: "of a judge: also what would be put before an agent that did not ask; a prompt waits for it then",
    },
    {
      flags: "--later",
      text: "choose only; `tacit models embed`, or a running MCP server, makes the vectors",
    },
    {
      flags: "--anew",
      text: "throw away what this encoder made before: another model answers under its name",
    },
  ],
  details:
    "The choice is kept in the store; a key never is. Until every memory has a vector of the new encoder, recall\nuses the one before. `qwen3-embedding` takes 8b, 4b or 0.6b by the memory that is free. An encoder on another\nmachine is sent every memory but the secret ones. `TACIT_ENCODER=off` does without search by meaning, `TACIT_ENCODER=built-in`\nuses that one, wherever they are set, whatever was chosen.\n\nAs a reranker, which looks at the first hits again: `turns`, which is the default: late interaction over the built-in\nencoder, of what was said in conversations; `late`, the same of every hit; `none`; `ollama:NAME`, a Qwen3-Reranker (Ollama 0.12.11 or newer); a folder with an ONNX cross-encoder;\n`cohere` with --model, and --url for other servers of its `/v2/rerank`; `judge` with --url and --model, a language\nmodel that is asked twice. As hyde, which imagines an answer where a recall you asked for finds nothing: `none`, or\n`openai-compatible` with --url and --model. Where one of them fails, recall goes on without it.\n\nAs a writer, which reads finished sessions and writes lessons: `none`, which is the default; `claude-code`, `codex` or\n`gemini`, which run the program of that host with the account you have there, --model if you like; `ollama:NAME`;\n`openai-compatible` with --url and --model; `anthropic` with --model. It is asked twice for each session that finishes\nfrom then on, by `tacit learn`, `observe`, `import transcript` and a running MCP server, never by a hook. It is sent what\nyou and the agent said and how runs ended, without secrets and tool output; `tacit learn --with NAME --dry-run` shows\nit. A statement is stored only where the lines it cites bear it out.",
  examples: [
    "tacit models use bge-small-en-v1.5",
    "tacit models use qwen3-embedding",
    "tacit models use ollama:nomic-embed-text",
    "tacit models use openai-compatible --url https://api.openai.com/v1 --model text-embedding-3-small",
    "tacit models use built-in",
    "tacit models use ollama:dengcao/Qwen3-Reranker-0.6B --as reranker",
    "tacit models use cohere --as reranker --model rerank-v3.5",
    "tacit models use judge --as reranker --url https://api.openai.com/v1 --model gpt-5-mini",
    "tacit models use none --as reranker",
    "tacit models use claude-code --as writer",
    "tacit models use ollama:qwen3:8b --as writer --calls-a-day 10",
  ],
  run: async (given, world) => {
    const role = choice(given, "as", ROLES) ?? "encoder";
    if (role !== "encoder") return useReranker(role, given, world);
    const wish = {
      name: argument(given, 0),
      url: text(given, "url"),
      model: text(given, "model"),
      dims: count(given, "dims", 1),
      keyName: text(given, "keyEnv"),
      allowHttp: flag(given, "allowHttp"),
      isAnew: flag(given, "anew"),
    };
    await withTacit(world, async (tacit) => {
      const models = await tacit.models();
      const use = (signal: AbortSignal) => models.use({ ...wish, signal });
      const { name, id, probe } = await withInterrupt(world, use, askedIn(wish));
      const embedded = flag(given, "later") ? null : await embedWithProgress(world, tacit);
      world.out.result({ name, id, checks: probe.checks, embedding: embedded }, () =>
        [
          `${name} is chosen (${id})`,
          ...(embedded === null
            ? ["`tacit models embed` makes its vectors"]
            : [embeddedText(embedded)]),
        ].join("\n"),
      );
    });
  },
};

function askedIn({ name, url }: { readonly name: string; readonly url: string | undefined }) {
  const place = url === undefined ? null : URL.parse(url);
  return place === null ? name : `${name} at ${place.host}`;
}

const WHAT = {
  reranker: "reranking",
  hyde: "imagining answers",
  writer: "writing lessons from finished sessions",
} as const;

async function useReranker(role: keyof typeof WHAT, given: Given, world: World): Promise<void> {
  const wish = {
    name: argument(given, 0),
    url: text(given, "url"),
    model: text(given, "model"),
    keyName: text(given, "keyEnv"),
    allowHttp: flag(given, "allowHttp"),
    callsADay: count(given, "callsADay"),
    judgesUnasked: flag(given, "unasked"),
  };
  await withTacit(world, async (tacit) => {
    const rerankers = await tacit.rerankers();
    const writers = await tacit.writers();
    const use = { reranker: rerankers.use, hyde: rerankers.useHyde, writer: writers.use }[role];
    const asked = (signal: AbortSignal) => use({ ...wish, signal });
    const { name, id, checks } = await withInterrupt(world, asked, askedIn(wish));
    const what = WHAT[role];
    world.out.result({ role, name, id, checks }, () =>
      name === "none" ? `nobody is chosen for ${what}` : `${name} is chosen for ${what} (${id})`,
    );
  });
}
