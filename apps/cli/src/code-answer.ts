/** An answer of `impact` or `deps`, for scripts and for people. */
import type { ImpactAnswer, ReachedNode } from "@tacit-memory/memory";
import { columns, plural } from "./layout.ts";
import type { World } from "./world.ts";

const MAX_SHOWN = 60;
const VIA: Readonly<Record<string, string>> = {
  imports: "imports it",
  imports_symbol: "imports it",
  calls: "calls it",
  instantiates: "makes one",
  extends: "extends it",
  implements: "implements it",
  overrides: "overrides it",
  typed_as: "has its type",
};

export function showAnswer(world: World, { stale, ...answer }: ImpactAnswer): void {
  if (stale.length > 0) {
    const shown = stale.slice(0, 5).join(", ");
    world.out.say(
      `tacit: ${plural(stale.length, "file")} changed and were not read in time: ${shown}`,
    );
    world.out.say("  next: run `tacit index`");
  }
  world.out.result(answer, () => answerText(answer, world));
}

function answerText(answer: Omit<ImpactAnswer, "stale">, world: World): string {
  const { colors } = world.out;
  const isBack = answer.direction === "dependents";
  if (answer.nodes.length === 0) {
    return `nothing ${isBack ? "depends on" : "is needed by"} ${answer.target}, as far as the code says`;
  }
  const lines: string[] = [];
  const shown = answer.nodes.slice(0, MAX_SHOWN);
  for (const depth of new Set(shown.map((node) => node.depth))) {
    const all = answer.nodes.filter((node) => node.depth === depth).length;
    lines.push(colors.bold(heading(depth, all, isBack)));
    const rows = shown
      .filter((node) => node.depth === depth)
      .map((node) => row(node, isBack, world));
    lines.push(...columns(rows).map((line) => `  ${line}`), "");
  }
  if (answer.nodes.length > shown.length) {
    lines.push(colors.dim(`… and ${answer.nodes.length - shown.length} more: --json has them`), "");
  }
  const foot = [
    plural(new Set(answer.nodes.map((node) => node.path)).size, "file"),
    plural(answer.tests.length, "test file"),
    plural(answer.memories.length, "memory", "memories"),
    ...(answer.complete ? [] : ["the list is not complete"]),
  ];
  lines.push(colors.dim(foot.join(" · ")));
  lines.push(...answer.tests.slice(0, 8).map((path) => `  ${colors.dim("test")} ${path}`));
  lines.push(
    ...answer.memories
      .slice(0, 5)
      .map((id) => `  ${colors.dim("memory")} tacit show ${id.slice(-8)}`),
  );
  return lines.join("\n");
}

function heading(depth: number, count: number, isBack: boolean): string {
  const counted = plural(count, "place");
  if (depth === 1) return isBack ? `${counted} right next to it` : `${counted} it uses itself`;
  return `${counted}, ${depth} steps away`;
}

function row(node: ReachedNode, isBack: boolean, world: World): string[] {
  const { colors } = world.out;
  const via = isBack ? (VIA[node.via] ?? node.via) : node.via.replaceAll("_", " ");
  const isDoubtful = node.confidence < 0.8;
  return [
    node.symbol ?? colors.dim("(file)"),
    colors.dim(`${via}${isDoubtful ? `, ${Math.round(node.confidence * 100)} % sure` : ""}`),
    node.path,
  ];
}
