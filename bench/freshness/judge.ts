/**
 * Determines the fate of a symbol without any of the code under test. The TypeScript compiler reads both commits from git; a
 * symbol is unchanged when its tokens are, comments included. White space between tokens does not count; white space within a
 * string does.
 */
import { execFileSync } from "node:child_process";
import ts from "typescript";

export interface JudgedSymbol {
  /** `Container.name`. */
  readonly name: string;
  /** Lines from 1, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** The symbol's tokens, without `export` and `default`. */
  readonly tokens: string;
}

export type Fate = "intact" | "changed" | "moved" | "gone";

/** The TypeScript files of one commit; each is parsed on first use. */
export interface Tree {
  readonly paths: readonly string[];
  readonly symbolsOf: (path: string) => readonly JudgedSymbol[];
}

const TYPESCRIPT = /\.tsx?$/;

/** Returns a reader of commits. `git` is the folder of a repository, bare or not. Blobs shared by commits are parsed once. */
export function judgeOf(git: string): (commit: string) => Tree {
  const byBlob = new Map<string, readonly JudgedSymbol[]>();
  return (commit) => {
    const blobs = blobsOf(git, commit);
    return {
      paths: [...blobs.keys()],
      symbolsOf: (path) => {
        const blob = blobs.get(path);
        if (blob === undefined) return [];
        let symbols = byBlob.get(blob);
        if (symbols === undefined) {
          const args = ["cat-file", "blob", blob];
          const text = execFileSync("git", args, { cwd: git, encoding: "utf8", maxBuffer: 1e8 });
          symbols = symbolsIn(path, text);
          byBlob.set(blob, symbols);
        }
        return symbols;
      },
    };
  };
}

/** Returns the fate of `symbol`, which was in `path` of `before`. */
export function fateOf(before: Tree, after: Tree, path: string, symbol: JudgedSymbol): Fate {
  const isTwin = (judgedSymbol: JudgedSymbol) =>
    lastPart(judgedSymbol.name) === lastPart(symbol.name) && judgedSymbol.tokens === symbol.tokens;
  const twins = after.symbolsOf(path).filter(isTwin).length;
  if (twins > 0 && twins >= before.symbolsOf(path).filter(isTwin).length) return "intact";
  if (after.symbolsOf(path).some((judgedSymbol) => judgedSymbol.name === symbol.name))
    return "changed";
  const isElsewhere = after.paths.some(
    (other) => other !== path && after.symbolsOf(other).some(isTwin),
  );
  return isElsewhere ? "moved" : "gone";
}

function blobsOf(git: string, commit: string): Map<string, string> {
  const args = ["ls-tree", "-r", "-z", commit];
  const listed = execFileSync("git", args, { cwd: git, encoding: "utf8", maxBuffer: 1e8 });
  const blobs = new Map<string, string>();
  for (const entry of listed.split("\0")) {
    const [, , blob = "", path = ""] = /^(\d+) blob (\w+)\t([\s\S]+)$/.exec(entry) ?? [];
    if (TYPESCRIPT.test(path)) blobs.set(path, blob);
  }
  return blobs;
}

function symbolsIn(path: string, text: string): JudgedSymbol[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: JudgedSymbol[] = [];
  const visit = (node: ts.Node, container: string) => {
    const name = nameOf(node);
    const qualified =
      name === null || container === "" ? (name ?? container) : `${container}.${name}`;
    if (name !== null) found.push(judged(source, text, statementOf(node), qualified));
    ts.forEachChild(node, (child) => visit(child, qualified));
  };
  visit(source, "");
  return found;
}

function nameOf(node: ts.Node): string | null {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isSetAccessorDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertySignature(node);
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (!isNamed || node.name === undefined) return null;
  const { name } = node;
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name)
    ? name.text
    : null;
}

/** Returns the whole statement of `const a = 1` when it declares nothing else. */
function statementOf(node: ts.Node): ts.Node {
  if (!ts.isVariableDeclaration(node) || !ts.isVariableDeclarationList(node.parent)) return node;
  const list = node.parent;
  return list.declarations.length === 1 && ts.isVariableStatement(list.parent) ? list.parent : node;
}

function judged(source: ts.SourceFile, text: string, node: ts.Node, name: string): JudgedSymbol {
  const [start, end] = [node.getStart(source), node.getEnd()];
  return {
    name,
    startLine: source.getLineAndCharacterOfPosition(start).line + 1,
    endLine: source.getLineAndCharacterOfPosition(end).line + 1,
    tokens: tokensOf(source, text, node),
  };
}

/** Returns the tokens of a node and the comments between them, in order, without the white space. */
function tokensOf(source: ts.SourceFile, text: string, node: ts.Node): string {
  const first = node.getStart(source);
  const tokens = leavesOf(source, node).flatMap((leaf) => {
    const start = leaf.getStart(source);
    const comments = start > first ? text.slice(leaf.pos, start).replace(/\s+/g, " ").trim() : "";
    return [comments, text.slice(start, leaf.end)].filter((token) => token !== "");
  });
  while (tokens[0] === "export" || tokens[0] === "default") tokens.shift();
  // The final punctuation of a statement is not part of the symbol.
  while (tokens.at(-1) === ";" || tokens.at(-1) === ",") tokens.pop();
  return tokens.join(" ");
}

function leavesOf(source: ts.SourceFile, node: ts.Node): ts.Node[] {
  const children = node.getChildren(source).filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc);
  return children.length === 0 ? [node] : children.flatMap((child) => leavesOf(source, child));
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
