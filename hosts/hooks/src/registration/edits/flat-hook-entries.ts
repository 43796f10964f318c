/**
 * Adds and removes our hooks in a JSON file of two levels, as Copilot CLI, Cursor and Windsurf have them: event → handlers,
 * and a version if the host requires it.
 */

import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@tacit-memory/files";
import { MemoryError, sentenceOf } from "@tacit-memory/memory";
import type { Edit, Programs } from "../registered-host.ts";
import { eventsOf, notAList } from "./hook-entries.ts";
import { readObject, withElement, withoutValue, withValue } from "./json-text.ts";

/** Form in which a host stores a hook. */
export interface FlatForm {
  readonly events: readonly string[];
  readonly handler: (event: string, programs: Programs) => object;
  /** Recognizes our handler by what it runs, because the bundled hook may have moved since. */
  readonly isOurs: (handler: Readonly<Record<string, unknown>>) => boolean;
  /** Required value of `version`; null if the host has none. */
  readonly version: number | null;
}

/** Returns the edit. All its functions throw "config_malformed" if the file does not have the form that the host reads. */
export function flatHooksEdit(path: string, form: FlatForm, done: string): Edit {
  return {
    path,
    holds: (text, programs) => holds(path, text, programs, form),
    add: (text, programs) => add(path, text, programs, form),
    remove: (text, was) => remove(path, text, was, form),
    isEmpty: (text) => Object.keys(readObject(path, text)).every((key) => key === "version"),
    done,
    otherwise: "",
  };
}

/** Returns whether the file contains each of our hooks once, in the current form, and none in an older form. */
function holds(path: string, text: string, programs: Programs, form: FlatForm): boolean {
  const ours = Object.entries(handlersIn(path, text)).flatMap(([event, handlers]) =>
    handlers.filter((handler) => isOurs(handler, form)).map((handler) => [event, handler]),
  );
  const wanted = form.events.map((event) => [event, form.handler(event, programs)]);
  return isDeepStrictEqual(new Set(ours), new Set(wanted));
}

function add(path: string, text: string, programs: Programs, form: FlatForm): string {
  const { version } = readObject(path, text);
  if (version !== undefined && form.version !== null && version !== form.version)
    throw new MemoryError("config_malformed", {
      path,
      reason: sentenceOf("other_version", { version: form.version }),
    });
  handlersIn(path, text);
  const isVersioned = form.version === null || version !== undefined;
  const start = isVersioned ? text : withValue(text, ["version"], form.version);
  return form.events.reduce(
    (next, event) => withElement(next, ["hooks", event], form.handler(event, programs)),
    start,
  );
}

/** Removes our hooks and the lists that only they had filled. Lists that `was`, the text before us, already had stay. */
function remove(path: string, text: string, was: string | null, form: FlatForm): string {
  const events = handlersIn(path, text);
  const eventsBefore = was === null ? {} : handlersIn(path, was);
  const hadHooks = was !== null && "hooks" in readObject(path, was);
  let next = text;
  let left = Object.keys(events).length;
  for (const [event, handlers] of Object.entries(events)) {
    const ours = handlers.flatMap((handler, index) => (isOurs(handler, form) ? [index] : []));
    // Go from last to first, so that a removal does not move what is still to be removed.
    for (const index of ours.toReversed()) next = withoutValue(next, ["hooks", event, index]);
    if (ours.length === 0 || ours.length < handlers.length || event in eventsBefore) continue;
    left -= 1;
    next = withoutValue(next, ["hooks", event]);
  }
  return next !== text && left === 0 && !hadHooks ? withoutValue(next, ["hooks"]) : next;
}

function isOurs(handler: unknown, form: FlatForm): boolean {
  return isRecord(handler) && form.isOurs(handler);
}

function handlersIn(path: string, text: string): Readonly<Record<string, readonly unknown[]>> {
  const lists = Object.entries(eventsOf(path, text)).map(([event, handlers]) => {
    if (!Array.isArray(handlers)) throw notAList(path, event);
    return [event, handlers as readonly unknown[]] as const;
  });
  return Object.fromEntries(lists);
}
