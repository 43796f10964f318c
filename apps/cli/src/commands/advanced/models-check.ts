/** `tacit models check`: checks that the chosen encoder, reranker and writer respond and are still the same models. */
import { ERRORS } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withInterrupt } from "../../interrupt.ts";
import { opened } from "../../open.ts";
import { columns } from "../../output/layout.ts";

export const modelsCheck: Command = {
  name: "models check",
  summary:
    "test the chosen encoder, reranker and writer, and compare the results with earlier ones",
  arguments: [],
  details:
    "For an encoder: dimensions, vector length, the vector of its first run, and whether two related sentences are closer than two unrelated sentences. For a reranker: whether it finds the related note. Files of a pulled model are hashed again. The exit status is 69 if a check fails.",
  examples: ["tacit models check", "tacit models check --json"],
  run: opened(async (tacit, context) => {
    const models = await tacit.admin.models();
    const rerankers = await tacit.admin.rerankers();
    const writers = await tacit.admin.writers();
    const checked = await withInterrupt(
      context,
      async (signal) => {
        const encoder = await models.check(signal);
        const report = { encoder, others: await rerankers.check(signal) };
        const writer = await writers.check(signal);
        // After an abort, a failed check says nothing about the model.
        signal.throwIfAborted();
        return { ...report, writer };
      },
      "the chosen models",
    );
    const { encoder, others, writer } = checked;
    const { name, id, probe } = encoder;
    const ok = probe.isSound && [...others, ...writer].every(({ isSound }) => isSound);
    if (!ok) context.endWith(ERRORS.encoder_failed.exit);
    const all = [{ name, id, checks: probe.checks }, ...others, ...writer];
    const plain = (checkedModel: CheckedModel) => ({
      name: checkedModel.name,
      id: checkedModel.id,
      checks: checkedModel.checks,
    });
    const more = { secondStage: others.map(plain), writer: writer.map(plain) };
    context.out.result({ ok, name, id, checks: probe.checks, ...more }, () =>
      [
        ...all.map((item) => checkedText(item, context)),
        ...(probe.isSound ? [] : [MEANWHILE]),
      ].join("\n\n"),
    );
  }),
};

const MEANWHILE =
  "until then recall searches by words only; to use the built-in encoder, run `tacit models use built-in`";

interface CheckedModel {
  readonly name: string;
  readonly id: string;
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
  }[];
}

function checkedText(
  { name, id, checks }: CheckedModel,
  { out: { colors } }: CommandContext,
): string {
  const rows = checks.map((check) => [
    check.ok ? colors.green("ok") : colors.red("no"),
    check.name,
    check.detail,
  ]);
  return [`${name} (${id})`, ...columns(rows)].join("\n");
}
