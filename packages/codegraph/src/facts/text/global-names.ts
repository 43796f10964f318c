/** Names that a TypeScript file declares for the whole project: in `declare global`, or at the top of a file that is no module. */
import { type ExportName, globalName } from "../facts.ts";
import type { Item } from "../parser/items.ts";
import { innermost, type Sweep } from "../sweep.ts";

/** Notes that an import or export statement makes the file a module, unless it is in `declare module "name"`. */
export function noteModule(sweep: Sweep): void {
  if (innermost(sweep) < 0) sweep.isModule = true;
}

/** Returns the names as exports that no import can name. */
export function globalNamesIn(sweep: Sweep): ExportName[] {
  const { language, isModule, globalBlocks, definitions, spans } = sweep;
  if (language.name !== "typescript" || (isModule && globalBlocks.length === 0)) return [];
  const isGlobal = ({ start }: Pick<Item, "start">) =>
    !isModule || globalBlocks.some((block) => block.start <= start && start < block.end);
  const names = new Set<string>();
  definitions.forEach(({ name, container }, index) => {
    const span = container < 0 ? spans[index] : undefined;
    if (span !== undefined && isGlobal(span)) names.add(name);
  });
  return [...names].map((local) => ({ exported: globalName(local), local }));
}
