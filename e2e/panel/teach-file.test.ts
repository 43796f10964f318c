/** Tests teaching from a file: what would be stored is shown first, and storing it is undone in one step. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";
import { expectAccessible, inBrowser, openPanel } from "./panel-page.ts";

const KNOWN = "The staging port is 7781 because 7780 is taken by the metrics sidecar.";
const LEDGER = "Invoices are numbered by the ledger service alone, never by the shop.";
const TOKEN = `ghp_${"a1B2c3D4".repeat(5).slice(0, 36)}`;

inBrowser(teachTests);

function stored({ document }: ProjectProgram): string[] {
  return (document("list") as readonly { readonly content: string }[]).map(
    ({ content }) => content,
  );
}

/** Opens the file chooser from the keyboard, as a person without a mouse does, and chooses a file. */
async function choose(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).focus();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(path);
}

function teachTests(browser: () => Browser): void {
  test("the insights of a Markdown file are shown without secrets and duplicates, stored, and undone", async () => {
    const program = makeProject();
    program.tacit("remember", KNOWN);
    const { page, problems } = await openPanel(browser(), program);
    await page.getByRole("link", { name: "Teach", exact: true }).click();
    const file = join(program.base, "notes.md");
    writeFileSync(
      file,
      `# Notes\n\n- ${KNOWN}\n- ${LEDGER}\n- The deploy token is ${TOKEN}, read only.\n`,
    );
    await choose(page, file);
    const insights = page.getByRole("list", { name: "notes.md" }).getByRole("checkbox");
    await page.getByText("A secret was removed.").waitFor();
    await page.getByRole("button", { name: "Store 2 memories" }).waitFor();
    expect(
      await insights.evaluateAll((boxes) => boxes.map((box) => box.matches(":checked"))),
    ).toEqual([false, true, true]);
    expect(await page.locator("body").textContent()).not.toContain(TOKEN);
    expect(stored(program)).toEqual([KNOWN]);
    await expectAccessible(page);
    await insights.nth(2).focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Store 1 memory" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("1 memory stored", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).hover();
    expect(stored(program).sort()).toEqual([LEDGER, KNOWN].sort());
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone", { exact: true }).waitFor();
    expect(stored(program)).toEqual([KNOWN]);
    expect(problems).toEqual([]);
  });

  test("a file that is no text or is too large is refused with its reason, and a dropped one is read", async () => {
    const program = makeProject();
    const { page, problems } = await openPanel(browser(), program);
    await page.getByRole("link", { name: "Teach", exact: true }).click();
    const alert = page.getByRole("alert");
    for (const [name, content, reason] of [
      ["photo.txt", Buffer.from([0x89, 0x50, 0x4e, 0x47]), "this is not a text file"],
      ["large.md", "x".repeat(300_000), "the file is larger than"],
      ["shape.json", '{"name":"tacit"}', "the JSON must be a list"],
    ] as const) {
      const file = join(program.base, name);
      writeFileSync(file, content);
      await choose(page, file);
      await alert.filter({ hasText: `${name}: ${reason}` }).waitFor();
    }
    await expectAccessible(page);
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([JSON.stringify([text])], "dropped.json"));
      return transfer;
    }, LEDGER);
    await page.dispatchEvent(".drop-zone", "drop", { dataTransfer: dropped });
    await page.getByRole("button", { name: "Store 1 memory" }).click();
    await page.getByText("1 memory stored", { exact: true }).waitFor();
    expect(stored(program)).toEqual([LEDGER]);
    expect(problems).toEqual([]);
  });
}
