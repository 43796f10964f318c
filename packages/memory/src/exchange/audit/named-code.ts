/** Finds files and symbols named by a text. Only unambiguous names are returned, because a missing one counts as a defect. */

export interface NamedCode {
  /** Paths with a folder and an extension, with forward slashes. */
  readonly paths: readonly string[];
  /** Names written as code: called with brackets, or in backticks in camel or snake case. */
  readonly symbols: readonly string[];
}

const PATH = /(?<![\w@/.:-])(?:\.\/)?((?:[\w@.-]+\/)+[\w@.-]+\.[A-Za-z]\w{0,7})(?![\w/-])/g;
const CALLED = /`?\b([A-Za-z_$][\w$]{3,80})\(\)`?/g;
const SPAN = /`([A-Za-z_$][\w$]{3,80}(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*)`/g;
/** Matches `camelCase`, `PascalCase` of several words and `snake_case`; not `value`, `Promise` or `SHOUTING`. */
const CODE_CASE = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]/;
const MAX_CHARS = 20_000;
/** Matches what looks like a path but is not in this project: addresses, packages, paths of other trees. */
const OUTSIDE_PROJECT =
  /^(?:https?:|www\.|node_modules\/|dist\/|build\/|@[\w-]+\/|[\w-]+\.(?:com|org|net|io|dev|ai)\/)/;

export function namedCode(whole: string): NamedCode {
  const text = whole.slice(0, MAX_CHARS).replace(/\bhttps?:\/\/\S+/g, " ");
  const paths = [...text.matchAll(PATH)].map(([, path = ""]) => path);
  const called = [...text.matchAll(CALLED)].map(([, name = ""]) => name);
  const spans = [...text.matchAll(SPAN)].map(([, name = ""]) => lastPart(name));
  return {
    paths: [...new Set(paths.filter((path) => !OUTSIDE_PROJECT.test(path)))],
    symbols: [...new Set([...called, ...spans].filter((name) => CODE_CASE.test(name)))],
  };
}

function lastPart(name: string): string {
  return name.split(/\.|::|#/).at(-1) ?? name;
}
