/** Tests that citations are chips that lead to memories, and that a memory is corrected after following one. */
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";
import { expectAccessible, inBrowser, openPanel } from "./panel-page.ts";

const CITED = "The staging port is 7781 because 7780 is taken by the metrics sidecar.";

inBrowser(panelTests);

interface Listed {
  readonly id: string;
  readonly content: string;
}

/** A project with a memory that cites another one six times, and one that does not exist. */
function citingProject(): ProjectProgram {
  const program = makeProject();
  expect(program.tacit("remember", CITED).status).toBe(0);
  const [cited] = program.document("list") as readonly Listed[];
  const chips = Array.from({ length: 5 }, () => `[mem:${cited?.id.slice(-8)}]`).join(" ");
  const text = `Deployments follow [mem:${cited?.id}] [mem:deadbeef] and ${chips}, with care.`;
  expect(program.tacit("remember", text).status).toBe(0);
  return program;
}

function panelTests(browser: () => Browser): void {
  test("a citation leads to its memory, which is corrected there; a dead end is marked, and many are behind a button", async () => {
    const program = citingProject();
    const { page, problems } = await openPanel(browser(), program);
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    // In a list a chip is no link: the whole row is one.
    await page.getByRole("link", { name: /Deployments follow The staging port/ }).click();
    const heading = page.getByRole("heading", { level: 1, name: /^Deployments follow/ });
    await heading.waitFor();
    expect(await heading.textContent()).not.toContain("[mem:");
    await heading.getByText("This memory was forgotten").waitFor({ state: "attached" });
    await expectAccessible(page);
    const chips = heading.getByRole("link", { name: /staging port/ });
    expect(await chips.count()).toBe(4);
    await heading.getByRole("button", { name: "2 more" }).click();
    await expect.poll(() => chips.count()).toBe(6);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await chips.first().click();
    await page.getByRole("heading", { level: 1, name: /^The staging port/ }).waitFor();
    expect(await page.title()).toMatch(/^The staging port.* · Tacit$/);
    await page.getByRole("button", { name: "Correct" }).click();
    await page.getByRole("radio", { name: /Partly wrong/ }).check();
    await page.getByRole("textbox").fill("The staging port is 7790 since the move.");
    await page.locator(".difference ins").first().waitFor();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Correct" }).click();
    await page.getByRole("button", { name: "Undo" }).hover();
    await expect
      .poll(() => contents(program))
      .toContain("The staging port is 7790 since the move.");
    expect(contents(program)).not.toContain(CITED);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => contents(program)).toContain(CITED);
    // The dead end is asked for, and the browser reports the answer.
    expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  });
}

function contents(program: ProjectProgram): string[] {
  return (program.document("list") as readonly Listed[]).map(({ content }) => content);
}
