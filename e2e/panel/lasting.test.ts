/** Tests what stays and what goes: a forgotten memory is shown nowhere, and typed text and the focus are not lost. */
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";
import { inBrowser, type OpenedPanel, openPanel } from "./panel-page.ts";

const PORT = "The staging port is 7781 because 7780 is taken by the metrics sidecar.";
const BETTER = `${PORT} Ask before you change it.`;

inBrowser(panelTests);

async function openedAt(browser: Browser): Promise<OpenedPanel & { readonly memory: string }> {
  const program: ProjectProgram = makeProject();
  expect(program.tacit("remember", PORT).status).toBe(0);
  const opened = await openPanel(browser, program);
  await opened.page.getByRole("link", { name: "Memories", exact: true }).click();
  await opened.page.getByRole("link", { name: /staging port/ }).click();
  await titleOf(opened.page).waitFor();
  return { ...opened, memory: opened.page.url() };
}

function titleOf(page: Page) {
  return page.getByRole("heading", { level: 1, name: /staging port/ });
}

function panelTests(browser: () => Browser): void {
  test("a forgotten memory is shown neither in another tab nor by the browser's Back", async () => {
    const { page, memory } = await openedAt(browser());
    const other = await page.context().newPage();
    await other.goto(memory);
    await titleOf(other).waitFor();
    await page.getByRole("button", { name: "Forget" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Forget" }).click();
    await other.getByRole("heading", { level: 1, name: "Not found" }).waitFor();
    expect(await other.getByText("7781").count()).toBe(0);
    await page.getByText("No memories yet").waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Not found" }).waitFor();
    expect(await page.getByText("7781").count()).toBe(0);
  });

  test("a closed dialog returns the focus and keeps what was typed, also for Teach", async () => {
    const { page } = await openedAt(browser());
    const edit = page.getByRole("button", { name: "Edit" });
    await edit.press("Enter");
    await page.getByRole("textbox").fill(BETTER);
    await page.keyboard.press("Escape");
    await expect.poll(() => edit.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    expect(await page.getByRole("textbox").inputValue()).toBe(BETTER);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { level: 1, name: /Ask before/ }).waitFor();
    await page.getByRole("link", { name: "Teach", exact: true }).click();
    await page.getByRole("textbox", { name: /remembered/ }).fill("Half a sentence about");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: /Ask before/ }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
    await page.goForward();
    const kept = page.getByRole("textbox", { name: /remembered/ });
    await expect.poll(() => kept.inputValue()).toBe("Half a sentence about");
  });
}
