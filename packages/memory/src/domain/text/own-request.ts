/**
 * Marks every request that Tacit sends to a language model. The model may be an agent whose sessions are captured by Tacit's
 * own hooks: a session that begins with this mark is not learned from or described, or each request would cause the next.
 */
export const OWN_REQUEST = "[tacit: a request of the memory itself, 7f3d2a91c4]";

/** A wrapper may add its own words before it. */
const LOOK_AT_CHARS = 20_000;

export function isOwnRequest(firstPrompt: string): boolean {
  return firstPrompt.slice(0, LOOK_AT_CHARS).includes(OWN_REQUEST);
}
