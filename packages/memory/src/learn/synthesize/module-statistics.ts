/** Counts what sessions did in each module; shown on request. module-insight.ts decides what is worth showing unprompted. */
import type { PastDigest, PastVisit } from "../../store/sessions/session-digests.ts";
import { SYNTHESIZE } from "./tuning.ts";

export interface ModuleStatistics {
  readonly module: string;
  /** Sessions that opened or changed a file of the module. */
  readonly sessions: number;
  /** Sessions among these that changed a file. */
  readonly changing: number;
  readonly reads: number;
  readonly edits: number;
  /** Approximate tokens read of the module, over all of these sessions. */
  readonly tokens: number;
  /** Files of the module that most sessions used. */
  readonly files: readonly CountedFile[];
  /** Files elsewhere used by sessions that changed the module. */
  readonly beside: readonly CountedFile[];
  readonly prefetch: PrefetchPattern;
  /** Commands that succeeded in sessions that changed the module. */
  readonly commands: readonly CountedFile[];
  /** Errors that named a file of the module. */
  readonly errors: readonly CountedFile[];
}

/**
 * Files, in the module or elsewhere, opened by sessions that changed it; both lists are empty when there are few sessions.
 */
interface PrefetchPattern {
  /** Files opened in more than four of five sessions. */
  readonly always: readonly CountedFile[];
  /** Files opened in more than half of the sessions. */
  readonly often: readonly CountedFile[];
}

interface CountedFile {
  readonly name: string;
  readonly sessions: number;
}

/** Returns the statistics of the modules, those that most sessions changed first. */
export function moduleStatistics(
  digests: readonly PastDigest[],
  visits: readonly PastVisit[],
): ModuleStatistics[] {
  const bySession = Map.groupBy(visits, ({ session }) => session);
  const runs = new Map(digests.map(({ session, actions }) => [session, runIn(actions)]));
  return [...Map.groupBy(visits, ({ module }) => module)]
    .map(([module, own]): ModuleStatistics => {
      const changing = own.filter(({ edits }) => edits > 0).map(({ session }) => session);
      const elsewhere = changing.map((session) =>
        (bySession.get(session) ?? []).filter((visit) => visit.module !== module),
      );
      return {
        module,
        sessions: own.length,
        changing: changing.length,
        reads: sum(own.map(({ reads }) => reads)),
        edits: sum(own.map(({ edits }) => edits)),
        tokens: sum(own.map(({ tokens }) => tokens)),
        files: counted(own.map(({ files }) => files.map(({ path }) => path))),
        beside: counted(elsewhere.map((theirs) => theirs.flatMap(pathsOf))),
        prefetch: prefetchPattern(
          changing.map((session) => (bySession.get(session) ?? []).flatMap(pathsOf)),
        ),
        commands: counted(changing.map((session) => runs.get(session) ?? [])),
        errors: counted(own.map(({ errors }) => errors.map(({ line }) => line))),
      };
    })
    .sort(
      (a, b) =>
        b.changing - a.changing || b.sessions - a.sessions || (a.module < b.module ? -1 : 1),
    );
}

function prefetchPattern(opened: readonly (readonly string[])[]): PrefetchPattern {
  const { patternMinSessions, patternAlways, patternOften } = SYNTHESIZE;
  if (opened.length < patternMinSessions) return { always: [], often: [] };
  const files = counted(opened).map((file) => ({ file, share: file.sessions / opened.length }));
  const isAlways = ({ share }: { share: number }) => share > patternAlways;
  return {
    always: files.filter(isAlways).map(({ file }) => file),
    often: files
      .filter((file) => file.share > patternOften && !isAlways(file))
      .map(({ file }) => file),
  };
}

function runIn(actions: PastDigest["actions"]): string[] {
  const done = actions.flat().filter(({ name, isOk }) => isOk && !name.startsWith("edit "));
  return done.map(({ name }) => name);
}

function pathsOf({ files }: PastVisit): string[] {
  return files.map(({ path }) => path);
}

/** Counts in how many of the lists each name occurs, most frequent first. */
function counted(lists: readonly (readonly string[])[]): CountedFile[] {
  const counts = new Map<string, number>();
  for (const list of lists)
    for (const name of new Set(list)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, sessions]) => ({ name, sessions }))
    .sort((a, b) => b.sessions - a.sessions || (a.name < b.name ? -1 : 1))
    .slice(0, SYNTHESIZE.statisticsMost);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
