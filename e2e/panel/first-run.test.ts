/** Tests the first run of the panel in a real browser: past sessions are found and learned from, and each memory is judged. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";
import { expectAccessible, inBrowser, openPanel } from "./panel-page.ts";

const RULES = [
  "Always run the migrations before the integration tests.",
  "Never edit the generated client by hand, change the schema instead.",
  "Always use pnpm in this repository, never npm.",
];

inBrowser(panelTests);

/** A project without memories, and a home with Claude Code and three of its transcripts about the project. */
function newProject(): ProjectProgram {
  const program = makeProject();
  const { base, project } = program;
  const folder = join(base, ".claude", "projects", project.replace(/[^a-zA-Z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  for (const [i, rule] of RULES.entries()) {
    const common = { sessionId: `past-${i}`, cwd: project, version: "2.0.0" };
    const lines = [
      { type: "user", message: { role: "user", content: rule } },
      {
        type: "assistant",
        message: { role: "assistant", content: [{ type: "text", text: "Understood." }] },
      },
    ].map((line, at) =>
      JSON.stringify({
        ...common,
        ...line,
        uuid: `${i}-${at}`,
        timestamp: `2026-11-0${i + 1}T10:00:0${at}Z`,
      }),
    );
    writeFileSync(join(folder, `past-${i}.jsonl`), `${lines.join("\n")}\n`);
  }
  return program;
}

function panelTests(browser: () => Browser): void {
  test("a project without memories opens at the first run, learns from past sessions, and each memory is judged by keyboard", async () => {
    const { page, program, problems } = await openPanel(browser(), newProject());
    await page.getByRole("heading", { level: 1, name: "Get started" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/start");
    await page.getByText("Not connected").first().waitFor();
    await page.getByText("3 transcripts").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Learn from these sessions" }).click();
    await page.getByText("3 memories learned").waitFor();
    await page.getByText("Read: 3 sessions.").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Look at 3 memories" }).click();
    await page.getByText("1 of 3").waitFor();
    await expectAccessible(page);
    const cardText = await page.locator(".card-text").textContent();
    await page.keyboard.press("a");
    await page.getByText("2 of 3").waitFor();
    await page.keyboard.press("e");
    await page
      .getByRole("textbox")
      .fill("Review apps are deleted after a week by the platform team.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("3 of 3").waitFor();
    await page.keyboard.press("r");
    await page.getByText("You have seen it all").waitFor();
    await expectAccessible(page);
    expect(contents(program)).toEqual(
      [String(cardText), "Review apps are deleted after a week by the platform team."].sort(),
    );
    await page.keyboard.press("z");
    await page.getByText("3 of 3").waitFor();
    expect(contents(program)).toHaveLength(3);
    expect(problems).toEqual([]);
  });

  test("a person may leave the first run for Today, and the palette leads back, in French and on a phone", async () => {
    const { page, problems } = await openPanel(browser(), newProject());
    await page.getByRole("heading", { level: 1, name: "Get started" }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: "Today" }).click();
    await page.getByText("Nothing is remembered in this project yet.").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Français");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Premiers pas");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Premiers pas" }).waitFor();
    await page.getByText("3 transcriptions").waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(390);
    await page.getByRole("button", { name: "Plus" }).click();
    await page.getByRole("menuitem", { name: "Réglages" }).click();
    await page.getByRole("heading", { level: 1, name: "Réglages" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("sessions that the repository contains are read only if a person ticks it", async () => {
    const program = newProject();
    const rule = "Always use tabs in every Makefile, never spaces.";
    program.write(
      ".specstory/history/2026-10-30_17-43-make.md",
      `<!-- Generated by SpecStory -->\n\n_**User**_\n\nAdd a target. ${rule}\n\n---\n\n_**Assistant**_\n\nDone.\n`,
    );
    const { page, problems } = await openPanel(browser(), program);
    const choice = page.getByRole("checkbox", {
      name: "Also read the transcript in this repository",
    });
    await choice.waitFor();
    expect(await choice.isChecked()).toBe(false);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Learn from these sessions" }).click();
    await page.getByText("Read: 3 sessions.").waitFor();
    expect(contents(program)).toHaveLength(3);
    await choice.check();
    await page.getByRole("button", { name: "Learn from what is new" }).click();
    await page.getByText("Read: 1 session.").waitFor();
    expect(contents(program)).toHaveLength(4);
    expect(contents(program).join()).toContain("tabs in every Makefile");
    expect(problems).toEqual([]);
  });

  test("an agent is connected after its changes were shown, and the undo restores its files", async () => {
    const program = newProject();
    // The repository has a file of the same name, which is not the user's.
    program.write(".claude/settings.json", "{}");
    const settings = join(program.base, ".claude", "settings.json");
    writeFileSync(settings, '{ "model": "opus" }');
    const { page, problems } = await openPanel(browser(), program);
    await page.getByRole("heading", { level: 1, name: "Get started" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Connect: Claude Code", exact: true }).click();
    await page.getByText(settings).click();
    await page.getByText("SessionStart").first().waitFor();
    await expectAccessible(page);
    expect(readFileSync(settings, "utf8")).toBe('{ "model": "opus" }');
    await page.getByRole("dialog").getByRole("button", { name: "Connect" }).click();
    await page.getByText("Claude Code is connected").first().waitFor();
    await page.getByRole("button", { name: "Disconnect: Claude Code" }).waitFor();
    expect(readFileSync(settings, "utf8")).toContain("SessionStart");
    expect(readFileSync(join(program.project, ".claude", "settings.json"), "utf8")).toBe("{}");
    expect(existsSync(join(program.base, ".codex"))).toBe(false);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Connect: Claude Code", exact: true }).waitFor();
    expect(readFileSync(settings, "utf8")).toBe('{ "model": "opus" }');
    expect(problems).toEqual([]);
  });

  test("a session is replayed step by step, by keys and by itself, with what was shown and learned until then", async () => {
    const program = newProject();
    expect(program.tacit("learn", "--yes").status).toBe(0);
    const { page, problems } = await openPanel(browser(), program);
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.getByText("Always use pnpm").first().click();
    await page.getByRole("link", { name: "Replay step by step" }).click();
    await page.getByText("1 of 2").waitFor();
    await page.getByText("Nothing yet.").first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press("ArrowRight");
    await page.getByText("2 of 2").waitFor();
    await page.getByText("Learned so far 1").waitFor();
    await page.keyboard.press("Home");
    await page.getByText("1 of 2").waitFor();
    await page.keyboard.press("p");
    await page.getByText("2 of 2").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(problems).toEqual([]);
  });

  test("a project with memories opens at Today", async () => {
    const program = newProject();
    expect(program.tacit("remember", RULES[0] ?? "").status).toBe(0);
    const { page } = await openPanel(browser(), program);
    await page.getByText("Nothing needs you right now.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });
}

function contents(program: ProjectProgram): string[] {
  const memories = program.document("list") as readonly { readonly content: string }[];
  return memories.map(({ content }) => content).sort();
}
