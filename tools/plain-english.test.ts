/** Tests that texts which people and agents see avoid the old phrases of this project and use the words of STYLE.md. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const FILES = [
  "apps/cli/src/**/*.ts",
  "hosts/mcp/src/**/*.ts",
  "hosts/hooks/src/**/*.ts",
  "hosts/panel/src/**/*.ts",
  "apps/panel/src/**/*.{ts,tsx}",
  "packages/memory/src/domain/sentences/error-table.ts",
  "packages/memory/src/domain/options.ts",
  "packages/memory/src/{admin,brief,config,curate,exchange,learn,report}/**/*.ts",
];

/** Each phrase with the words to use instead. */
const PHRASES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:is|are|was|were|be) told\b|\btold (?:here|unasked|on|by)\b/i, "shown"],
  [/\bunasked\b/i, "automatically"],
  [/\b(?:is|are|was|were|not|nothing) kept\b|\bkept (?:as|apart|here|for)\b/i, "stored"],
  [/\bcomplains? of\b/i, "reports"],
  [/\b(?:puts?|put) right\b|\bmends?\b|\bmended\b/i, "fixes"],
  [/\bwhat there is to\b|\bcame of it\b|\bwhat became of\b/i, "a noun: result, state"],
  [/\bleft alone\b|\bleaves? (?:it )?away\b/i, "not changed, omitted"],
  [/\b(?:is|are|was) none\b|\bis no (?:file|report|MCP)\b/i, "is not a"],
  [/\bwhoever\b|\bsomebody\b|\bnobody\b/i, "a person, no agent, none"],
  [/\bas (?:they|it) lies?\b|\bis there already\b/i, "exists"],
  [/\bbears? on\b|\bbears? (?:it|them) out\b|\bbore fruit\b/i, "is relevant to, supports"],
  [/\bin hand\b|\bgo(?:es)? by\b|\blooks closer\b|\bneeds? a look\b/i, "a verb that can be copied"],
  [
    /\bset(?:s)? aside\b|\btakes? (?:it|them) (?:off|in)\b|\btaken (?:in|out)\b/i,
    "archive, import, remove",
  ],
  [/\bsays? (?:so|which|why|more|otherwise)\b|\bas far as\b/i, "shows, lists"],
  [/\bone among others\b|\bso many\b|\bof the (?:command's|expected) form\b/i, "a plain phrase"],
  [
    /\b(?:asked|found|known|skipped|forgotten|captured|worked) here\b|\b(?:files?|model|memory) here\b/i,
    "in this project, on this machine",
  ],
  [/^Care:|Machine room/i, "Review and edit, Advanced"],
  [/\bby itself\b/i, "automatically"],
];

/** Prompts of models. Their codes, such as `known`, are part of stored replies. */
const PROMPTS = /\/(?:writer-request|second-look)\.ts$/;
const DOCS = ["README.md", "ARCHITECTURE.md", "STYLE.md", "docs/*.md"];

/** Texts of the sources without tests, tables of numbers and word lists, which are never shown. */
const texts = FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .filter(
    (path) =>
      !/\.(?:test|contract)\.ts$|\/testing-|\/tuning\.ts$|\/example-question\.ts$/.test(path) &&
      !PROMPTS.test(path),
  )
  .flatMap((path) =>
    textsOf(readFileSync(join(ROOT, path), "utf8")).map((text) => ({ path, text })),
  );

test.each(FILES)("%s matches a file", (pattern) => {
  expect(globSync(pattern, { cwd: ROOT })).not.toEqual([]);
});

/** Names of the old glossary, which STYLE.md replaces. `one` and `known` are allowed where they are the plain word. */
const OLD_NAMES =
  /\b(?:const|let|function|readonly|type|interface) (told|said|given|wish|world|mend|cure)\b/gi;
const OLD_PROPERTIES = 40;

test("no variable, function or type has a name of the old glossary", () => {
  const found = globSync("{packages,hosts,apps}/*/src/**/*.{ts,tsx}", { cwd: ROOT }).flatMap(
    (path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(OLD_NAMES)].map(
        ([text]) => `${path}: ${text}`,
      ),
  );
  expect(found.filter((text) => !text.includes(": readonly "))).toEqual([]);
  expect(found.length).toBeLessThan(OLD_PROPERTIES);
});

/** Names that were replaced because they do not say what they name, with an example of the words to use instead. */
const UNCLEAR_NAMES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^(?:is|max_)?told$/i, "shown, reported, visible"],
  [/^(?:teller|telling|is_?telling|tell)$/i, "recipient, informative, report"],
  [/^(?:takeIn|lookInto|lookThrough|lookAcross|ofAny|leaveTo[A-Z]\w*)$/, "ingest, visit, ignore"],
  [
    /^(?:Asking|Asked|Kept|Wanted|Known|Held|Looking|Where|Taker)$/,
    "a noun: Request, Cache, Context",
  ],
  [/^(?:MOST|NOTHING|OF_[A-Z_]+)$/, "MAX_CHARS, NO_FIELDS, KERNEL_METHODS"],
  [/^(?:to)?sayings?(?:$|[A-Z])/i, "message"],
];
/** The same for names that some folders still contain. */
const UNCLEAR_NOUNS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^(?:said|heard|asked|kept|given|known)$/, "text, event, request, cached, input, existing"],
  [/^(?:most|least)$/, "limit, maxChars, minCount"],
  [/^(?:MOST_(?!NEAREST|BEARING|FREQUENT)|LEAST_(?!BAR)|FEWEST_(?!TELLING))/, "MAX_, MIN_"],
];
const WITH_UNCLEAR_NOUNS =
  /^(?:packages\/redact|packages\/memory\/src\/curate\/dream|hosts\/panel|apps\/panel)\//;
const UNCLEAR_FILES = /\/(?:surface|sight|ties|unseen|places|settle|teller|look|hiding)\.ts$/;

test("no name or file of the product is one of those that say nothing", () => {
  const sources = globSync("{packages,hosts,apps}/*/src/**/*.{ts,tsx}", { cwd: ROOT })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.test\.tsx?$|\/testing-|\/testing\/|\.contract\.ts$/.test(path));
  expect(sources.filter((path) => UNCLEAR_FILES.test(path))).toEqual([]);
  const found = sources.flatMap((path) =>
    namesOf(readFileSync(join(ROOT, path), "utf8")).flatMap((name) =>
      [...UNCLEAR_NAMES, ...(WITH_UNCLEAR_NOUNS.test(path) ? [] : UNCLEAR_NOUNS)].flatMap(
        ([pattern, instead]) => (pattern.test(name) ? [`${path}: ${name} (${instead})`] : []),
      ),
    ),
  );
  expect(found).toEqual([]);
});

test.each([
  ["const isTold = true;", ["isTold"]],
  ["interface Asked { readonly told: string }", ["Asked"]],
  ["class Tie { #settle() {} }", ["Tie", "#settle"]],
  ["const cut = (text: string, most: number) => text;", ["cut", "text", "most"]],
])("the names that %s declares are %j", (source, names) => {
  expect(namesOf(source)).toEqual(names);
});

test.each(DOCS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })))(
  "%s contains no old phrase",
  (path) => {
    const prose = readFileSync(join(ROOT, path), "utf8").replaceAll(
      /```[\s\S]*?```|`[^`\n]*`/g,
      "",
    );
    const found = prose
      .split("\n")
      .flatMap((line) => oldPhrases(line).map((phrase) => `"${phrase}" in: ${line}`));
    expect(found).toEqual([]);
  },
);

test("no text contains an old phrase", () => {
  const found = texts.flatMap(({ path, text }) =>
    oldPhrases(text).map((phrase) => `${path}: "${phrase}" in: ${text}`),
  );
  expect(texts.length).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});

test.each([
  ['const a = "memories that are told unasked";', 2],
  ["const a = html`<p>the file was left alone</p>`;", 1],
  ['const a = "questions that were asked here";', 1],
  ['const a = "a memory is shown automatically";', 0],
  ['import { mended } from "./mended.ts"; // what came of it', 0],
])("%s contains %i old phrases", (source, count) => {
  expect(textsOf(source).flatMap(oldPhrases)).toHaveLength(count);
});

/** Returns the names of the types, functions, methods, parameters and variables of a source; fields may be stored. */
function namesOf(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isDeclaration =
      ts.isVariableDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node);
    if (isDeclaration && node.name !== undefined)
      if (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name))
        found.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.tsx", source, ts.ScriptTarget.Latest));
  return found;
}

function oldPhrases(text: string): string[] {
  return PHRASES.flatMap(([pattern]) => pattern.exec(text)?.[0] ?? []);
}

/** Returns the string literals of a source with at least two words, and the parts of its templates. */
function textsOf(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    )
      if (/\S \S/.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest));
  return found;
}
