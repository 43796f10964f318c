/** Imports one set and learns from it as `tacit import transcript` does; prints its counts as JSON. */
import { openTacit } from "@tacit-memory/memory";
import { findTranscripts, readTranscript } from "@tacit-memory/transcripts";

const [folder = "", home = ""] = process.argv.slice(2);
const started = performance.now();
const tacit = await openTacit({ home, cwd: home, env: process.env });
let [files, events, problems] = [0, 0, 0];
const sessions = new Set<number>();
const here = {
  id: tacit.projectId,
  canonical: tacit.identity.canonical,
  name: tacit.identity.name,
  basis: tacit.identity.basis,
  root: null,
};
for await (const { path, host } of findTranscripts(folder)) {
  files++;
  const lines = readTranscript(path, { host, onProblem: () => problems++ });
  const taken = await tacit.sessions.ingest(lines, "transcript", () => here);
  events += taken.events;
  for (const rid of taken.sessions) sessions.add(rid);
}
const learned = await tacit.sessions.learn([...sessions]);
const candidates = await tacit.memories.candidates({ limit: 1_000_000 });
const bySignal: Record<string, number> = {};
for (const item of learned) {
  for (const signal of item.signals) bySignal[signal.type] = (bySignal[signal.type] ?? 0) + 1;
}
const count = (state: string) => candidates.filter((candidate) => candidate.state === state).length;
await tacit.close();
console.log(
  JSON.stringify({
    files,
    sessions: sessions.size,
    events,
    problems,
    signals: bySignal,
    promoted: count("promoted"),
    waiting: count("proposed"),
    rejected: count("rejected"),
    seconds: Number(((performance.now() - started) / 1000).toFixed(1)),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
