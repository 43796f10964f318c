/**
 * `tacit models use`: chooses the encoder and creates its vectors; or chooses a reranker, a model for imagined answers
 * (HyDE), or a writer of lessons.
 */
import type { Command, ParsedArgs } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withInterrupt } from "../../interrupt.ts";
import { embeddedText, embedWithProgress } from "../../model-embedding.ts";
import { withTacit } from "../../open.ts";
import { argument, choice, count, flag, text } from "../../parsed-args.ts";

const ROLES = ["encoder", "reranker", "hyde", "writer"] as const;

export const modelsUse: Command = {
  name: "models use",
  summary: "choose the encoder (and embed the memories with it), the reranker, or the writer",
  arguments: [
    {
      name: "name",
      text: "built-in, a pulled model, qwen3-embedding, ollama:NAME or openai-compatible; see below for other roles",
    },
  ],
  options: [
    {
      flags: "--as <role>",
      text: "role of the model (default: encoder)",
      choices: ROLES,
    },
    {
      flags: "--url <address>",
      text: "address of the server (default for Ollama: OLLAMA_HOST, else this machine)",
    },
    { flags: "--model <name>", text: "name of the model on the server" },
    {
      flags: "--dims <n>",
      text: "dimensions of a vector (default: 1024 if the model offers a choice)",
    },
    {
      flags: "--key-env <variable>",
      text: "environment variable with the API key (default: OPENAI_API_KEY for api.openai.com, otherwise none)",
    },
    { flags: "--allow-http", text: "allow sending text to another machine over http" },
    {
      flags: "--calls-a-day <n>",
      text: "maximum number of calls per day to a remote reranker or language model (default: 200; writer: 40)",
    },
    {
      flags: "--automatic",
      text: "for a judge: also rank memories that are shown automatically; each prompt then waits for it",
    },
    {
      flags: "--later",
      text: "only choose the encoder; `tacit models embed` or a running MCP server or panel creates the vectors",
    },
    {
      flags: "--discard-vectors",
      text: "delete the vectors of this encoder, because another model now has its name",
    },
  ],
  details:
    "Tacit stores the choice, but never a key. Recall uses the earlier encoder until all memories have a vector of the new encoder. `qwen3-embedding` selects 8b, 4b or 0.6b by the free memory. An encoder on another machine receives all memories except secret memories. `TACIT_ENCODER=off` turns search by meaning off, `TACIT_ENCODER=built-in` uses the built-in encoder; both override this choice.\n\n--as reranker ranks the first hits again:\n  turns        late interaction with the built-in encoder, for conversation turns only (default)\n  late         late interaction with the built-in encoder, for every hit\n  none         no reranking\n  ollama:NAME  a Qwen3-Reranker (Ollama 0.12.11 or newer)\n  FOLDER       a folder with an ONNX cross-encoder\n  cohere       Cohere with --model; --url for other servers with `/v2/rerank`\n  judge        a language model with --url and --model, two calls per query\n\n--as hyde writes a hypothetical answer when a recall finds nothing: `none`, or `openai-compatible` with --url and --model. If a reranker or hyde fails, recall works without it.\n\n--as writer reads finished sessions and writes lessons: `none` (default); `claude-code`, `codex` or `gemini`, which run the program of that agent with your account (--model is optional); `ollama:NAME`; `openai-compatible` with --url and --model; `anthropic` with --model. Each session that finishes after this choice takes two calls. A background process that a hook starts makes them, or `tacit learn`, `observe`, `import transcript`, a running MCP server or a running panel. No agent waits for them. Tacit sends the messages of you and the agent and the results of runs, without tool output. The second call also contains earlier lessons of the same model, and parts of the repository's documents, manifests, scripts, CI files and comments about the same. Secrets are redacted. `tacit learn --with NAME --dry-run` shows the first call and names what the second adds. A statement is stored only if the lines that it cites support it.",
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
  run: async (input, context) => {
    const role = choice(input, "as", ROLES) ?? "encoder";
    if (role !== "encoder") return useReranker(role, input, context);
    const request = {
      name: argument(input, 0),
      url: text(input, "url"),
      model: text(input, "model"),
      dims: count(input, "dims", 1),
      keyName: text(input, "keyEnv"),
      allowHttp: flag(input, "allowHttp"),
      discardsVectors: flag(input, "discardVectors"),
    };
    await withTacit(context, async (tacit) => {
      const models = await tacit.admin.models();
      const use = (signal: AbortSignal) => models.use({ ...request, signal });
      const { name, id, probe } = await withInterrupt(context, use, askedIn(request));
      const embedded = flag(input, "later") ? null : await embedWithProgress(context, tacit);
      context.out.result({ name, id, checks: probe.checks, embedding: embedded }, () =>
        [
          `encoder: ${name} (${id})`,
          ...(embedded === null
            ? ["to create its vectors, run `tacit models embed`"]
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

const PURPOSE_OF = {
  reranker: "reranking",
  hyde: "hypothetical answers",
  writer: "lessons from finished sessions",
} as const;

async function useReranker(
  role: keyof typeof PURPOSE_OF,
  input: ParsedArgs,
  context: CommandContext,
): Promise<void> {
  const request = {
    name: argument(input, 0),
    url: text(input, "url"),
    model: text(input, "model"),
    keyName: text(input, "keyEnv"),
    allowHttp: flag(input, "allowHttp"),
    callsADay: count(input, "callsADay"),
    judgesUnasked: flag(input, "automatic"),
  };
  await withTacit(context, async (tacit) => {
    const rerankers = await tacit.admin.rerankers();
    const writers = await tacit.admin.writers();
    const use = { reranker: rerankers.use, hyde: rerankers.useHyde, writer: writers.use }[role];
    const useModel = (signal: AbortSignal) => use({ ...request, signal });
    const { name, id, checks } = await withInterrupt(context, useModel, askedIn(request));
    const what = PURPOSE_OF[role];
    context.out.result({ role, name, id, checks }, () =>
      name === "none" ? `${what}: none` : `${what}: ${name} (${id})`,
    );
  });
}
