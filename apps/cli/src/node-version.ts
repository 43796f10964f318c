/** Checks whether this Node can run Tacit. */
/**
 * Returns whether a Node version is sufficient. Checked here because the bundle can be run without the launcher, which would
 * have found a newer Node.
 */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}
