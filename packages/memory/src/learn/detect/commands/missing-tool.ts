/** Detects calls of a skill or tool that the host does not have. Such a call fails every time. */

import { draft } from "../../../domain/draft.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { signalFrom } from "../detector.ts";
import type { Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

const MISSING =
  /\bunknown (skill|tool|slash command|agent type)[:\s]+["'`]?([\w:./-]{2,60})|\bno such (skill|tool)(?: available)?[:\s]+["'`]?([\w:./-]{2,60})/i;

const KINDS: Readonly<Record<string, "skill_missing" | "command_missing" | "agent_missing">> = {
  skill: "skill_missing",
  "slash command": "command_missing",
  "agent type": "agent_missing",
};

/** At most one signal per name in a session. */
export function missingTools(trace: Trace): Signal[] {
  const found = new Map<string, Signal>();
  for (const step of trace.steps) {
    if (step.isOk || step.command !== null) continue;
    const match = MISSING.exec(step.output.slice(0, 300));
    const [kind, name] = [match?.[1] ?? match?.[3], match?.[2] ?? match?.[4]];
    if (kind === undefined || name === undefined) continue;
    const what = `${kind.toLowerCase()} \`${clip(name, 60)}\``;
    const subject = `missing:${kind.toLowerCase()}:${name}`;
    if (found.has(subject)) continue;
    const signal = signalFrom(trace, {
      type: "dead_end",
      subject,
      score: DETECT.deadEndScore,
      minSessions: DETECT.missingToolMinSessions.value,
      from: [step],
      evidence: {
        kind: "reobserved",
        detail: sentenceOf(KINDS[kind.toLowerCase()] ?? "tool_missing", { name: clip(name, 60) }),
      },
      draft: draft({
        type: "dead_end",
        title: `The ${what} is not available in this project`,
        content: `Do not use the ${what} in this project: it is not available, and every call fails. Do its steps manually.`,
        payload: { approachTried: what, whyItFailed: "it does not exist", alternativeUsed: null },
        tags: ["dead-end"],
      }),
    });
    found.set(subject, signal);
  }
  return [...found.values()];
}
