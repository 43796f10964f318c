/** What kinds of resource there are, and what one of them is: an address, a text of limited length, completions. */
import type { ToolContext } from "../tool.ts";

export interface ListedResource {
  /** What stands for `{id}` in the kind's template. */
  readonly key: string;
  readonly name: string;
  readonly title: string;
  /** When it was made: the order of the list. */
  readonly atMs: number;
  /** When it was last changed, where that is another time. */
  readonly changedAtMs?: number;
}

export interface ResourceKind {
  /** `tacit://NAME/KEY`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The variable of the template. */
  readonly variable: string;
  /** Newest first, the same at every call while nothing changes; none for a kind that is only read by name. */
  readonly list: (context: ToolContext) => Promise<readonly ListedResource[]>;
  /** Quoted data. Null: there is none of this name. Throws a MemoryError. */
  readonly read: (context: ToolContext, key: string) => Promise<string | null>;
  /** Keys that begin like this, likely ones first. */
  readonly complete: (context: ToolContext, start: string) => Promise<readonly string[]>;
}

export function uriOf(kind: string, key: string): string {
  return `tacit://${kind}/${encodeURIComponent(key)}`;
}

/** Null for what is no address of ours. A key's slashes may be written as they are. */
export function parsedUri(uri: string): { readonly kind: string; readonly key: string } | null {
  const found = /^tacit:\/\/([a-z]{1,20})\/([^?#]{1,2000})$/.exec(uri);
  if (found === null) return null;
  try {
    return { kind: found[1] ?? "", key: decodeURIComponent(found[2] ?? "") };
  } catch {
    return null;
  }
}
