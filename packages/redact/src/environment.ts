/** Finds the secrets in the running process's environment. */
import { secretKindOf } from "./key-name.ts";
import { isPlaceholder } from "./secret-value.ts";

const SHORTEST_VALUE = 8;
const PATH_LIKE = /^(?:~?\/|\.{1,2}\/|[A-Za-z]:[\\/])/;
const URL_PASSWORD = /^[a-z][\w+.-]*:\/\/[^\s:/@]*:([^\s@/]{8,})@/i;

/**
 * Returns values to replace wherever they occur, longest first. Names decide; values that are paths, words, small numbers or
 * references are left out, because replacing them would garble ordinary text.
 */
export function secretValuesOf(env: Readonly<Record<string, string | undefined>>): string[] {
  const values = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value.length < SHORTEST_VALUE) continue;
    const password = URL_PASSWORD.exec(value)?.[1];
    if (password !== undefined && isDistinctive(password)) values.add(password);
    else if (isSecretName(name) && isDistinctive(value)) values.add(value);
  }
  return [...values].sort((a, b) => b.length - a.length);
}

function isSecretName(name: string): boolean {
  if (/^(?:OLD)?PWD$|PUBLIC|_(?:FILE|PATH|DIR|SOCK|URL|URI|NAME|USER)$/i.test(name)) return false;
  const kind = secretKindOf(name);
  return (
    (kind !== null && kind !== "cookie") || /(?:^|_)(?:KEY|KEY_ID|TOKENS?|SECRETS?)$/i.test(name)
  );
}

function isDistinctive(value: string): boolean {
  if (PATH_LIKE.test(value) || /^\w+:\/\/[^@]*$/.test(value) || isPlaceholder(value)) return false;
  if (/^[a-z]+(?:[ _.-][a-z]+)*$/i.test(value) && value.length < 20) return false;
  if (/\s/.test(value) && /^[A-Za-z ,.]+$/.test(value)) return false;
  return !/^\d{1,11}$/.test(value) && !/^(.)\1*$/.test(value);
}
