/**
 * Minimum Node version that can open the store. A plugin runs the first Node on the PATH; an older one captures events and
 * shows nothing.
 */

const NEEDED = [22, 13] as const;

/** Returns a warning for an agent and its user; null if the version is new enough. */
export function oldNodeWarning(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return null;
  return (
    `Tacit's hooks run under Node ${version}, which cannot open the memory store. No memories are shown in this session. ` +
    `Tell the user to put Node ${NEEDED.join(".")} or newer first on the PATH.`
  );
}
