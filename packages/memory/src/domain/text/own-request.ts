/**
 * The mark on whatever we ask a language model ourselves. Behind its address may be an agent, and that agent may be watched
 * by our own hooks: a session that begins with our question teaches nothing and is never worded, or each would cause the
 * next.
 */
export const OWN_REQUEST = "[tacit: a request of the memory itself, 7f3d2a91c4]";

/** A wrapper may put words of its own before it. */
const LOOK_AT_CHARS = 20_000;

export function isOwnRequest(firstPrompt: string): boolean {
  return firstPrompt.slice(0, LOOK_AT_CHARS).includes(OWN_REQUEST);
}
