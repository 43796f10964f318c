/**
 * Turns the messages of subagents into passages. Their findings are often stated nowhere else, because the agent that started
 * them only sums them up. The task of a subagent is the context of its passages and not a passage itself, because an agent wrote
 * it. The result of the call that starts a subagent is tool output and makes no passage.
 */
import type { Event, EventOf } from "@tacit-memory/protocol";
import { type PassageDraft, passagesOf, type Utterance } from "./passages-of.ts";

export type SubagentPassage = Omit<PassageDraft, "speaker"> & { readonly speaker: "subagent" };

/** `tasks`: task by the id of the subagent; hosts do not report all of them. */
export function passagesOfSubagents(
  events: readonly Event[],
  tasks: ReadonlyMap<string, string>,
  utteranceOf: (event: EventOf<"message">) => Utterance,
): SubagentPassage[] {
  return messagesOfSubagents(events).flatMap(({ id, messages }) => {
    const utterances = messages.map(utteranceOf);
    const [first] = utterances;
    const task = tasks.get(id);
    const taskMessage: Utterance[] =
      first === undefined || task === undefined ? [] : [{ ...first, by: "user", text: task }];
    return passagesOf([...taskMessage, ...utterances])
      .filter(({ speaker }) => speaker === "agent")
      .map((draft) => ({ ...draft, speaker: "subagent" as const }));
  });
}

interface Part {
  /** Id of the subagent. */
  readonly id: string;
  readonly messages: EventOf<"message">[];
}

/** Groups messages by subagent within each turn of the main agent, because an update of the passages begins with a turn. */
function messagesOfSubagents(events: readonly Event[]): Part[] {
  const parts: Part[] = [];
  let open = new Map<string, Part>();
  for (const event of events) {
    const id = event.agentId;
    if (id === undefined) {
      if (event.kind === "prompt") open = new Map();
    } else if (event.kind === "message") {
      const part = open.get(id) ?? { id, messages: [] };
      if (part.messages.push(event) === 1) parts.push(part);
      open.set(id, part);
    }
  }
  return parts;
}
