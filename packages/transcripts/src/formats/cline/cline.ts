/**
 * Cline: `sessions/<id>/<id>.messages.json`, one document with messages in the form of Anthropic's API, and a file beside it for
 * each subagent. Prompts are in `<user_input>`, and output of hooks is in messages of its own. The session's folder is in
 * `<id>.json` beside it, and in the system prompt of newer versions.
 */
import { dirname, join } from "node:path";
import {
  asArray,
  asRecord,
  asText,
  type JsonRecord,
  parseJson,
  readTextAt,
} from "@tacit-memory/files";
import { type At, EventBuilder } from "../../events/event-builder.ts";
import { contentText } from "../../input/message-content.ts";
import type { TranscriptFile, TranscriptReader } from "../../transcript-host.ts";
import { type ClineUse, clineUses } from "./cline-tools.ts";

export function clineReader(file: TranscriptFile): TranscriptReader {
  let builder: EventBuilder | undefined;

  return {
    read(value) {
      const document = asRecord(value);
      if (document === undefined) return;
      builder ??= open(document, file);
      readMessages(builder, asArray(document["messages"]));
    },
    finish: () => builder?.finish(),
    drain: () => builder?.drain() ?? [],
  };
}

function open(document: JsonRecord, file: TranscriptFile): EventBuilder {
  const origin = asRecord(document["origin"]);
  const agentId = asText(origin?.["subagent"]);
  const parent = asText(origin?.["parentThreadId"]);
  const own = asText(document["sessionId"]) ?? file.name.replace(/\.messages$/, "");
  const session = (agentId === undefined ? undefined : parent) ?? own;
  const options = { agent: "cline", source: "transcript", startMs: file.changedMs };
  const builder = new EventBuilder({ ...options, session, agentId });
  const beside = manifestOf(file.path, session);
  const branch = asText(asRecord(asRecord(beside?.["metadata"])?.["git"])?.["branch"]);
  builder.place(asText(beside?.["cwd"]) ?? statedFolder(document), branch);
  return builder;
}

/** The part of the system prompt that names a folder and a branch. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

/** The file about the session; empty if the transcript was copied without it. */
function manifestOf(path: string, session: string): JsonRecord | undefined {
  if (/[\\/]/.test(session)) return undefined;
  const json = readTextAt(join(dirname(path), `${session}.json`), MAX_MANIFEST_BYTES);
  return json === null ? undefined : asRecord(parseJson(json));
}

function statedFolder(document: JsonRecord): string | undefined {
  const prompt = asText(document["system_prompt"]) ?? "";
  return /^\d+\. Working Directory: (.{1,1000})$/m.exec(prompt)?.[1]?.trim();
}

interface OpenCall {
  readonly name: string;
  readonly input: unknown;
}

function readMessages(builder: EventBuilder, messages: readonly unknown[]): void {
  const calls = new Map<string, OpenCall>();
  for (const [index, value] of messages.entries()) {
    const message = asRecord(value);
    const metadata = asRecord(message?.["metadata"]);
    // Text of the program: output of hooks, and errors that were only displayed.
    if (message === undefined || metadata?.["displayRole"] !== undefined) continue;
    const at: At = { key: asText(message["id"]) ?? `message:${index}`, ts: message["ts"] };
    const { content } = message;
    const parts = asArray(content);
    const text =
      typeof content === "string" ? content : contentText(parts.filter((part) => isText(part)));
    if (message["role"] === "user") builder.prompt(at, text);
    else builder.message(at, text);
    for (const [place, value] of parts.entries()) {
      const part = asRecord(value);
      if (part?.["type"] === "thinking")
        builder.reasoning(
          { ...at, key: `${at.key}:thought:${place}` },
          asText(part["thinking"]) ?? "",
        );
      else readPart(builder, at, part, calls);
    }
  }
}

function isText(part: unknown): boolean {
  return asRecord(part)?.["type"] === "text";
}

/** Emits a call together with its result, because only the result shows how many commands it ran. */
function readPart(
  builder: EventBuilder,
  at: At,
  part: JsonRecord | undefined,
  calls: Map<string, OpenCall>,
): void {
  const id = asText(part?.["id"]) ?? asText(part?.["tool_use_id"]);
  if (part === undefined || id === undefined) return;
  if (part["type"] === "tool_use") {
    calls.set(id, { name: asText(part["name"]) ?? "unknown", input: part["input"] });
  }
  if (part["type"] !== "tool_result") return;
  const call = calls.get(id) ?? { name: asText(part["name"]) ?? "unknown", input: {} };
  for (const use of clineUses(id, call.name, call.input, part["content"])) {
    readUse(builder, at, use, part["is_error"] === true);
  }
}

function readUse(builder: EventBuilder, at: At, use: ClineUse, isError: boolean): void {
  const { callId, hostTool, input, output, error, exitCode } = use;
  builder.call(at, { callId, hostTool, input });
  builder.result(at, {
    callId,
    output: error ?? output,
    isError: isError || error !== null,
    exitCode: exitCode ?? undefined,
  });
}
