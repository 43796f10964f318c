/**
 * Extracts the facts of a component's file: those of its scripts and of its template's expressions, read as TypeScript, and a
 * class that represents the component. Top-level script code and the template belong to that class.
 */
import { factsOf, itemsIn } from "../extract.ts";
import type { Call, CallKind, Definition, FileFacts, Import } from "../facts.ts";
import { fingerprintsOf, surfaceHashOf } from "../fingerprint.ts";
import type { Language } from "../languages/language.ts";
import { TSX, TYPESCRIPT } from "../languages/typescript.ts";
import type { OxcReader } from "../oxc/oxc-reader.ts";
import type { Item } from "../parser/items.ts";
import { loadLanguage } from "../parser/parser.ts";
import { isStackOverflow } from "../stack-overflow.ts";
import { aliasesIn, componentName, type UsedNames, usedName } from "./component-names.ts";
import type { ComponentParts } from "./parts.ts";

/** Returns null as `extractFacts` does, and for code that is nested too deep to walk. */
export async function extractComponent(
  path: string,
  language: Language,
  text: string,
  oxc: OxcReader | null,
): Promise<FileFacts | null> {
  const parts = partsOf(language, text);
  const read = parts && (await itemsOfParts(parts, oxc));
  if (parts === null || read === null) return null;
  const all = [...read.items, ...parts.items].sort(
    (a, b) => a.start - b.start || b.end - a.end || a.pattern - b.pattern,
  );
  const facts = asComponent(componentName(path), text, parts, factsOf(language, text, all));
  return parts.isPartial || read.isPartial ? { ...facts, isPartial: true } : facts;
}

function partsOf({ parts }: Language, text: string): ComponentParts | null {
  try {
    return parts?.(text) ?? null;
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return null;
  }
}

/**
 * Reads the items of a component. If the template contains something that is not an expression, the scripts are still read.
 */
async function itemsOfParts(
  { code, script, hasJsx }: ComponentParts,
  oxc: OxcReader | null,
): Promise<{ readonly items: readonly Item[]; readonly isPartial: boolean } | null> {
  const language = hasJsx ? TSX : TYPESCRIPT;
  const read = oxc?.itemsOf(language, code) ?? null;
  if (read !== null) return { items: read, isPartial: false };
  const loaded = await loadLanguage(language);
  const whole = itemsIn(loaded, code);
  if (whole?.hasError === false) return { items: whole.items, isPartial: false };
  const alone = itemsIn(loaded, script);
  const best = alone === null || (alone.hasError && whole !== null) ? whole : alone;
  return best && { items: best.items, isPartial: true };
}

const COMPONENT = 0;
const shifted = (index: number) => (index < 0 ? index : index + 1);
/** Moves top-level definitions into the component. */
const inComponent = (index: number) => (index < 0 ? COMPONENT : index + 1);

function asComponent(
  name: string,
  text: string,
  parts: ComponentParts,
  facts: FileFacts,
): FileFacts {
  const options = optionsOf(facts);
  const definitions = [
    componentOf(name, text, facts),
    ...facts.definitions.map((definition, index) => {
      const isInside = definition.kind === "lambda" || options.has(index);
      return {
        ...definition,
        container: isInside ? inComponent(definition.container) : shifted(definition.container),
      };
    }),
  ];
  const bindings = facts.bindings.map((binding) => ({ ...binding, scope: shifted(binding.scope) }));
  const members = new Set([...options].map((index) => facts.definitions[index]?.name ?? ""));
  const bound = new Set(bindings.map((binding) => `${binding.scope} ${binding.name}`));
  const calls = facts.calls.map((item) => {
    const call = { ...item, scope: inComponent(item.scope) };
    const isTemplate = members.size > 0 && parts.isTemplate(item.line);
    return isTemplate ? ofComponent(call, members, definitions, bound) : call;
  });
  const made: Omit<FileFacts, "surfaceHash"> = {
    ...facts,
    definitions,
    bindings,
    calls: [...calls, ...optionCalls(facts, options), ...componentCalls(parts, facts)],
    imports: [
      ...facts.imports.map((item) => ({ ...item, scope: shifted(item.scope) })),
      ...parts.sources.map(sourceImport),
    ],
    exportNames: [
      ...facts.exportNames.filter(({ exported }) => exported !== "default"),
      { exported: "default", local: name },
    ],
  };
  return { ...made, surfaceHash: surfaceHashOf(made) };
}

function sourceImport({ specifier, line }: ComponentParts["sources"][number]): Import {
  return { specifier, imported: "", local: "", isReexport: false, line, scope: -1 };
}

function componentOf(name: string, text: string, { definitions }: FileFacts): Definition {
  const [bodyHash = 0] = fingerprintsOf(text, [{ start: 0, end: text.length }]);
  const same = definitions.filter(
    (definition) =>
      definition.container < 0 && definition.kind === "class" && definition.name === name,
  );
  return {
    name,
    kind: "class",
    container: -1,
    startLine: 1,
    endLine: text.trimEnd().split("\n").length,
    nameLine: 1,
    nameColumn: 0,
    isExported: true,
    isStatic: false,
    ordinal: same.length,
    bodyHash,
    type: "",
    value: "",
    bases: [],
    typeParameters: [],
  };
}

/** Returns the functions of the default-exported object: Vue's options, which belong to the component. */
function optionsOf({ definitions, exportNames }: FileFacts): ReadonlySet<number> {
  const names = new Set(
    exportNames.filter(({ exported }) => exported === "default").map(({ local }) => local),
  );
  const found = new Set<number>();
  definitions.forEach(({ name, kind, container }, index) => {
    const isMember = kind === "method" || kind === "property";
    if (container < 0 && isMember && names.has(name)) found.add(index);
  });
  return found;
}

/** Returns a reference from the component to each of its options. */
function optionCalls({ definitions }: FileFacts, options: ReadonlySet<number>): Call[] {
  return [...options].flatMap((index) => {
    const definition = definitions[index];
    if (definition === undefined) return [];
    const { nameLine: line, nameColumn: column } = definition;
    return [use("reference", `this.${definition.name}`, line, column)];
  });
}

const use = (kind: CallKind, callee: string, line: number, column: number): Call => ({
  scope: COMPONENT,
  kind,
  callee,
  args: "",
  line,
  column,
});

/** Adds `this` to calls of the component's members, which a template uses without it. */
function ofComponent(
  call: Call,
  members: ReadonlySet<string>,
  definitions: readonly Definition[],
  bound: ReadonlySet<string>,
): Call {
  const root = /^[\w$]+/.exec(call.callee)?.[0] ?? "";
  if (!members.has(root)) return call;
  for (let at = call.scope; at > COMPONENT; at = definitions[at]?.container ?? -1) {
    if (bound.has(`${at} ${root}`)) return call;
  }
  return { ...call, callee: `this.${call.callee}` };
}

function componentCalls(parts: ComponentParts, facts: FileFacts): Call[] {
  const names: UsedNames = {
    declared: new Set([
      ...facts.imports.map(({ local }) => local),
      ...facts.definitions.filter(({ container }) => container < 0).map(({ name }) => name),
    ]),
    aliases: aliasesIn(parts.script),
    hasKebab: facts.language === "vue",
  };
  return parts.uses.flatMap(({ name, line, column }) => {
    const callee = usedName(name, names);
    // A tag creates an instance of the component.
    return callee === undefined ? [] : [use("call", callee, line, column)];
  });
}
