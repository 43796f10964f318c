/** Sessions that leave a memory each, and a place with a model's server beside it, for the tests of wording. */
import { type Answer, testServer } from "./encoders/testing-server.ts";
import type { Tacit } from "./engine.ts";
import { makePlace, type SessionScript, START_MS, sessionScript } from "./testing-life.ts";
import { answerAsChatWriter, type Say, type SentNote } from "./wording/testing-writers.ts";

export const HOUR_MS = 3_600_000;
export const ENV = { TACIT_ENCODER: "off" };

/** Other words for a note that keep all of its own. */
export const reworded = ({ id, text }: SentNote) => ({
  id,
  title: "How it is run here",
  text: `Here: ${text}`,
});
export const rewording: Say = (notes) => ({
  notes: notes.filter(({ id }) => id[0] === "m").map(reworded),
});

/** A failed call and what puts it right: what becomes a memory in one session. */
export const buildFirst = (script: SessionScript) =>
  script
    .prompt("make the tests pass")
    .shell("npm test", "Error: Cannot find module './dist/a.js'", 1)
    .shell("npm run build", "built")
    .shell("npm test", "12 passed");
/** Another. */
export const installFirst = (script: SessionScript) =>
  script
    .prompt("lint it")
    .shell("npm run lint", "sh: eslint: command not found", 127)
    .shell("npm install --legacy-peer-deps", "added 3 packages")
    .shell("npm run lint", "ok");

export async function wordingWorld(answer: Answer = answerAsChatWriter(rewording)) {
  const server = await testServer(answer);
  const place = makePlace({ promotesStatistics: true });
  place.clock.nowMs = START_MS + HOUR_MS;
  const tacit = await place.open({ env: ENV });
  return { ...server, place, tacit };
}

export async function choose(tacit: Tacit, url: string, callsADay?: number): Promise<void> {
  const writers = await tacit.writers();
  await writers.use({ name: "openai-compatible", url, model: "m", callsADay });
}

/** Takes in what was done and learns from it. */
export async function taught(
  tacit: Tacit,
  id = "s1",
  startMs = START_MS,
  done: (script: SessionScript) => SessionScript = buildFirst,
): Promise<readonly number[]> {
  const { events } = done(sessionScript(id, startMs)).end();
  const { sessions } = await tacit.takeIn(events, "live");
  await tacit.settleSessions(sessions);
  return sessions;
}

/** What sessions left, without the notes on where they were left. */
export async function lessons(tacit: Tacit) {
  const all = await tacit.list();
  return all.filter((one) => one.source === "observer_inferred" && one.type !== "handoff");
}
