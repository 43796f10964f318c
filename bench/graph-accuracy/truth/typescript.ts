/**
 * Lists every call in a repository's TypeScript with the target according to TypeScript's own checker: the truth for
 * `unseen.ts`. Uses no Tacit code. `node typescript.ts REPOSITORY TYPESCRIPT_PACKAGE` prints lines of `{path, line, column,
 * targets, isInterface}`; lines and columns from 0; targets as `path:line:column`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type * as TypeScript from "typescript";

const [repository = ".", packageFolder = ""] = process.argv.slice(2);
const root = realpathSync(repository);
const loaded = await import(pathToFileURL(join(packageFolder, "lib", "typescript.js")).href);
const ts: typeof TypeScript = loaded.default;

const listed = spawnSync("git", ["ls-files"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1e9,
}).stdout;
const files = listed
  .split("\n")
  .filter(
    (path) =>
      /\.(?:ts|tsx|mts|cts)$/.test(path) &&
      !/(?:^|\/)(?:node_modules|vendor|third_party)\//.test(path),
  )
  .map((path) => join(root, path))
  .filter((path) => existsSync(path));

function optionsAt(path: string): TypeScript.CompilerOptions {
  if (!existsSync(path)) return {};
  const read = ts.readConfigFile(path, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(read.config ?? {}, ts.sys, dirname(path)).options;
}

const program = ts.createProgram(files, {
  ...optionsAt(join(root, "tsconfig.json")),
  allowJs: false,
  noEmit: true,
  skipLibCheck: true,
  composite: false,
  incremental: false,
  jsx: ts.JsxEmit.Preserve,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
});
const checker = program.getTypeChecker();

function placeOf(declaration: TypeScript.Declaration): string | undefined {
  const source = declaration.getSourceFile();
  const path = relative(root, source.fileName);
  if (
    path.startsWith("..") ||
    path.includes("node_modules/") ||
    source.isDeclarationFile === undefined
  )
    return undefined;
  const name = ts.getNameOfDeclaration(declaration) ?? declaration;
  const { line, character } = source.getLineAndCharacterOfPosition(name.getStart(source));
  return `${path}:${line}:${character}`;
}

function targetsOf(name: TypeScript.Node): string[] {
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined) return [];
  if ((symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
  return (symbol.declarations ?? []).flatMap((declaration) => placeOf(declaration) ?? []);
}

/** Reports whether a name is a parameter or a local variable, which are not symbols of the graph. */
function isLocal(name: TypeScript.Node): boolean {
  const symbol = checker.getSymbolAtLocation(name);
  const declaration = symbol?.declarations?.[0];
  if (declaration === undefined) return false;
  if (ts.isParameter(declaration) || ts.isBindingElement(declaration)) return true;
  if (!ts.isVariableDeclaration(declaration)) return false;
  const isTop = ts.isSourceFile(declaration.parent.parent.parent ?? declaration);
  return (
    !isTop && !(declaration.initializer !== undefined && ts.isFunctionLike(declaration.initializer))
  );
}

function isKnown(name: TypeScript.Node): boolean {
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined) return false;
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return ((isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? []).length > 0;
}

function lastName(callee: TypeScript.Expression): TypeScript.Node | undefined {
  let at: TypeScript.Node = callee;
  while (ts.isParenthesizedExpression(at) || ts.isNonNullExpression(at)) at = at.expression;
  if (ts.isPropertyAccessExpression(at)) return at.name;
  return ts.isIdentifier(at) ? at : undefined;
}

for (const file of files) {
  const source = program.getSourceFile(file);
  if (source === undefined) continue;
  const path = relative(root, file);
  const visit = (node: TypeScript.Node): void => {
    if (
      ts.isCallExpression(node) ||
      ts.isNewExpression(node) ||
      ts.isTaggedTemplateExpression(node)
    ) {
      const name = lastName(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression);
      if (name !== undefined && !isLocal(name)) {
        const targets = targetsOf(name);
        const { line, character } = source.getLineAndCharacterOfPosition(name.getStart(source));
        // Symbols of a package that is not installed are unknown to the checker too.
        if (isKnown(name)) console.log(JSON.stringify({ path, line, column: character, targets }));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
