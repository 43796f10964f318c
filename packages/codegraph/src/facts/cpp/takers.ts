/** By role of a match (`language.ts`): what takes it in a C or C++ file. */
import type { SymbolKind } from "../facts.ts";
import type { Item } from "../parser/items.ts";
import type { Sweep } from "../sweep.ts";
import {
  takeAlias,
  takeAnnounced,
  takeDeclared,
  takeEnumerator,
  takeFriend,
  takeFunction,
  takeInitialized,
  takeMacro,
  takeNamespaceBlock,
  takeTemplate,
  takeType,
  takeUnnamed,
} from "./take-cpp.ts";
import { takeCaught, takeCppParameter, takeHeld } from "./take-cpp-bindings.ts";
import { takeCppCall, takeCppNew, takeMacroText } from "./take-cpp-uses.ts";

export const CPP_TAKERS: readonly (readonly [string, (sweep: Sweep, item: Item) => void])[] = [
  ["namespaced", takeNamespaceBlock],
  ["unnamed", takeUnnamed],
  ["friend", takeFriend],
  ["templated", takeTemplate],
  ["type", (sweep, item) => takeType(sweep, item, item.role.slice("type.".length) as SymbolKind)],
  ["announced", takeAnnounced],
  ["aliased", takeAlias],
  ["enumerated", takeEnumerator],
  ["defined", takeFunction],
  ["declared", takeDeclared],
  ["initialized", takeInitialized],
  ["held", takeHeld],
  ["each", takeHeld],
  ["param", takeCppParameter],
  ["caught", takeCaught],
  ["macrodef", takeMacro],
  ["macrotext", takeMacroText],
  ["called", takeCppCall],
  ["made", takeCppNew],
];
