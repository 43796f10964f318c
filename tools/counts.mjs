/**
 * Counts of the source tree: size of files and functions, cycles of imports, and how many modules a question and a hook load.
 * `node tools/counts.mjs [FOLDER]` prints JSON; FOLDER is a checkout, default this one.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = resolve(process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url))));
const LONG_FUNCTION = 60;
const NOT_PRODUCT = /\.(test|contract|fixture)\.ts$|(^|\/)testing[-/]|\.d\.ts$/;

const tracked = execFileSync("git", ["ls-files", "packages", "hosts", "apps"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((path) => path.endsWith(".ts"));
const product = tracked.filter((path) => !NOT_PRODUCT.test(path));
const parsed = new Map(product.map((path) => [path, parse(path)]));

const lengths = product.map((path) => linesOf(path)).sort((a, b) => a - b);
const imports = new Map(product.map((path) => [path, importsOf(path)]));

console.log(
  JSON.stringify(
    {
      productFiles: product.length,
      productLines: sum(lengths),
      testLines: sum(tracked.filter((path) => NOT_PRODUCT.test(path)).map(linesOf)),
      fileLines: {
        median: at(lengths, 0.5),
        p90: at(lengths, 0.9),
        largest: lengths.at(-1),
      },
      functionsOver60Lines: [...parsed.values()].flatMap(longFunctions),
      largestCycle: largestCycle(),
      compositionRoot: compositionRoot(),
      modulesLoaded: modulesLoaded(),
      identifiers: identifiers(["told", "said", "given", "kept", "life", "wish", "world"]),
    },
    null,
    2,
  ),
);

function parse(path) {
  const text = readFileSync(join(root, path), "utf8");
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function linesOf(path) {
  return readFileSync(join(root, path), "utf8").split("\n").length - 1;
}

function longFunctions(file) {
  const found = [];
  visit(file, (node) => {
    if (!ts.isFunctionLike(node) || node.body === undefined) return;
    const line = (position) => file.getLineAndCharacterOfPosition(position).line;
    const lines = line(node.getEnd()) - line(node.getStart()) + 1;
    if (lines > LONG_FUNCTION)
      found.push(`${file.fileName}: ${node.name?.getText() ?? "(anonymous)"}, ${lines} lines`);
  });
  return found;
}

/** Returns relative imports, including type-only and dynamic imports. */
function importsOf(path) {
  const found = new Set();
  visit(parsed.get(path), (node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    if (!specifier.text.startsWith(".")) return;
    const target = posix.join(posix.dirname(path), specifier.text);
    if (parsed.has(target)) found.add(target);
  });
  return found;
}

function specifierOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return node.argument.literal;
  const isDynamic =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isDynamic ? node.arguments[0] : undefined;
}

/** Returns the files of the largest group that import each other in a cycle (Tarjan 1972); empty if there is none. */
function largestCycle() {
  const [index, low, onStack, stack, groups] = [new Map(), new Map(), new Set(), [], []];
  const connect = (path) => {
    index.set(path, index.size);
    low.set(path, index.get(path));
    stack.push(path);
    onStack.add(path);
    for (const next of imports.get(path) ?? []) {
      if (!index.has(next)) connect(next);
      if (onStack.has(next)) low.set(path, Math.min(low.get(path), low.get(next)));
    }
    if (low.get(path) !== index.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    for (const member of group) onStack.delete(member);
    groups.push(group);
  };
  for (const path of product) if (!index.has(path)) connect(path);
  const largest = groups.reduce((most, group) => (group.length > most.length ? group : most), []);
  return largest.length > 1 ? largest.sort() : [];
}

function compositionRoot() {
  const path = ["packages/memory/src/open.ts", "packages/memory/src/engine.ts"].find((one) =>
    existsSync(join(root, one)),
  );
  return { path, lines: linesOf(path), imports: imports.get(path).size };
}

/** Returns our source modules that a command loads when it runs from source. */
function modulesLoaded() {
  const home = mkdtempSync(join(tmpdir(), "tacit-counts-"));
  const count = (script, words, input) => {
    const report = `
      import { registerHooks } from "node:module";
      const seen = new Set();
      registerHooks({ load(url, context, next) {
        if (url.startsWith("file:") && !url.includes("/node_modules/")) seen.add(url);
        return next(url, context);
      } });
      process.on("exit", () => process.stderr.write("modules: " + seen.size + "\\n"));`;
    const ran = spawnSync(
      process.execPath,
      [
        "--conditions=source",
        `--import=data:text/javascript,${encodeURIComponent(report)}`,
        join(root, script),
        ...words,
      ],
      {
        cwd: home,
        env: { ...process.env, TACIT_HOME: join(home, "tacit"), HOME: home },
        input,
        encoding: "utf8",
      },
    );
    return Number(/modules: (\d+)/.exec(ran.stderr)?.[1] ?? Number.NaN);
  };
  const payload = JSON.stringify({
    session_id: "s",
    cwd: home,
    hook_event_name: "UserPromptSubmit",
    prompt: "which port does staging use, and why?",
    prompt_id: "p",
  });
  const shell = JSON.stringify({
    session_id: "s",
    cwd: home,
    hook_event_name: "PostToolUse",
    tool_name: "Edit",
    tool_input: { file_path: join(home, "a.ts") },
    tool_use_id: "u",
  });
  try {
    return {
      recall: count("apps/cli/src/main.ts", ["recall", "which port does staging use"], ""),
      hookThatCaptures: count("hosts/hooks/src/main.ts", ["claude-code", "PostToolUse"], shell),
      hookThatRecalls: count(
        "hosts/hooks/src/main.ts",
        ["claude-code", "UserPromptSubmit"],
        payload,
      ),
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function identifiers(words) {
  const counts = new Map(words.map((word) => [word, 0]));
  for (const file of parsed.values())
    visit(file, (node) => {
      if (ts.isIdentifier(node) && counts.has(node.text))
        counts.set(node.text, counts.get(node.text) + 1);
    });
  return Object.fromEntries(counts);
}

function visit(node, see) {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function at(sorted, share) {
  return sorted[Math.floor(sorted.length * share)];
}
