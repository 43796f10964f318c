/** A rule that a user states in another language than English is shown in the next session and found in that language. */
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { contextOf, hookHost } from "./hook-process.ts";

test.each([
  [
    "Chinese",
    "帮我看一下发票的合计。",
    "这个仓库统一用 pnpm,不要用 npm。",
    "用什么包管理器?",
    "统一用 pnpm",
  ],
  [
    "Spanish",
    "¿puedes mirar los totales de la factura?",
    "Nunca edites a mano los archivos de src/generated, ejecuta make gen.",
    "¿cómo cambio los archivos de src/generated?",
    "archivos de src/generated",
  ],
])("%s", async (_language, request, rule, question, expected) => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project);
  await host.tell("SessionStart", "first", { source: "startup" });
  await host.tell("UserPromptSubmit", "first", { prompt: request });
  await host.tell("UserPromptSubmit", "first", { prompt: rule });
  await host.tell("SessionEnd", "first", { reason: "exit" });
  const start = contextOf(await host.tell("SessionStart", "second", { source: "startup" }));
  expect(start).toContain(expected);
  const tacit = await openTacit({ home, cwd: project });
  const { hits } = await tacit.memories.recall({ query: question });
  await tacit.close();
  expect(hits[0]?.memory.content).toContain(expected);
});
