/**
 * Finds the transcripts of a project and asks whether to read them: those of the user's agents in the home folder, and those
 * that the repository contains, which other people may have written.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Checkpoint, Tacit, TranscriptToImport } from "@tacit-memory/memory";
import {
  findProjectTranscripts,
  findRepositoryTranscripts,
  findTranscripts,
} from "@tacit-memory/transcripts";
import { type CommandContext, isInteractive } from "../command-context.ts";
import { isAgreed } from "../input/ask.ts";
import { megabytes, plural } from "../output/layout.ts";

interface Consent {
  readonly isHomeLeftOut: boolean;
  readonly isHomeAgreed: boolean;
  readonly isRepositoryAgreed: boolean;
}

/** Calls `read` with the files that the user agreed to, if there are any. The summary states what is read and what is not. */
export async function withTranscripts<T>(
  context: CommandContext,
  tacit: Tacit,
  consent: Consent,
  read: (files: readonly TranscriptToImport[]) => Promise<T>,
): Promise<T | null> {
  const { root } = tacit.identity;
  const home = await homeTranscripts(context, root, consent);
  const { files, checkpoints } = await repositoryTranscripts(context, tacit, consent);
  const all = [...home, ...files];
  if (checkpoints.length === 0) return all.length === 0 ? null : read(all);
  const folder = mkdtempSync(join(tmpdir(), "tacit-checkpoints-"));
  try {
    await tacit.exchange.writeCheckpoints(checkpoints, folder);
    for await (const found of findTranscripts(folder)) all.push(found);
    return await read(all);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function homeTranscripts(
  context: CommandContext,
  root: string,
  { isHomeLeftOut, isHomeAgreed }: Consent,
): Promise<TranscriptToImport[]> {
  const { out } = context;
  if (isHomeLeftOut) {
    out.say("Agents   transcripts in your home folder not read (--no-home)");
    return [];
  }
  if (!isHomeAgreed && !isInteractive(context)) {
    out.say(
      "Agents   transcripts in your home folder not read: to read those of this project, add --yes",
    );
    return [];
  }
  const { files, bytes } = await collected(
    findProjectTranscripts(root, context.machine.env),
    context,
  );
  if (files.length === 0) {
    out.say("Agents   no transcripts of this project in your home folder");
    return [];
  }
  const hosts = [...new Set(files.map((file) => file.host))].join(", ");
  out.say(
    `Agents   ${plural(files.length, "transcript")} of this project in your home folder (${hosts}, ${megabytes(bytes)})`,
  );
  const question = "         Read these transcripts? They stay on this machine.";
  return isHomeAgreed || (await isAgreed(context, question)) ? files : notRead(context);
}

interface InRepository {
  readonly files: readonly TranscriptToImport[];
  readonly checkpoints: readonly Checkpoint[];
}

const NOTHING: InRepository = { files: [], checkpoints: [] };

async function repositoryTranscripts(
  context: CommandContext,
  { exchange, identity }: Tacit,
  { isHomeAgreed, isRepositoryAgreed }: Consent,
): Promise<InRepository> {
  const { files, bytes } = await collected(findRepositoryTranscripts(identity.root), context);
  const checkpoints = await exchange.findCheckpoints();
  const count = files.length + checkpoints.length;
  if (count === 0) return NOTHING;
  const places = [
    ...(files.length === 0 ? [] : [".specstory/history"]),
    ...(checkpoints.length === 0 ? [] : ["checkpoints of Entire"]),
  ].join(", ");
  const all = checkpoints.reduce((sum, checkpoint) => sum + checkpoint.bytes, bytes);
  const found = `Agents   ${plural(count, "transcript")} in this repository (${places}, ${megabytes(all)})`;
  // `--yes` asks no question, and agrees to the home folder alone.
  if (!isRepositoryAgreed && (isHomeAgreed || !isInteractive(context))) {
    context.out.say(`${found} not read: to read them, add --in-repository`);
    return NOTHING;
  }
  context.out.say(found);
  const question =
    "         Read these transcripts? Other people may have written them, and what they asked for counts as yours.";
  if (isRepositoryAgreed || (await isAgreed(context, question))) return { files, checkpoints };
  notRead(context);
  return NOTHING;
}

async function collected(found: AsyncIterable<TranscriptToImport>, context: CommandContext) {
  const files: TranscriptToImport[] = [];
  let bytes = 0;
  for await (const file of found) {
    files.push(file);
    bytes += statSync(file.path, { throwIfNoEntry: false })?.size ?? 0;
    context.out.progress(`Agents   ${files.length} transcripts found`);
  }
  return { files, bytes };
}

function notRead(context: CommandContext): TranscriptToImport[] {
  context.out.say("Agents   not read");
  return [];
}
