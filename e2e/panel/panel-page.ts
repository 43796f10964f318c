/** Opens `tacit panel` in a browser for one test, and checks that its views are accessible. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { PROGRAM, type ProjectProgram } from "../project-program.ts";
import { CHROMIUM, launchBrowser } from "./browser.ts";

/** What the command printed when it was ready. Only `serve` prints a token and the address for agents. */
interface Printed {
  readonly url: string;
  readonly mcpUrl?: string;
  readonly token?: string;
}

export interface OpenedPanel {
  readonly page: Page;
  readonly program: ProjectProgram;
  /** The process of the panel. */
  readonly panel: ChildProcess;
  readonly printed: Printed;
  /** What the browser reported: errors, and violations of the page's policy. */
  readonly problems: readonly string[];
}

/** Declares tests that share one browser. Without a browser on this machine, one test reports that they are skipped. */
export function inBrowser(tests: (browser: () => Browser) => void): void {
  if (CHROMIUM === null) {
    test("SKIPPED: no Chromium on this machine", () => undefined);
    return;
  }
  const chromium = CHROMIUM;
  describe("in a browser", () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser(chromium);
    });
    afterAll(() => browser.close());
    tests(() => browser);
  });
}

/** Opens the panel of a command on a project, in a browser without any other state. Both end with the test. */
export async function openPanel(
  browser: Browser,
  program: ProjectProgram,
  command: "panel" | "serve" = "panel",
): Promise<OpenedPanel> {
  const { project, env } = program;
  const panel = spawn(process.execPath, [PROGRAM, command, "--json"], { cwd: project, env });
  onTestFinished(async () => {
    if (panel.exitCode !== null || panel.signalCode !== null) return;
    panel.kill();
    await once(panel, "exit");
  });
  const [line] = await once(createInterface({ input: panel.stdout }), "line");
  const context = await browser.newContext({ locale: "en-GB" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const printed: Printed = JSON.parse(String(line));
  await page.goto(command === "serve" ? `${printed.url}#token=${printed.token}` : printed.url);
  return { page, program, panel, printed, problems };
}

/** Checks accessibility with axe. The debugger injects axe, because the page's policy allows no other script. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    // In the middle of a transition, for example to the dark theme, colours have too little contrast.
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    const { axe: inPage } = globalThis as unknown as { axe: typeof import("axe-core") };
    const found = await inPage.run();
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
    );
  });
  expect(violations).toEqual([]);
}
