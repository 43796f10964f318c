/** `tacit models use`: chooses the encoder, and has its vectors made. */
import type { Command } from "../command.ts";
import { argument, count, flag, text } from "../given.ts";
import { withInterrupt } from "../interrupt.ts";
import { embeddedText, embedWithProgress } from "../model-embedding.ts";
import { withTacit } from "../open.ts";

export const modelsUse: Command = {
  name: "models use",
  summary: "choose the encoder for search by meaning, and embed the memories with it",
  arguments: [
    {
      name: "name",
      text: "built-in, a pulled model, qwen3-embedding or ollama:NAME, or openai-compatible",
    },
  ],
  options: [
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
    { flags: "--later", text: "choose only; `tacit models embed` makes the vectors" },
    {
      flags: "--anew",
      text: "throw away what this encoder made before: another model answers under its name",
    },
  ],
  details:
    "The choice is kept in the store; a key never is. Until every memory has a vector of the new encoder, recall\nuses the one before. `qwen3-embedding` takes 8b, 4b or 0.6b by the memory that is free. An encoder on another\nmachine is sent every memory but the secret ones.",
  examples: [
    "tacit models use bge-small-en-v1.5",
    "tacit models use qwen3-embedding",
    "tacit models use ollama:nomic-embed-text",
    "tacit models use openai-compatible --url https://api.openai.com/v1 --model text-embedding-3-small",
    "tacit models use built-in",
  ],
  run: async (given, world) => {
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
      const { name, id, probe } = await withInterrupt(world, (signal) =>
        models.use({ ...wish, signal }),
      );
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
