/** `tacit show`: shows one memory with all its details. */
import { isPassageId, procedureOf, shortId } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { memoryJson } from "../../output/memory-json.ts";
import { memoryDetail } from "../../output/memory-text.ts";
import { passageDetail, passageJson } from "../../output/passage-text.ts";
import { argument } from "../../parsed-args.ts";

export const show: Command = {
  name: "show",
  summary:
    "show a memory with its files, evidence and relations, a procedure with its steps and history, or a passage of a past session",
  arguments: [{ name: "id", text: "memory id, or its last digits, or passage id (ses:…)" }],
  examples: ["tacit show 4f3a91c2", "tacit show ses:9f2c41ab"],
  run: opened(async (tacit, context, input) => {
    if (isPassageId(argument(input, 0))) {
      const { passage, around } = await tacit.sessions.passage(argument(input, 0));
      const document = { ...passageJson(passage), around: around.map(passageJson) };
      context.out.result(document, () =>
        passageDetail(passage, around, context.out, context.machine.nowMs()),
      );
      return;
    }
    // Queried first, because it promotes a memory whose branch was merged in the meantime.
    const branch = await tacit.memories.branchStanding(argument(input, 0));
    const { memory, edges } = await tacit.memories.story(argument(input, 0));
    const freshness = await tacit.memories.freshnessOf(memory.id);
    const nowMs = context.machine.nowMs();
    const document = {
      ...memoryJson(memory, nowMs, freshness?.freshness),
      anchors: freshness?.anchors ?? [],
      procedure: procedureOf(memory),
      branchStanding: branch === null ? null : { verdict: branch.verdict, note: branch.note },
      edges,
    };
    context.out.result(document, () => {
      const relations = edges.map(({ fromId, toId, type }) =>
        fromId === memory.id
          ? `${type.replaceAll("_", " ")} ${shortId(toId)}`
          : `${shortId(fromId)} ${type.replaceAll("_", " ")} this`,
      );
      return [
        memoryDetail(memory, context.out, nowMs, freshness, branch),
        ...relations.map((relation) => `relation        ${relation}`),
      ].join("\n");
    });
  }),
};
