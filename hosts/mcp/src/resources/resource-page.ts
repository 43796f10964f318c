/** Cuts a list into pages, newest first, with a cursor that stays valid when a new entry is added at the top. */
import type { ListedResource, ResourceKind } from "./resource-kind.ts";

export interface Entry {
  readonly kind: ResourceKind;
  readonly resource: ListedResource;
}

interface Page {
  readonly entries: readonly Entry[];
  /** Cursor of the next page; undefined at the end. */
  readonly nextCursor: string | undefined;
}

/** Position where a page ended; opaque to clients. */
type Place = readonly [kind: string, atMs: number, key: string];

/** Returns a page; null if the cursor is not ours. `entries` are ordered by kind, each newest first. */
export function pageOf(
  entries: readonly Entry[],
  kinds: readonly string[],
  cursor: string | undefined,
  size: number,
): Page | null {
  const after = cursor === undefined ? undefined : placeIn(cursor);
  if (after === null) return null;
  const rest =
    after === undefined
      ? entries
      : entries.filter((entry) => isAfter(placeOf(entry), after, kinds));
  const page = rest.slice(0, size);
  const last = page.at(-1);
  const isMore = rest.length > page.length && last !== undefined;
  return { entries: page, nextCursor: isMore ? cursorOf(placeOf(last)) : undefined };
}

function placeOf({ kind, resource }: Entry): Place {
  return [kind.name, resource.atMs, resource.key];
}

function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

function placeIn(cursor: string): Place | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(value) || value.length !== 3) return null;
    const [kind, atMs, key] = value as unknown[];
    const isPlace = typeof kind === "string" && typeof atMs === "number" && typeof key === "string";
    return isPlace ? [kind, atMs, key] : null;
  } catch {
    return null;
  }
}

function isAfter(place: Place, other: Place, kinds: readonly string[]): boolean {
  const byKind = kinds.indexOf(place[0]) - kinds.indexOf(other[0]);
  if (byKind !== 0) return byKind > 0;
  if (place[1] !== other[1]) return place[1] < other[1];
  return place[2] < other[2];
}
