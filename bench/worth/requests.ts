/**
 * How often would an agent have been asked in these sessions, and at what cost? Each session is taken in turn by turn, as hooks
 * do it, and asked after each turn. Twice: nobody answers, and every request is answered with a note, so that later requests list it.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "../../packages/memory/src/engine.ts";
import type { Event } from "../../packages/protocol/src/index.ts";
import { percentile, round } from "../statistics.ts";

export interface RequestCost {
  readonly requestsPerSession: number;
  readonly mostRequests: number;
  readonly tokensPerSession: number;
  readonly p95Tokens: number;
  readonly mostTokens: number;
}

const ANSWER =
  "The cause was the shared cache in src/cache.ts, because it is written without a lock; a retry was rejected.";

/** `sessions`: the events of each. */
export async function costOfRequests(
  sessions: readonly (readonly Event[])[],
  isAnswered: boolean,
): Promise<RequestCost> {
  const costs: { readonly requests: number; readonly tokens: number }[] = [];
  for (const events of sessions) costs.push(await askThrough(events, isAnswered));
  const tokens = costs.map((one) => one.tokens);
  const requests = costs.map((one) => one.requests);
  const mean = (values: readonly number[]) =>
    round(values.reduce((sum, n) => sum + n, 0) / Math.max(1, values.length));
  return {
    requestsPerSession: mean(requests),
    mostRequests: Math.max(0, ...requests),
    tokensPerSession: mean(tokens),
    p95Tokens: percentile(tokens, 0.95),
    mostTokens: Math.max(0, ...tokens),
  };
}

async function askThrough(events: readonly Event[], isAnswered: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "tacit-worth-asked-"));
  const project = join(folder, "project");
  mkdirSync(project);
  // By its own clock: events may not be dated after it.
  const tacit = await openTacit({ home: join(folder, "home"), cwd: project, env: {} });
  let [requests, tokens] = [0, 0];
  try {
    for (const turn of turnsIn(events)) {
      await tacit.takeIn(turn, "live");
      const [{ session = "" } = {}] = turn;
      await tacit.endTurn(session);
      const block = await tacit.requestBlock(session);
      if (block.text === "") continue;
      requests++;
      tokens += block.tokens;
      if (isAnswered) await tacit.takeIn([answer(turn, requests)], "live");
    }
    return { requests, tokens };
  } finally {
    await tacit.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function turnsIn(events: readonly Event[]): Event[][] {
  const turns: Event[][] = [];
  for (const { seq: _seq, cwd: _cwd, ...event } of events) {
    if (event.kind === "session_end") continue;
    if (event.kind === "prompt" || turns.length === 0) turns.push([]);
    turns.at(-1)?.push(event as Event);
  }
  return turns;
}

function answer(turn: readonly Event[], n: number): Event {
  const last = turn.at(-1) as Event;
  const { v, session, ts } = last;
  const text = `tacit: ${ANSWER} It is lesson ${n} of part${n}.ts.`;
  return { v, session, ts, key: `answer-${n}`, kind: "message", text } as Event;
}
