/**
 * `tacit models list`: lists the available encoders, rerankers and writers, which of them are used, and which encoder's
 * vectors are stored.
 */
import { grouped, type ListedModel, type ListedReranker } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { opened } from "../../open.ts";
import { columns, megabytes } from "../../output/layout.ts";

export const modelsList: Command = {
  name: "models list",
  summary: "list the available encoders, rerankers and writers, and show the ones in use",
  arguments: [],
  details:
    "* marks the encoder that recall uses, > a chosen encoder whose vectors are not complete yet. Models of Ollama or of another server are listed after you chose them.",
  examples: ["tacit models list", "tacit models list --json"],
  run: opened(async (tacit, context) => {
    const encoders = await (await tacit.admin.models()).list();
    const rerankers = await (await tacit.admin.rerankers()).list();
    const writers = await (await tacit.admin.writers()).list();
    const encoderRows = encoders.map((row) => ({ role: "encoder" as const, ...row }));
    context.out.result([...encoderRows, ...rerankers, ...writers], () =>
      [
        listText(encoders, context),
        "",
        othersText("reranks hits", rerankers, context),
        ...(writers.length === 0 ? [] : ["", othersText("writes lessons", writers, context)]),
      ].join("\n"),
    );
  }),
};

function listText(rows: readonly ListedModel[], context: CommandContext): string {
  const { colors } = context.out;
  const lines = rows.map((row) => [
    row.isActive ? colors.green("*") : row.isChosen ? colors.yellow(">") : " ",
    row.name,
    row.dims === null ? "" : String(row.dims),
    whereItIs(row),
    row.id === null && !row.isActive ? "" : grouped(row.embedded),
    row.isChosen || row.isActive ? grouped(row.waiting) : "",
    row.text,
  ]);
  const head = ["", "model", "dims", "", "vectors", "waiting", ""].map((item) => colors.dim(item));
  return columns([head, ...lines]).join("\n");
}

function othersText(
  name: string,
  rows: readonly ListedReranker[],
  context: CommandContext,
): string {
  const { colors } = context.out;
  const lines = rows.map(({ role, name, isChosen, calls, text }) => [
    isChosen ? colors.green("*") : " ",
    name,
    role,
    calls === null ? "" : `${calls.today} of ${calls.most} calls today`,
    text,
  ]);
  const head = ["", name, "", "", ""].map((item) => colors.dim(item));
  return columns([head, ...lines]).join("\n");
}

function whereItIs({ isPulled, bytes }: ListedModel): string {
  if (isPulled) return "";
  return bytes === null ? "not installed" : `to download, ${megabytes(bytes)}`;
}
