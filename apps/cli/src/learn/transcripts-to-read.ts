/**
 * Finds the transcripts of a project and asks whether to read them: those of the user's agents in the home folder, and those
 * that the repository contains, which other people may have written.
 */
import { statSync } from "node:fs";
import type { TranscriptToImport } from "@tacit-memory/memory";
import { findProjectTranscripts, findRepositoryTranscripts } from "@tacit-memory/transcripts";
import { type CommandContext, isInteractive } from "../command-context.ts";
import { isAgreed } from "../input/ask.ts";
import { megabytes, plural } from "../output/layout.ts";

interface Consent {
  readonly isHomeLeftOut: boolean;
  readonly isHomeAgreed: boolean;
  readonly isRepositoryAgreed: boolean;
}

/** Returns the files that the user agreed to. The summary states what is read and what is not. */
export async function transcriptsToRead(
  context: CommandContext,
  root: string,
  consent: Consent,
): Promise<TranscriptToImport[]> {
  return [
    ...(await homeTranscripts(context, root, consent)),
    ...(await repositoryTranscripts(context, root, consent)),
  ];
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

async function repositoryTranscripts(
  context: CommandContext,
  root: string,
  { isRepositoryAgreed }: Consent,
): Promise<TranscriptToImport[]> {
  const { files, bytes } = await collected(findRepositoryTranscripts(root), context);
  if (files.length === 0) return [];
  const found = `Agents   ${plural(files.length, "transcript")} in this repository (.specstory/history, ${megabytes(bytes)})`;
  if (!isRepositoryAgreed && !isInteractive(context)) {
    context.out.say(`${found} not read: to read them, add --in-repository`);
    return [];
  }
  context.out.say(found);
  const question =
    "         Read these transcripts? Other people may have written them, and what they asked for counts as yours.";
  return isRepositoryAgreed || (await isAgreed(context, question)) ? files : notRead(context);
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
