/** The matches of a tree as plain items in text order: role, position and parts. */
import type { Query, Tree } from "web-tree-sitter";
import type { Item, Span } from "./items.ts";
import type { LoadedLanguage } from "./parser.ts";
import { readerOf } from "./parser-memory.ts";

/** `method` is used by the query's own predicates. */
const PARTS = ["name", "type", "value", "function", "method"] as const;
const [NAME, TYPE, VALUE, FUNCTION, METHOD] = [0, 1, 2, 3, 4] as const;
const NO_CAPTURE = -1;

/** Per capture number: the index of its part; -1 for a role. */
const partsByQuery = new WeakMap<Query, Int8Array>();

function partsOf(query: Query): Int8Array {
  let parts = partsByQuery.get(query);
  if (parts === undefined) {
    parts = Int8Array.from(query.captureNames, (name) =>
      (PARTS as readonly string[]).indexOf(name),
    );
    partsByQuery.set(query, parts);
  }
  return parts;
}

/**
 * Returns the items of a tree, or null if the query took too long. Sorted by start; enclosing items come before their
 * content, and earlier patterns before later ones.
 */
export function itemsOf(
  { query, memory }: LoadedLanguage,
  tree: Tree,
  text: string,
): Item[] | null {
  const items: Item[] = [];
  const reader = readerOf(memory, tree);
  const partOf = partsOf(query);
  const parts = [NO_CAPTURE, NO_CAPTURE, NO_CAPTURE, NO_CAPTURE, NO_CAPTURE];
  let [pattern, role, subject] = [0, NO_CAPTURE, NO_CAPTURE];
  const part = (which: number) => parts[which] ?? NO_CAPTURE;
  const spanOf = (node: number): Span | undefined =>
    node < 0 ? undefined : { start: reader.start(node), end: reader.end(node) };
  const nameOf = (node: number): Item["name"] =>
    node < 0
      ? undefined
      : {
          start: reader.start(node),
          end: reader.end(node),
          row: reader.row(node),
          column: reader.column(node),
        };
  const isWhole = reader.visit(query, {
    begin: (index) => {
      parts.fill(NO_CAPTURE);
      [pattern, role, subject] = [index, NO_CAPTURE, NO_CAPTURE];
    },
    capture: (name, node) => {
      const which = partOf[name] ?? NO_CAPTURE;
      if (which >= 0) parts[which] = node;
      else [role, subject] = [name, node];
    },
    end: () => {
      if (subject < 0) return;
      const method = spanOf(part(METHOD));
      if (method !== undefined && !isAccepted(query, pattern, text.slice(method.start, method.end)))
        return;
      const valueFunction = part(FUNCTION);
      items.push({
        role: query.captureNames[role] ?? "",
        pattern,
        start: reader.start(subject),
        end: reader.end(subject),
        row: reader.row(subject),
        name: nameOf(part(NAME)),
        type: spanOf(part(TYPE)),
        value: spanOf(part(VALUE)),
        functionStart: valueFunction < 0 ? -1 : reader.start(valueFunction),
      });
    },
  });
  if (!isWhole) return null;
  return items.sort((a, b) => a.start - b.start || b.end - a.end || a.pattern - b.pattern);
}

type TextPredicate = (captures: readonly { name: string; node: { text: string } }[]) => boolean;

/** Returns whether the query's predicates on a pattern accept the text of its `@method`, the only capture they use. */
function isAccepted(query: Query, pattern: number, text: string): boolean {
  const { textPredicates } = query as unknown as { readonly textPredicates: TextPredicate[][] };
  const captures = [{ name: "method", node: { text } }];
  return (textPredicates[pattern] ?? []).every((holds) => holds(captures));
}
