/** Returns a statement without the reason that it gives: "use pnpm" of "use pnpm, because the lockfile is pnpm's". Pure. */
const REASON = /,?\s(?:because|since|so that|otherwise|weil|denn|parce que)\s/iu;

export function withoutReason(statement: string): string {
  const at = statement.search(REASON);
  return at < 0 ? statement : statement.slice(0, at);
}
