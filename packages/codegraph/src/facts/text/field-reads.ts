/**
 * Reads of a class's own fields and properties by their bare names, in languages in which they need no `this`. Found in the
 * text: visiting every name as a tree node would take longer than all other reading.
 */
import type { FileFacts } from "../facts.ts";
import { lineAt, type Sweep } from "../sweep.ts";
import { declaredAt, Scopes } from "./take-reads.ts";

type Call = FileFacts["calls"][number];

/** Comments, strings, characters, and names. A string after `$` contains expressions. */
const PARTS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|(?<!\$)@"(?:""|[^"])*"|\$@?"(?:\\.|\{\{|\{[^{}]*\}|[^"\\])*"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[\p{L}_]\w*/gu;
const HOLE = /\{([^{}]*)\}/g;
const NAME = /(?<![\w.])[\p{L}_]\w*/gu;
const HOLDERS = new Set(["class", "interface"]);
const READ_IN = new Set(["csharp", "java"]);

/** Returns the first read of each name per scope. */
export function fieldReadsIn(sweep: Sweep): Call[] {
  const { text, language } = sweep;
  if (!READ_IN.has(language.name)) return [];
  const isField = fieldTest(sweep);
  const scopes = new Scopes(sweep);
  const declared = declaredAt(sweep);
  const reads: Call[] = [];
  const seen = new Set<string>();
  const take = (name: string, at: number) => {
    if (!isField(name) || declared.has(at) || !isBare(text, at, at + name.length)) return;
    const scope = scopes.at(at);
    const key = `${scope} ${name}`;
    if (scope < 0 || seen.has(key)) return;
    seen.add(key);
    const line = lineAt(sweep, at + 1);
    const column = at - (sweep.lineStarts[line - 1] ?? 0);
    reads.push({ scope, kind: "read", callee: name, args: "", line, column });
  };
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    if (/^[\p{L}_]/u.test(part)) take(part, index);
    else if (part.startsWith("$")) {
      for (const hole of part.matchAll(HOLE))
        for (const name of (hole[1] ?? "").matchAll(NAME))
          take(name[0], index + hole.index + 1 + name.index);
    }
  }
  return reads;
}

/** Returns a test for names of fields and properties: those of this file, and those that a class may inherit. */
function fieldTest({ definitions, language }: Sweep): (name: string) => boolean {
  const own = new Set<string>();
  let isInherited = false;
  for (const { name, kind, container, bases } of definitions) {
    if (kind === "property" && HOLDERS.has(definitions[container]?.kind ?? "")) own.add(name);
    if (bases.length > 0) isInherited = true;
  }
  if (!isInherited) return (name) => own.has(name);
  const inherited = language.name === "csharp" ? /^(?:_|m_|\p{Lu})/u : /^[A-Z][A-Z\d_]+$/;
  return (name) => own.has(name) || inherited.test(name);
}

/** Returns whether a name is an expression: no member of something else, call, type, label or name in an initializer. */
function isBare(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 40), start).trimEnd();
  if (/(?:[.@]|::|->|\b(?:new|class|struct|interface|record|enum|namespace|using))$/.test(before))
    return false;
  const after = text.slice(end, end + 40);
  if (/^(?:\s*\(|<|::|\s+[\p{L}_]|\?\s+[\p{L}_]\w*\s*[;=,{)])/u.test(after)) {
    // `limit is 3`, `limit as object`, `limit when …`: operators that are words.
    return /^\s+(?:is|as|when|and|or|switch|with|instanceof)\b/.test(after);
  }
  if (/^\s*:(?!:)/.test(after) && /[(,]$/.test(before)) return false;
  return !(/^\s*=(?!=)/.test(after) && isInInitializer(before));
}

/** `new Box { Size = 1 }`: the name is a member of what is made. */
const isInInitializer = (before: string) => before.endsWith(",") || /[^)\s]\s*\{$/.test(before);
