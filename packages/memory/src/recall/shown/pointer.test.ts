/** How long the line of a pointer may be, by script. */
import { expect, test } from "vitest";
import { MAX_POINTER_TOKENS, pointerLine } from "./pointer.ts";
import { estimateTokens } from "./tokens.ts";

const lineOf = (title: string) =>
  pointerLine({ id: "m1", shownId: "mem:1a2b3c4d", title, pointedAs: "hypothesis" });

test("a title in Chinese has room for more than half of a short rule, one in English keeps the limit", () => {
  const chinese = lineOf(
    "user said: 这个仓库统一用 pnpm,不要用 npm,因为锁文件是 pnpm 的,而且部署脚本也依赖它",
  );
  expect(chinese).toContain("不要用 npm");
  expect(estimateTokens(chinese)).toBeLessThanOrEqual(40);
  const english = lineOf(`user said: ${"always use the package manager ".repeat(5)}`);
  expect(estimateTokens(english)).toBeLessThanOrEqual(MAX_POINTER_TOKENS);
});
