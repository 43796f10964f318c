/**
 * Adds and removes our hooks in a JSON file of the three levels that Claude Code introduced and others adopted: event →
 * groups with a matcher → handlers.
 */

import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@tacit-memory/files";
import { MemoryError, sentenceOf } from "@tacit-memory/memory";
import { type Edit, isEmptyObject, type Programs } from "../registered-host.ts";
import { readObject, withElement, withoutValue } from "./json-text.ts";

export interface HookSetting {
  readonly matcher?: string;
  /** In the host's unit. */
  readonly timeout: number;
}

const WITHIN = { timeout: 5 };

/** Moments of Claude Code that the hosts with its hooks share, in seconds: those before tools, and those after. */
export const BEFORE_TOOLS = { SessionStart: WITHIN, UserPromptSubmit: WITHIN };
export const AFTER_TOOLS = {
  SubagentStart: WITHIN,
  SubagentStop: WITHIN,
  PreCompact: WITHIN,
  PostCompact: WITHIN,
  Stop: WITHIN,
  /** Claude Code gives all SessionEnd hooks 1.5 s together, whatever timeout they set. */
  SessionEnd: { timeout: 2 },
};

/** Returns the moment of the tools with names that match. */
export function atTool(matcher: string): HookSetting {
  return { ...WITHIN, matcher };
}

/** Form in which a host stores a hook. */
export interface HookForm {
  readonly moments: Readonly<Record<string, HookSetting>>;
  readonly handler: (event: string, timeout: number, programs: Programs) => object;
  /** Recognizes our handler by what it runs, because the bundled hook may have moved since. */
  readonly isOurs: (handler: Readonly<Record<string, unknown>>) => boolean;
}

/**
 * Runs the program named by the next argument. A missing program would fail every step of the agent, so Node exits 0 instead;
 * `tacit status` reports it. It is required from its own path: from the working folder, Node would first read the
 * `package.json` there, which may be in the middle of a merge. The code contains no quote, so every shell passes it on
 * unchanged.
 */
const RUN_IF_PRESENT = [
  "-e",
  "try{module.constructor.createRequire(process.argv[1])(process.argv[1])}catch{}",
];

/** Returns Node's arguments: the bundled hook, the host's name, the event, and a home that is not the default. */
export function hookArguments(host: string, event: string, programs: Programs): string[] {
  return [...RUN_IF_PRESENT, ...hookWords(host, event, programs)];
}

export function hookWords(host: string, event: string, programs: Programs): string[] {
  return [programs.hookPath, host, event, ...(programs.isDefaultHome ? [] : [programs.home])];
}

/** A file with hooks alone. */
export function hooksFileEdit(path: string, form: HookForm, done: string): Edit {
  return {
    path,
    holds: (text, programs) => holdsHooks(path, text, programs, form),
    add: (text, programs) => withHooks(path, text, programs, form),
    remove: (text, was) => withoutHooks(path, text, was, form),
    isEmpty: isEmptyObject,
    done: `${path}: ${done}`,
    otherwise: "",
  };
}

/** Adds our hooks. Throws "config_malformed" if `hooks` does not have the form that the host reads. */
export function withHooks(
  path: string,
  text: string,
  programs: Programs,
  { moments, handler }: HookForm,
): string {
  const events = eventsOf(path, text);
  let next = text;
  for (const [event, { matcher, timeout }] of Object.entries(moments)) {
    if (events[event] !== undefined && !Array.isArray(events[event])) {
      throw notAList(path, event);
    }
    const hooks = [handler(event, timeout, programs)];
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks };
    next = withElement(next, ["hooks", event], group);
  }
  return next;
}

export function notAList(path: string, event: string): MemoryError {
  const reason = sentenceOf("key_no_list", { key: `hooks.${event}` });
  return new MemoryError("config_malformed", { path, reason });
}

/** Returns whether the file contains each of our hooks once, in the current form, and none in an older form. */
export function holdsHooks(
  path: string,
  text: string,
  programs: Programs,
  form: HookForm,
): boolean {
  const events = eventsOf(path, text);
  const ours = Object.entries(events).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group) =>
      handlersOf(group)
        .filter((hook) => isRecord(hook) && form.isOurs(hook))
        .map((hook) => [event, isRecord(group) ? group["matcher"] : undefined, hook]),
    ),
  );
  const wanted = Object.entries(form.moments).map(([event, { matcher, timeout }]) => [
    event,
    matcher,
    form.handler(event, timeout, programs),
  ]);
  return isDeepStrictEqual(new Set(ours), new Set(wanted));
}

/**
 * Removes our hooks and the lists and objects that only they had filled. Those that `was`, the text before us if it is known,
 * already had stay.
 */
export function withoutHooks(
  path: string,
  text: string,
  was: string | null,
  form: HookForm,
): string {
  const events = eventsOf(path, text);
  const eventsBefore = was === null ? {} : eventsOf(path, was);
  const hadHooks = was !== null && "hooks" in readObject(path, was);
  let next = text;
  let left = Object.keys(events).length;
  let isTouched = false;
  for (const [event, groups] of Object.entries(events)) {
    if (!Array.isArray(groups)) continue;
    const stripped = withoutOurGroups(next, event, groups, form);
    if (stripped.text === next) continue;
    isTouched = true;
    next = stripped.text;
    if (stripped.left > 0 || event in eventsBefore) continue;
    left -= 1;
    next = withoutValue(next, ["hooks", event]);
  }
  return isTouched && left === 0 && !hadHooks ? withoutValue(next, ["hooks"]) : next;
}

function withoutOurGroups(
  text: string,
  event: string,
  groups: readonly unknown[],
  { isOurs }: HookForm,
) {
  let next = text;
  let left = groups.length;
  // Go from last to first, so that a removal does not move what is still to be checked.
  for (let index = groups.length - 1; index >= 0; index--) {
    const hooks = handlersOf(groups[index]);
    const ours = hooks.flatMap((hook, at) => (isRecord(hook) && isOurs(hook) ? [at] : []));
    if (ours.length === 0) continue;
    if (ours.length === hooks.length) {
      next = withoutValue(next, ["hooks", event, index]);
      left -= 1;
      continue;
    }
    for (const at of ours.reverse())
      next = withoutValue(next, ["hooks", event, index, "hooks", at]);
  }
  return { text: next, left };
}

/** Returns what the file has under `hooks`, by event. Throws "config_malformed" if that is no object. */
export function eventsOf(path: string, text: string): Readonly<Record<string, unknown>> {
  const { hooks } = readObject(path, text);
  if (hooks === undefined) return {};
  if (isRecord(hooks)) return hooks;
  throw new MemoryError("config_malformed", {
    path,
    reason: sentenceOf("key_no_object", { key: "hooks" }),
  });
}

function handlersOf(group: unknown): readonly unknown[] {
  return isRecord(group) && Array.isArray(group["hooks"]) ? group["hooks"] : [];
}
