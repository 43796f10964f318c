/**
 * What do others see of a file that is not as it was? The names that mean something else now, and the names of
 * what rests on those.
 */
import type { Definition, FileFacts } from "./facts.ts";
import { namesIn } from "./mention-filter.ts";

export interface SurfaceChange {
  readonly names: ReadonlySet<string>;
  /** Something changed that its users need not name: what is inherited or passed on. */
  readonly isOpen: boolean;
}

/** What stands for the whole of a class without being named by those who use it. */
const MAKERS = new Set(["constructor", "__init__", "__new__", "super"]);

/** Undefined: there is no such file, or nothing is known of it. */
export function surfaceChange(
  before: FileFacts | undefined,
  now: FileFacts | undefined,
): SurfaceChange {
  const [old, fresh] = [surfaceOf(before), surfaceOf(now)];
  const names = new Set<string>();
  for (const name of new Set([...old.told.keys(), ...fresh.told.keys()])) {
    if (old.told.get(name) === fresh.told.get(name)) continue;
    for (const one of namesIn(name)) names.add(one);
  }
  if ([...names].some((name) => MAKERS.has(name))) {
    for (const name of MAKERS) names.add(name);
    for (const one of [...(before?.definitions ?? []), ...(now?.definitions ?? [])]) {
      if (one.kind === "class") names.add(one.name);
    }
  }
  return { names, isOpen: old.inherited !== fresh.inherited };
}

/** By name all that is told under it, and what is inherited and passed on whole. */
function surfaceOf(facts: FileFacts | undefined) {
  const told = new Map<string, string>();
  if (facts === undefined) return { told, inherited: "" };
  const add = (name: string, text: string) => told.set(name, `${told.get(name) ?? ""}${text}\n`);
  const inherited = [facts.language, facts.namespace];
  const visible = visibleDefinitions(facts);
  facts.definitions.forEach((one, index) => {
    if (visible[index] !== index) return;
    const around = facts.definitions[one.container]?.name;
    const flags = `${one.kind} ${one.isExported} ${one.isStatic} ${one.typeParameters}`;
    add(one.name, `${around}\u0001${flags}\u0001${one.type}\u0001${one.value}\u0001${one.bases}`);
    if (one.bases.length > 0) inherited.push(`${one.name}<${one.bases}`);
  });
  for (const one of facts.imports) {
    if (!one.isReexport && facts.language !== "python") continue;
    const text = `${one.specifier}\u0001${one.imported}\u0001${one.isReexport}`;
    add(one.local, text);
    if (one.local === "*" || one.imported === "*") inherited.push(text);
  }
  for (const { exported, local } of facts.exportNames) add(exported, `\u0002${local}`);
  return { told, inherited: inherited.join("\n") };
}

/** By definition: itself when others see it, else the one around it that they see; -1 for none. */
function visibleDefinitions({ definitions }: FileFacts): Int32Array {
  const visible = new Int32Array(definitions.length).fill(-1);
  definitions.forEach((one, index) => {
    const around = definitions[one.container];
    const outer = around === undefined ? -1 : (visible[one.container] ?? -1);
    const isInside =
      around !== undefined && (outer !== one.container || isCallable(around) || outer < 0);
    visible[index] = one.kind === "lambda" || isInside ? outer : index;
  });
  return visible;
}

const isCallable = ({ kind }: Definition) => kind === "function" || kind === "method";

/** Names of definitions others see that say one of these names: what they are may have changed with it. */
export function namesResting(facts: FileFacts, on: ReadonlySet<string>): Set<string> {
  const says = (text: string) => text !== "" && namesIn(text).some((name) => on.has(name));
  const visible = visibleDefinitions(facts);
  const found = new Set<string>();
  const add = (scope: number) => {
    const name = facts.definitions[visible[scope] ?? -1]?.name;
    if (name !== undefined && !on.has(name)) found.add(name);
  };
  facts.definitions.forEach((one, index) => {
    if (says(one.type) || says(one.value) || one.bases.some(says)) add(index);
  });
  for (const one of facts.bindings) if (says(one.type) || says(one.value)) add(one.scope);
  for (const one of facts.imports) {
    const isPassed = one.isReexport || facts.language === "python";
    if (isPassed && on.has(one.imported) && !on.has(one.local)) found.add(one.local);
  }
  for (const { exported, local } of facts.exportNames) {
    if (on.has(local) && !on.has(exported)) found.add(exported);
  }
  return found;
}
