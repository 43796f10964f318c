/** Defines a kind of resource: an address, a text of limited length, completions. */
import type { ToolContext } from "../tool.ts";

export interface ListedResource {
  /** Value of `{id}` in the kind's template. */
  readonly key: string;
  readonly name: string;
  readonly title: string;
  /** Time of creation; the list is ordered by it. */
  readonly atMs: number;
  /** Time of the last change, if it differs. */
  readonly changedAtMs?: number;
}

export interface ResourceKind {
  /** `tacit://NAME/KEY`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Name of the variable in the template. */
  readonly variable: string;
  /**
   * Lists the newest first, in the same order at every call while nothing changes; none for a kind that is only read by name.
   */
  readonly list: (context: ToolContext) => Promise<readonly ListedResource[]>;
  /** Returns quoted data; null if the key does not exist. Throws a MemoryError. */
  readonly read: (context: ToolContext, key: string) => Promise<string | null>;
  /** Returns keys that begin with `start`, likely ones first. */
  readonly complete: (context: ToolContext, start: string) => Promise<readonly string[]>;
}

export function uriOf(kind: string, key: string): string {
  return `tacit://${kind}/${encodeURIComponent(key)}`;
}

/** Parses an address; null if it is not ours. Slashes of a key may be unescaped. */
export function parsedUri(uri: string): { readonly kind: string; readonly key: string } | null {
  const found = /^tacit:\/\/([a-z]{1,20})\/([^?#]{1,2000})$/.exec(uri);
  if (found === null) return null;
  try {
    return { kind: found[1] ?? "", key: decodeURIComponent(found[2] ?? "") };
  } catch {
    return null;
  }
}
