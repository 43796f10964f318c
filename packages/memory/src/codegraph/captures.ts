/** A tree's matches as plain items in the order of the text: what they are about, where, and their parts. */
import type { Node, Tree } from "web-tree-sitter";
import type { LoadedLanguage } from "./parser.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Item extends Span {
  /** The capture that says what the match is about, such as `definition.class`. */
  readonly role: string;
  readonly pattern: number;
  /** Row from 0. */
  readonly row: number;
  readonly name: (Span & { readonly row: number; readonly column: number }) | undefined;
  readonly type: Span | undefined;
  readonly value: Span | undefined;
  /** Where the function starts that is the value. */
  readonly functionStart: number;
}

/** `method` is for the query's own predicates. */
const PARTS = new Set(["name", "type", "value", "function", "method"]);

/** Ordered by start; what encloses comes before what it holds, and earlier patterns before later ones. */
export function itemsOf(loaded: LoadedLanguage, tree: Tree): Item[] {
  const items: Item[] = [];
  for (const match of loaded.query.matches(tree.rootNode)) {
    const parts: Record<string, Node> = {};
    let role = "";
    let subject: Node | undefined;
    for (const { name, node } of match.captures) {
      if (PARTS.has(name)) parts[name] = node;
      else [role, subject] = [name, node];
    }
    if (subject === undefined) continue;
    const { name, type, value } = parts;
    items.push({
      role,
      pattern: match.patternIndex,
      start: subject.startIndex,
      end: subject.endIndex,
      row: subject.startPosition.row,
      name: name === undefined ? undefined : { ...spanOf(name), ...name.startPosition },
      type: type === undefined ? undefined : spanOf(type),
      value: value === undefined ? undefined : spanOf(value),
      functionStart: parts["function"]?.startIndex ?? -1,
    });
  }
  return items.sort((a, b) => a.start - b.start || b.end - a.end || a.pattern - b.pattern);
}

function spanOf(node: Node): Span {
  return { start: node.startIndex, end: node.endIndex };
}
