/** Reads the namespaces that a file declares. */
import type { Import } from "../facts.ts";
import type { Item } from "../parser/items.ts";
import { partOf, type Sweep } from "../sweep.ts";

/** Adds a namespace of C# or PHP, or replaces the package of any other language. */
export function takeNamespace(sweep: Sweep, item: Item): void {
  const own = partOf(sweep, item.name ?? item).replaceAll("\\", ".");
  if (sweep.language.hasGlobalNames !== true) sweep.namespaces.clear();
  if (item.name === undefined) {
    add(sweep, own);
    return;
  }
  let around = sweep.namespaceBlocks.at(-1);
  while (around !== undefined && around.end <= item.start) around = around.around;
  const name = around === undefined ? own : `${around.name}.${own}`;
  add(sweep, name);
  sweep.namespaceBlocks.push({ name, start: item.start, end: item.end, around });
}

/** Each name of a file is looked for in each of its namespaces, and those around them. */
const MAX_NAMESPACES = 100;
const MAX_NAMESPACE_CHARS = 300;

/** A file with more was generated. The linker reads no more, because it looks for each name in each of them. */
export const MAX_USINGS = 1000;
export const MAX_STATICS = 100;
/** Namespaces of a file and those around them. */
export const MAX_AROUND = 100;

/** Returns whether a file has more usings or namespaces than the linker reads. */
export function hasTooMany(sweep: Sweep): boolean {
  if (sweep.language.hasGlobalNames !== true) return false;
  const isStatic = ({ local, imported }: Import) => local === "*" && imported === "static";
  const around = new Set([...sweep.namespaces].flatMap(withOuter));
  return (
    sweep.imports.length > MAX_USINGS ||
    sweep.imports.filter(isStatic).length > MAX_STATICS ||
    (sweep.language.name === "csharp" && around.size > MAX_AROUND)
  );
}

function withOuter(namespace: string): string[] {
  const parts = namespace.split(".");
  return parts.map((_part, at) => parts.slice(0, at + 1).join("."));
}

/** Adds the full name of a namespace. With too many or too long ones, the file is read in part. */
function add(sweep: Sweep, name: string): void {
  const isShort = name.length <= MAX_NAMESPACE_CHARS;
  if (isShort && sweep.namespaces.size < MAX_NAMESPACES) sweep.namespaces.add(name);
  else if (!isShort || !sweep.namespaces.has(name)) sweep.isCut = true;
}

/** Returns the namespaces of a file, and "" at the end if a definition is outside of their blocks. */
export function namespacesIn(sweep: Sweep): string {
  const names = [...sweep.namespaces];
  return (hasOutsideBlocks(sweep) ? [...names, ""] : names).join();
}

/** Returns whether a definition at the top of a file is outside of its namespaces. Takes linear time. */
function hasOutsideBlocks({ namespaceBlocks, definitions, spans }: Sweep): boolean {
  if (namespaceBlocks.length === 0) return false;
  const blocks = namespaceBlocks.filter(({ around }) => around === undefined);
  let next = 0;
  return spans.some(({ start }, index) => {
    if (definitions[index]?.container !== -1) return false;
    while ((blocks[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    const block = blocks[next];
    return block === undefined || start <= block.start;
  });
}
