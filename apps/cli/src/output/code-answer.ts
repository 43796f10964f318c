/** Output of `impact` or `deps` answers for scripts and people. */
import {
  grouped,
  type ImpactAnswer,
  type LabelledPlace,
  type Memory,
  type PlacedNode,
  type RelatedFile,
  relationToTarget,
  shortId,
  type Tacit,
} from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { columns, plural } from "./layout.ts";
import { typeName } from "./memory-text.ts";
import { brokenLines, incompleteText, noneText, unknownLines } from "./unknown-text.ts";

const MAX_SHOWN = 60;
const VIA: Readonly<Record<string, string>> = {
  imports: "imports it",
  imports_symbol: "imports it",
  calls: "calls it",
  instantiates: "creates an instance",
  extends: "extends it",
  implements: "implements it",
  overrides: "overrides it",
  typed_as: "uses it as a type",
  references: "refers to it",
};
/** Descriptions of how an edge is known. Tiers not listed are our own analysis of the sources. */
const TIERS: Readonly<Record<string, string>> = {
  scip: "from a SCIP index",
  checker: "from the type checker",
  local: "by a name in the same function",
  file: "by a name in the same file",
  import: "by an import",
  this: "by this, self or super",
  typed: "by the type of the receiver",
  module: "by its package",
  reference: "passed as a value, not called",
  dispatch: "possible call target",
  unique: "by its unique name",
};
const MAX_TESTS = 8;
const MAX_IMPORTS = 6;
const MAX_MEMORIES = 5;
const MAX_RELATED = 5;
const MAX_REMEMBERED = 10;

/** Shows an answer. `isExplained`: each place with how its last step is known. `tacit`: gives access to the memories. */
export async function showAnswer(
  context: CommandContext,
  tacit: Pick<Tacit, "memories">,
  { stale, ...answer }: ImpactAnswer,
  isExplained = false,
): Promise<void> {
  if (stale.length > 0) {
    const shown = stale.slice(0, 5).join(", ");
    context.out.say(
      `tacit: ${plural(stale.length, "file")} changed, but could not be read in time: ${shown}`,
    );
    context.out.say("  next: run `tacit index`");
  }
  // Scripts receive the ids.
  const memories = context.out.isJson ? [] : await memoriesOf(answer, tacit);
  context.out.result(answer, () => answerText(answer, memories, context, isExplained));
}

/** Returns the memories of an answer. One that was forgotten meanwhile is left out. */
async function memoriesOf(
  { memories }: Omit<ImpactAnswer, "stale">,
  tacit: Pick<Tacit, "memories">,
) {
  const results = await Promise.allSettled(memories.slice(0, MAX_MEMORIES).map(tacit.memories.get));
  return results.flatMap((item) => (item.status === "fulfilled" ? [item.value] : []));
}

/** Returns related files, one per line, with the sources of the relation. */
export function relatedText(
  related: readonly RelatedFile[],
  context: CommandContext,
  limit = related.length,
): string {
  const rows = [...Map.groupBy(related, ({ path }) => path)].slice(0, limit).map(([path, seen]) => {
    const shares = seen.map(
      ({ source, count, of }) => `${count} of ${of} ${source === "git" ? "commits" : "sessions"}`,
    );
    return [path, context.out.colors.dim(shares.join(", "))];
  });
  return columns(rows).join("\n");
}

function answerText(
  answer: Omit<ImpactAnswer, "stale">,
  memories: readonly Memory[],
  context: CommandContext,
  isExplained: boolean,
): string {
  const { colors } = context.out;
  const isBack = answer.direction === "dependents";
  if (answer.nodes.length === 0) {
    const beside = [...memoryLines(memories, context), ...besideCode(answer, context)];
    const lines = [...brokenLines(answer, context), noneText(answer)];
    return [...lines, ...unknownLines(answer, context), ...beside].join("\n");
  }
  // The query may have been a line or a name.
  const lines: string[] = [...brokenLines(answer, context), colors.dim(answer.target)];
  let shown = 0;
  for (const depth of new Set(answer.nodes.map((node) => node.depth))) {
    if (shown >= MAX_SHOWN) break;
    const here = answer.nodes.filter((node) => node.depth === depth);
    lines.push(colors.bold(heading(depth, here.length, isBack)));
    // The files that only import it are one line, after all uses.
    const imports = new Set(isBack ? here.filter(isImportOnly(here)) : []);
    const uses = here.filter((node) => !imports.has(node)).slice(0, MAX_SHOWN - shown);
    const rows = uses.map((node) => row(node, isBack, context, isExplained));
    lines.push(...columns(merged(rows)).map((line) => `  ${line}`));
    lines.push(...importText([...imports], context), "");
    shown += uses.length + imports.size;
  }
  lines.push(...moreText(answer, shown, context));
  const foot = [
    plural(new Set(answer.nodes.map((node) => node.path)).size, "file"),
    plural(answer.tests.length, "test file"),
    plural(answer.memories.length, "memory", "memories"),
    ...(answer.complete ? [] : [incompleteText(answer)]),
  ];
  lines.push(colors.dim(foot.join(" · ")));
  lines.push(...answer.tests.slice(0, MAX_TESTS).map((path) => `  ${colors.dim("test")} ${path}`));
  const others = answer.tests.length - MAX_TESTS;
  if (others > 0)
    lines.push(colors.dim(`  … and ${plural(others, "more test file")} (--json lists all)`));
  lines.push(...unknownLines(answer, context));
  lines.push(...memoryLines(memories, context));
  lines.push(...besideCode(answer, context));
  return lines.join("\n");
}

/** Returns how many places are not shown, and how many of them scripts receive. */
function moreText(
  { count, nodes }: Pick<ImpactAnswer, "count" | "nodes">,
  shown: number,
  { out: { colors } }: CommandContext,
): string[] {
  if (count <= shown) return [];
  const listed = count > nodes.length ? `lists ${grouped(nodes.length)}` : "lists all";
  return [colors.dim(`… and ${grouped(count - shown)} more (--json ${listed})`), ""];
}

function memoryLines(memories: readonly Memory[], { out: { colors } }: CommandContext): string[] {
  return memories.map(
    ({ id, type, title }) =>
      `  ${colors.dim("memory")} ${shortId(id)} ${colors.dim(`${typeName(type)}:`)} ${title}`,
  );
}

/** Returns sections from other sources than the code: memories, then history. */
function besideCode(
  { byMemory, direction, related }: Omit<ImpactAnswer, "stale">,
  context: CommandContext,
): string[] {
  return [...describePlaces(byMemory, direction, context), ...together(related, context)];
}

function describePlaces(
  places: readonly LabelledPlace[],
  direction: ImpactAnswer["direction"],
  context: CommandContext,
): string[] {
  if (places.length === 0) return [];
  const { colors } = context.out;
  const shown = places.slice(0, MAX_REMEMBERED).map((place) => {
    const { path, symbol, via, depth, memory, confidence, registeredBy } = place;
    const steps = depth === 1 ? "" : `, ${depth} steps away`;
    const sure = `${relationToTarget(via, direction)}${steps}, ${Math.round(confidence * 100)} % sure`;
    const by = registeredBy === undefined ? "" : `registered by ${registeredBy}, `;
    const where = symbol === undefined ? path : `${path}:${symbol}`;
    return [where, colors.dim(sure), colors.dim(`${by}by memory ${shortId(memory)}`)];
  });
  const more = places.length - shown.length;
  return [
    colors.dim("stated by memories:"),
    ...columns(shown).map((line) => `  ${line}`),
    ...(more > 0 ? [colors.dim(`  … and ${more} more (--json lists all)`)] : []),
  ];
}

function together(related: readonly RelatedFile[], context: CommandContext): string[] {
  if (related.length === 0) return [];
  const shown = relatedText(related, context, MAX_RELATED).split("\n");
  return [context.out.colors.dim("usually changed together:"), ...shown.map((line) => `  ${line}`)];
}

function heading(depth: number, count: number, isBack: boolean): string {
  const counted = plural(count, "place");
  if (depth === 1)
    return isBack
      ? `${counted} that ${count === 1 ? "depends" : "depend"} on it directly`
      : `${counted} that it uses directly`;
  return `${counted}, ${depth} steps away`;
}

/** Returns whether a file only imports the target; it is left out if something in it uses the target. */
const isImportOnly =
  (here: readonly PlacedNode[]) =>
  ({ path, symbol, via }: PlacedNode): boolean =>
    symbol === undefined &&
    (via === "imports" || via === "imports_symbol") &&
    (here.length > 1 || path === "");

/** Returns one line for all files that only import the target; their uses are listed above. */
function importText(imports: readonly PlacedNode[], { out: { colors } }: CommandContext): string[] {
  if (imports.length === 0) return [];
  const shown = imports.slice(0, MAX_IMPORTS).map(placeText);
  const more = imports.length - shown.length;
  const rest = more > 0 ? ` and ${more} more` : "";
  return [
    `  ${colors.dim(`${plural(imports.length, "file")} ${imports.length === 1 ? "imports" : "import"} it:`)} ${shown.join(", ")}${rest}`,
  ];
}

const placeText = ({ path, line }: PlacedNode) => (line === undefined ? path : `${path}:${line}`);

/** Merges rows for functions with the same name in one file, such as a test's helpers, into one row with their number. */
function merged(rows: readonly (readonly string[])[]): string[][] {
  return [...Map.groupBy(rows, (cells) => cells.join("\0")).values()].map((same) => {
    const [name = "", ...rest] = same[0] ?? [];
    return [same.length === 1 ? name : `${name} ×${same.length}`, ...rest];
  });
}

function row(
  node: PlacedNode,
  isBack: boolean,
  context: CommandContext,
  isExplained: boolean,
): string[] {
  const { colors } = context.out;
  const via = isBack ? (VIA[node.via] ?? node.via) : node.via.replaceAll("_", " ");
  const isDoubtful = node.confidence < 0.8;
  return [
    node.symbol ?? colors.dim("(file)"),
    colors.dim(`${via}${isDoubtful ? `, ${Math.round(node.confidence * 100)} % sure` : ""}`),
    placeText(node),
    ...(isExplained ? [colors.dim(TIERS[node.tier] ?? node.tier)] : []),
  ];
}
