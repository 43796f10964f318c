/** Imports transcripts with a progress line on the terminal. */
import {
  grouped,
  type Tacit,
  type TranscriptsProgress,
  type TranscriptsReport,
  type TranscriptsRequest,
} from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";

export async function importTranscripts(
  context: CommandContext,
  tacit: Tacit,
  request: TranscriptsRequest,
): Promise<TranscriptsReport> {
  const startedAtMs = context.machine.nowMs();
  const report = await tacit.exchange.importTranscripts(request, (progress) => {
    const seconds = Math.max(0.1, (context.machine.nowMs() - startedAtMs) / 1000);
    context.out.progress(progressLine(progress, request.files.length, seconds));
  });
  context.out.endProgress();
  return report;
}

function progressLine(progress: TranscriptsProgress, fileCount: number, seconds: number): string {
  if (progress.step === "reading") {
    const { files, events } = progress;
    const rate = grouped(Math.round(events / seconds));
    return `reading  ${files}/${fileCount} files  ${grouped(events)} events  ${rate}/s`;
  }
  const { sessions, of, memories } = progress;
  return `learning ${sessions}/${of} sessions  ${memories} memories`;
}
