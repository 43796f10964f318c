/**
 * What other files see of Ruby's classes without naming it: what a class inherits, which decides whose methods a module
 * calls on its object, and how much of a class each of its places defines.
 */
import type { Definition } from "../facts.ts";
import { namesIn } from "../mentioned-names.ts";

type AddText = (name: string, text: string) => void;

/** Stands for everything that a class inherits. No name of Ruby has a `$` inside. */
const above = (name: string) => `${name}$above`;

/** Adds what is visible of the classes, and on which names it depends. */
export function addRubyClasses(
  definitions: readonly Definition[],
  addVisible: AddText,
  addRest: AddText,
): void {
  const weights = placeWeights(definitions);
  definitions.forEach(({ name, kind, container, bases, isStatic }, index) => {
    if (kind === "class" || kind === "module") addVisible(name, `${weights[index]}`);
    if (bases.length > 0) addVisible(above(name), bases.join());
    for (const base of bases) addRest(above(name), above(namesIn(base).at(-1) ?? ""));
    const around = definitions[container];
    if (around !== undefined && kind !== "lambda" && !isStatic) addRest(name, above(around.name));
  });
}

/**
 * Returns for each definition how much of a class it defines, if it is one: 3 for its constructor, 2 for a superclass with or
 * without a constructor, 1 for methods.
 */
export function placeWeights(definitions: readonly Definition[]): Uint8Array {
  const weights = new Uint8Array(definitions.length);
  for (const { name, kind, container } of definitions) {
    if (container < 0 || kind === "lambda") continue;
    if (name === "initialize") weights[container] = 3;
    else if (kind === "method") weights[container] = Math.max(weights[container] ?? 0, 1);
  }
  definitions.forEach(({ bases }, index) => {
    // Others only open the class for what is in it.
    if (bases.some((base) => !base.includes(" "))) weights[index] = 2;
  });
  return weights;
}
