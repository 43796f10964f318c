/** A reader of lines that all belong to one session: what is the same in every such format, with saving and resuming. */
import { asRecord, type JsonRecord } from "@tacit-memory/files";
import { EventBuilder } from "../events/event-builder.ts";
import { sortedLines } from "../resume/line-ranges.ts";
import type { LineRange, ReaderState } from "../resume/resume-point.schema.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";

interface LineFormat {
  /** Called with the first record. */
  readonly open: (record: JsonRecord) => EventBuilder;
  /** Called with every record, the first one included. */
  readonly read: (
    builder: EventBuilder,
    record: JsonRecord,
    line: number,
    range: LineRange | undefined,
  ) => void;
  /** Returns state that the format needs to resume, besides its builder. */
  readonly save?: () => ReaderState["own"];
  readonly restore?: (own: ReaderState["own"]) => void;
}

export function oneSessionReader(file: TranscriptFile, format: LineFormat): TranscriptReader {
  let builder: EventBuilder | undefined;
  return {
    read(value, line, range) {
      const record = asRecord(value);
      if (record === undefined) return;
      builder ??= format.open(record);
      format.read(builder, record, line, range);
    },
    finish: () => builder?.finish(),
    drain: () => builder?.drain() ?? [],
    snapshot() {
      const saved = builder?.snapshot(file.changedMs);
      return {
        scribes: saved === undefined ? [] : [saved.state],
        own: format.save?.() ?? {},
        again: sortedLines(saved?.again ?? []),
      };
    },
    resume({ scribes: [state], own }, replay) {
      if (state === undefined) return;
      builder = EventBuilder.resumed(state, file.changedMs);
      format.restore?.(own);
      replay();
      builder.finishReplay();
    },
  };
}
