/**
 * The half of a hook that opens the store: what is known that bears on this moment. Loaded only when a
 * moment asks. Past the deadline it says nothing; what it had begun is done by the next process.
 */
import { openTacit, type ProjectIdentity, type Tacit } from "@tacit-memory/memory";
import { settleFinishedTurns } from "./finished-turns.ts";
import type { Ask, HookCall } from "./host.ts";
import type { HookEnvironment } from "./run-hook.ts";

/** From the start of the process to the answer. DESIGN section 3. */
const DEADLINE_MS = 300;
/** A hook waits for the write lock no longer than this; the work is left to the next one. */
const BUSY_MS = 150;
/** Claude Code gives all SessionEnd hooks 1.5 s together. */
const SETTLE_MS = 900;
/** For git to say what was merged, where something is staged and a branch has moved since anybody asked. */
const START_LOOK_MS = 120;
const END_LOOK_MS = 300;

export async function tell(
  call: HookCall,
  ask: Ask,
  place: ProjectIdentity,
  world: HookEnvironment,
): Promise<string> {
  const within = (ms: number) => () => Date.now() - world.startedAtMs < ms;
  const tacit = await openTacit({
    home: world.home,
    cwd: place.root,
    identity: place,
    env: world.env,
    busyTimeoutMs: ask.kind === "settle" ? SETTLE_MS : BUSY_MS,
    driver: world.env["TACIT_DRIVER"] === "libsql" ? "libsql" : undefined,
    isStrict: world.env["TACIT_STRICT"] === "on",
    usePriors: world.env["TACIT_PRIORS"] === "on",
    // A parser takes longer to load than a hook may take.
    readsCode: false,
  });
  try {
    if ((await tacit.mode()) === "incognito") return "";
    return await answerTo(tacit, call, ask, within);
  } finally {
    await tacit.close();
  }
}

async function answerTo(
  tacit: Tacit,
  call: HookCall,
  ask: Ask,
  within: (ms: number) => () => boolean,
): Promise<string> {
  const teller = (point: Parameters<Tacit["promptBlock"]>[0]["point"]) => ({
    session: call.ledger,
    point,
  });
  switch (ask.kind) {
    case "settle":
      await catchUp(tacit, within(SETTLE_MS));
      if (within(SETTLE_MS - END_LOOK_MS)()) await tacit.lookAtBranches(END_LOOK_MS);
      return "";
    case "handoff":
      await tacit.drain(within(DEADLINE_MS));
      await tacit.writeHandoff(call.session);
      return "";
    case "start":
      await catchUp(tacit, within(DEADLINE_MS * 0.6));
      if (ask.endsUntold === true) await settleFinishedTurns(tacit, call);
      if (within(DEADLINE_MS * 0.5)()) await tacit.lookAtBranches(START_LOOK_MS);
      return (
        await tacit.startBlock(teller(ask.isCompaction ? "compaction" : "session_start"), ask)
      ).text;
    case "prompt":
      return promptText(tacit, call, ask, within);
    case "tool":
      return within(DEADLINE_MS)() ? (await tacit.toolBlock(teller("tool"), ask)).text : "";
    case "searches":
      return within(DEADLINE_MS)()
        ? (await tacit.searchBlock(teller("step"), ask.patterns)).text
        : "";
    case "subagent":
      return (await tacit.subagentBlock(teller("subagent"))).text;
  }
}

async function promptText(
  tacit: Tacit,
  { session, ledger }: HookCall,
  { prompt, mayOpen }: Ask & { readonly kind: "prompt" },
  within: (ms: number) => () => boolean,
): Promise<string> {
  const opening =
    mayOpen === true ? await openingOf(tacit, session, within(DEADLINE_MS * 0.6)) : null;
  if (opening !== null) {
    const point = opening.isCompaction ? "compaction" : "session_start";
    return (await tacit.startBlock({ session: ledger, point }, { task: prompt, ...opening })).text;
  }
  return within(DEADLINE_MS)()
    ? (await tacit.promptBlock({ session: ledger, point: "prompt" }, prompt)).text
    : "";
}

/** Null unless the prompt just captured is the first one since the session began or was compacted. */
async function openingOf(
  tacit: Tacit,
  session: string,
  mayGoOn: () => boolean,
): Promise<{ readonly isCompaction: boolean } | null> {
  await catchUp(tacit, mayGoOn);
  const kinds = (await tacit.events(session)).map((event) => event.kind);
  const compaction = kinds.lastIndexOf("compaction");
  const prompts = kinds.slice(compaction + 1).filter((kind) => kind === "prompt");
  return prompts.length === 1 ? { isCompaction: compaction >= 0 } : null;
}

/** Takes in what hooks left and learns from sessions that are over, as far as time allows. */
async function catchUp(tacit: Tacit, mayGoOn: () => boolean): Promise<void> {
  const drained = await tacit.drain(mayGoOn);
  if (drained.isComplete) await tacit.settle(mayGoOn);
}
