/** Resolves a tag of the template to a name of the script. */

export interface UsedNames {
  /** Names that the script imports or defines at its top level. */
  readonly declared: ReadonlySet<string>;
  /** Chain by template name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Whether `<user-card>` may mean `UserCard`. */
  readonly hasKebab: boolean;
}

/**
 * Returns the chain a tag stands for, or undefined for an HTML element. A name that is unknown in the file may be registered
 * globally in the project.
 */
export function usedName(tag: string, names: UsedNames): string | undefined {
  const [root = "", ...rest] = tag.split(".");
  const forms = names.hasKebab ? [root, camelOf(root), pascalOf(root)] : [root];
  for (const form of forms) {
    const alias = names.aliases.get(form);
    if (alias !== undefined) return [alias, ...rest].join(".");
    if (names.declared.has(form)) return [form, ...rest].join(".");
  }
  if (rest.length > 0) return tag;
  if (names.hasKebab && root.includes("-")) return pascalOf(root);
  return /^\p{Lu}[\p{ID_Continue}$]*$/u.test(root) ? root : undefined;
}

/** `user-card.vue` is `UserCard`. */
export function componentName(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const name = file.slice(0, Math.max(1, file.lastIndexOf(".")));
  return /^[a-z]\w*(?:-\w+)+$/.test(name) ? pascalOf(name) : name;
}

const pascalOf = (name: string) =>
  name.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase());

const camelOf = (name: string) =>
  name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

const REGISTERED = /\bcomponents\s*:\s*\{([^}]*)\}/g;
const PAIR = /^\s*["']?([\w$-]+)["']?\s*:\s*([\s\S]*)$/;
const LAZY = /import\(\s*["']([^"'\n]+)["']\s*\)/;
const LAZY_NAME =
  /\b(?:const|let|var)\s+([\w$]+)\s*=\s*[\w$.]*(?:sync|azy)[\w$]*\s*\(\s*(?:async\s*)?\(\s*\)\s*=>\s*import\(\s*["']([^"'\n]+)["']\s*\)\s*,?\s*\)/g;

/** Returns the names registered by `components: { Name: Other }`, including lazily loaded components. */
export function aliasesIn(script: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, list = ""] of script.matchAll(REGISTERED)) {
    for (const part of list.split(",")) {
      const [, name = "", value = ""] = PAIR.exec(part) ?? [];
      const specifier = LAZY.exec(value)?.[1];
      const chain =
        specifier === undefined ? /^[\w$.]+$/.exec(value.trim())?.[0] : lazily(specifier);
      if (name !== "" && chain !== undefined && chain !== name) found.set(name, chain);
    }
  }
  for (const [, name = "", specifier = ""] of script.matchAll(LAZY_NAME)) {
    found.set(name, lazily(specifier));
  }
  return found;
}

const lazily = (specifier: string) => `@${specifier.replace(/[~^<>()[\]]/g, "")}@.default`;
