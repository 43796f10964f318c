/**
 * Lists what programs can import from `tacit-memory`, as recorded in `docs/api.md`, so that a change of the public surface is
 * a change of that file. The compiler reads the sources and resolves every re-export.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { ENTRIES } from "./library.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Returns Markdown: a section for every entry point, a line for every export, and the members of an open Tacit. */
export function apiSections() {
  const files = Object.values(ENTRIES).map((folder) => join(root, folder, "src", "index.ts"));
  const { config } = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram(files, { ...options, composite: false, noEmit: true });
  const checker = program.getTypeChecker();
  return Object.keys(ENTRIES)
    .map((name, index) => {
      const path = name === "memory" ? "tacit-memory" : `tacit-memory/${name}`;
      return `## \`${path}\`\n\n${exportsOf(program.getSourceFile(files[index]), checker)}`;
    })
    .join("\n\n");
}

function exportsOf(file, checker) {
  const lines = checker
    .getExportsOfModule(checker.getSymbolAtLocation(file))
    .map((symbol) => lineOf(symbol, checker))
    .sort();
  return lines.join("\n");
}

function lineOf(symbol, checker) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const members = target.flags & ts.SymbolFlags.Type ? membersOf(target, checker) : [];
  const shown = members.length === 0 ? "" : `: ${members.map((one) => `\`${one}\``).join(", ")}`;
  return `- ${kindOf(target)} \`${symbol.name}\`${parametersOf(target, checker)}${shown}`;
}

function kindOf({ flags }) {
  if (flags & ts.SymbolFlags.Class) return "class";
  if (flags & ts.SymbolFlags.Function) return "function";
  if (flags & ts.SymbolFlags.Type) return "type";
  return "value";
}

/** Lists the members. Optional members have a `?`, so that a change to required is visible. */
function membersOf(symbol, checker) {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  if (type.isUnion() || !(type.flags & ts.TypeFlags.Object)) return [];
  return checker
    .getPropertiesOfType(type)
    .map((one) => `${one.name}${one.flags & ts.SymbolFlags.Optional ? "?" : ""}`)
    .filter((name) => !name.startsWith("__"))
    .sort();
}

function parametersOf(symbol, checker) {
  if (!(symbol.flags & ts.SymbolFlags.Function)) return "";
  const [signature] = checker
    .getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration)
    .getCallSignatures();
  const names = signature?.parameters.map((one) => {
    const isOptional = checker.isOptionalParameter(one.valueDeclaration);
    // A destructured parameter has no name.
    const name = one.name.startsWith("__") ? "{ … }" : one.name;
    return `${name}${isOptional ? "?" : ""}`;
  });
  return ` \`(${(names ?? []).join(", ")})\``;
}
