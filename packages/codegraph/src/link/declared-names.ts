/** By name: the files that declare it, for languages in which a name needs no import of its file. */
import { type FileFacts, globalName } from "../facts/facts.ts";
import { hasGlobalNames, isDeclarationFile } from "../facts/languages/languages.ts";
import { isNativeLanguage } from "./cpp/native-files.ts";
import { GLOBAL_USING, hasGlobalUsing } from "./csharp/usings.ts";
import { isRubyLanguage } from "./ruby/ruby-paths.ts";
import type { UniqueNames } from "./unique-names.ts";

/** Kinds of definitions whose name can be used anywhere. Members are found through their type. */
const GLOBAL_KINDS: ReadonlySet<string> = new Set([
  "function",
  "class",
  "interface",
  "type_alias",
  "enum",
  "module",
  "variable",
]);

/** Returns whether a name can be used in files that do not import its own. In C, C++ and Ruby methods are defined in other files. */
export function isGlobalKind(kind: string, language: string | undefined): boolean {
  if (kind === "impl" && language === "swift") return true;
  if (GLOBAL_KINDS.has(kind)) return true;
  if (isRubyLanguage(language)) return kind === "method" || kind === "property";
  return kind === "method" && isNativeLanguage(language);
}

/** What is known about names of the whole project. */
export interface ProjectNames {
  readonly unique: UniqueNames;
  readonly declared: DeclaredNames;
}

const NONE: readonly number[] = [];

export class DeclaredNames {
  readonly #byName = new Map<string, number[]>();
  readonly #elsewhere: (name: string) => readonly number[];

  /** `elsewhere`: the files that declare a name among those that were not added. */
  constructor(elsewhere: (name: string) => readonly number[] = () => NONE) {
    this.#elsewhere = elsewhere;
  }

  add(facts: FileFacts, file: number, path: string): void {
    const { language, definitions, exportNames } = facts;
    if (hasGlobalUsing(facts)) this.#note(GLOBAL_USING, file);
    if (isDeclarationFile(path)) {
      for (const { exported, local } of exportNames)
        if (exported === globalName(local)) this.#note(exported, file);
    }
    if (!hasGlobalNames(language)) return;
    for (const { name, kind } of definitions)
      if (isGlobalKind(kind, language)) this.#note(name, file);
  }

  #note(name: string, file: number): void {
    const files = this.#byName.get(name);
    if (files === undefined) this.#byName.set(name, [file]);
    else if (files.at(-1) !== file) files.push(file);
  }

  /** Returns the numbers of files in ascending order. */
  files(name: string): readonly number[] {
    const [added, others] = [this.#byName.get(name) ?? NONE, this.#elsewhere(name)];
    if (others.length === 0) return added;
    return added.length === 0 ? others : [...added, ...others].sort((a, b) => a - b);
  }
}
