/** Types that a PHP doc comment states for the definition below it. */

const COMMENT = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/;
const MAX_CHARS = 3000;
/** Types that say nothing about members. */
const VAGUE = /^(?:mixed|array|object|callable|iterable|resource)?$/;

export const isVague = (type: string): boolean => VAGUE.test(type);

/** Returns what the comment before `start` states after a tag such as `@return`, or for a parameter; "" for nothing. */
export function documentedType(
  text: string,
  start: number,
  tag: "return" | "var" | "param",
  parameter = "",
): string {
  const before = text.slice(Math.max(0, start - MAX_CHARS), start);
  const comment = before.trimEnd().endsWith("*/") ? COMMENT.exec(before)?.[1] : undefined;
  if (comment === undefined) return "";
  const name = parameter === "" ? "" : `\\s+(?:&|\\.\\.\\.)*\\${parameter}\\b`;
  const type = new RegExp(`@${tag}\\s+([^\\s*]+)${name}`).exec(comment)?.[1] ?? "";
  return isVague(type) ? "" : type;
}
