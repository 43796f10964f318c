/** Creates the vectors of the chosen encoder with a progress line, for `models embed` and `models use`. */
import { type Embedded, ERRORS, grouped, type Tacit } from "@tacit-memory/memory";
import type { CommandContext } from "./command-context.ts";
import { withInterrupt } from "./interrupt.ts";
import { plural } from "./output/layout.ts";

export async function embedWithProgress(
  context: CommandContext,
  tacit: Tacit,
  request: { readonly limit?: number | undefined; readonly dropsOthers?: boolean } = {},
): Promise<Embedded> {
  const models = await tacit.admin.models();
  const embedded = await withInterrupt(context, async (signal) => {
    const report = await models.embed({
      ...request,
      signal,
      onProgress: ({ done, total }) =>
        context.out.progress(`embedding ${grouped(done)} of ${grouped(total)} memories`),
    });
    // Aborted: a script that waits for the vectors must not take this for success.
    if (signal.aborted && !report.isComplete) context.endWith(ERRORS.store_busy.exit);
    return report;
  });
  context.out.endProgress();
  return embedded;
}

export function embeddedText(embedded: Embedded): string {
  const { name, done, waiting, kept: skipped, refused, isActive, isComplete, dropped } = embedded;
  const memories = (count: number) => plural(count, "memory", "memories");
  return [
    `${memories(done)} embedded with ${name}${waiting === 0 ? "" : `, ${grouped(waiting)} still without a vector`}`,
    ...(skipped === 0
      ? []
      : [
          `  ${memories(skipped)} skipped, because secret memories are never sent to another machine`,
        ]),
    ...refused.slice(0, 5).map(({ id, reason }) => `  ${id}: ${reason}`),
    ...(isActive
      ? [`recall uses ${name}`]
      : ["recall uses the earlier encoder until all memories have a vector"]),
    ...(isComplete || isActive ? [] : ["to continue, run `tacit models embed`"]),
    ...(dropped === 0 ? [] : [`${plural(dropped, "vector")} of other encoders deleted`]),
  ].join("\n");
}
