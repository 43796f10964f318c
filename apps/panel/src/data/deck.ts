/**
 * Which card of a queue a person sees. A card stays until it is judged, postponed or gone, whatever is added to the queue
 * meanwhile, so that nobody judges a card that was not on the screen.
 */

interface Deck {
  /** The card on the screen; null for none. */
  readonly current: string | null;
  /** Every card that was on the screen. */
  readonly seen: ReadonlySet<string>;
  /** Cards that were on the screen and left the queue. */
  readonly judged: ReadonlySet<string>;
  readonly postponed: ReadonlySet<string>;
}

export const NEW_DECK: Deck = {
  current: null,
  seen: new Set(),
  judged: new Set(),
  postponed: new Set(),
};

/**
 * Returns the deck with the card to show: one whose decision was undone, or else the card on the screen. `ids`: the queue, in
 * its order. The same deck if its card stays.
 */
export function dealt(deck: Deck, ids: readonly string[]): Deck {
  const { current, seen, judged, postponed } = deck;
  const open = ids.filter((id) => !postponed.has(id));
  // A judged card that is in the queue again: its decision was undone.
  const undone = open.find((id) => judged.has(id));
  const isOpen = current !== null && open.includes(current);
  if (undone === undefined && isOpen) return deck;
  const [first = null] = open;
  const next = undone ?? first;
  if (next === current) return deck;
  const left = current === null || isOpen || postponed.has(current) ? [] : [current];
  return {
    ...deck,
    current: next,
    seen: next === null ? seen : new Set([...seen, next]),
    judged: new Set([...judged, ...left].filter((id) => id !== next)),
  };
}

/** Returns the deck after its card was postponed. `along`: cards about the same question, which are postponed with it. */
export function postpone(deck: Deck, along: readonly string[] = []): Deck {
  const { current, postponed } = deck;
  if (current === null) return deck;
  return { ...deck, postponed: new Set([...postponed, current, ...along]) };
}

/** Returns the deck after a person asked for the postponed cards again. */
export function takeUp(deck: Deck): Deck {
  return { ...deck, postponed: new Set() };
}

/** Returns which of how many cards is on the screen. `total`: the size of the queue, which `ids` begins. */
export function placeOf(
  { seen, postponed }: Deck,
  ids: readonly string[],
  total: number,
): { readonly at: number; readonly of: number } {
  const waiting = ids.filter((id) => postponed.has(id)).length;
  const judged = [...seen].filter((id) => !ids.includes(id)).length;
  return { at: judged + waiting + 1, of: judged + total };
}
