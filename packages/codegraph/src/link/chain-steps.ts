/** Parses a chain of expression.ts into a root and steps, each chain once. */
import { SAME_AS } from "../facts/swift/implied.ts";

export type Step =
  | { readonly kind: "member"; readonly name: string }
  | { readonly kind: "call" | "construct"; readonly typeArguments: string }
  /** `index`: position in a pattern, relevant if the type gives the element at that position. */
  | { readonly kind: "element"; readonly index: number }
  | { readonly kind: "unwrap" };

export interface Chain {
  readonly root: string;
  readonly steps: readonly Step[];
}

const cache = new Map<string, Chain>();
const MAX_KEPT = 20_000;

export function parseChain(text: string): Chain {
  let found = cache.get(text);
  if (found === undefined) {
    found = takeApart(text);
    if (cache.size > MAX_KEPT) cache.clear();
    cache.set(text, found);
  }
  return found;
}

function takeApart(text: string): Chain {
  const start = rootEnd(text);
  const steps: Step[] = [];
  let typeArguments = "";
  for (let at = start; at < text.length; ) {
    if (text[at] === "<") {
      const end = angleEnd(text, at);
      typeArguments = text.slice(at + 1, end - 1);
      at = end;
      continue;
    }
    const [step, end] = stepAt(text, at, typeArguments);
    steps.push(step);
    typeArguments = "";
    at = end;
  }
  return { root: text.slice(0, start), steps };
}

/** Returns the step at `at` and its end. */
function stepAt(text: string, at: number, typeArguments: string): [Step, number] {
  switch (text[at]) {
    case ".": {
      const end = nameEnd(text, at + 1);
      return [{ kind: "member", name: text.slice(at + 1, end) }, end];
    }
    case "(":
      return [{ kind: "call", typeArguments }, at + 2];
    case "^":
      return [{ kind: "construct", typeArguments }, at + 1];
    case "[":
      return [
        { kind: "element", index: Number(text.slice(at + 1, text.indexOf("]", at))) },
        text.indexOf("]", at) + 1,
      ];
    default:
      return [{ kind: "unwrap" }, at + 1];
  }
}

function rootEnd(text: string): number {
  if (text[0] === "<") return angleEnd(text, 0);
  if (text[0] === "@") return text.indexOf("@", 1) + 1;
  if (text.startsWith(SAME_AS)) return SAME_AS.length + rootEnd(text.slice(SAME_AS.length));
  if (/^["[{]/.test(text)) return 1;
  return nameEnd(text, 0);
}

function nameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !".()[]<^~".includes(text[at] ?? "")) at++;
  return at;
}

function angleEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">" && text[at - 1] !== "=" && text[at - 1] !== "-" && --depth === 0)
      return at + 1;
  }
  return text.length;
}
