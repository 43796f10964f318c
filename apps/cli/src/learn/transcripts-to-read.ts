/**
 * Finds the transcripts of a project and asks whether to read them: those of the user's agents in the home folder, and those
 * that the repository contains, which other people may have written.
 */
import { statSync } from "node:fs";
import type { RepositoryTranscripts, Tacit, TranscriptToImport } from "@tacit-memory/memory";
import { findProjectTranscripts } from "@tacit-memory/transcripts";
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
  const home = await homeTranscripts(context, tacit.identity.root, consent);
  const found = await repositoryTranscripts(context, tacit, consent);
  if (found !== null)
    return tacit.exchange.withRepositoryTranscripts(found, (files) => read([...home, ...files]));
  return home.length === 0 ? null : read(home);
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

/** Returns the transcripts that the repository contains if the user agreed to read them; null otherwise. */
async function repositoryTranscripts(
  context: CommandContext,
  { exchange }: Tacit,
  { isHomeAgreed, isRepositoryAgreed }: Consent,
): Promise<RepositoryTranscripts | null> {
  const found = await exchange.transcriptsInRepository();
  const { count, bytes, folder, checkpoints } = found;
  if (count === 0) return null;
  const where = [
    ...(folder === null ? [] : [folder]),
    ...(checkpoints.length === 0 ? [] : ["checkpoints of Entire"]),
  ].join(", ");
  const line = `Agents   ${plural(count, "transcript")} in this repository (${where}, ${megabytes(bytes)})`;
  // `--yes` asks no question, and agrees to the home folder alone.
  if (!isRepositoryAgreed && (isHomeAgreed || !isInteractive(context))) {
    context.out.say(`${line} not read: to read them, add --in-repository`);
    return null;
  }
  context.out.say(line);
  const question =
    "         Read these transcripts? Other people may have written them, and what they asked for counts as yours.";
  if (isRepositoryAgreed || (await isAgreed(context, question))) return found;
  notRead(context);
  return null;
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
