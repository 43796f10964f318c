/** `tacit report` shows a session on one screen, as a page in which nothing runs, and as JSON. */
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { CommandContext } from "../command-context.ts";
import type { Machine } from "../machine.ts";
import { createRenderer } from "../output/renderer.ts";
import { type TestMachine, testMachine } from "../testing-machine.ts";
import { openerOf, openPage } from "./open-page.ts";
import { DARK, LIGHT, type Palette } from "./page-style.ts";
import { duration, oneLine } from "./report-words.ts";
import { session } from "./testing-sessions.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

/** A bell, an escape, and a mark that changes the text direction. */
const CONTROLS = ["\u0007", "\u001b", "\u202e"];
const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"' onload='x' \u202egnp.exe\u0007\u001b[31m`;

async function observed(...sessions: string[]): Promise<void> {
  const ran = await machine.run(["observe", "-", "--finalize"], sessions.join("\n"));
  expect(ran.status).toBe(0);
}

describe("on a terminal", () => {
  test("shows task, time, outcome, path, errors, files, and shown and learned memories on one screen", async () => {
    await observed(session("s-1", "the cart"));
    const ran = await machine.run(["report"]);
    expect(ran.status).toBe(0);
    for (const expected of [
      "the cart",
      "ended: success",
      "2026-09-01 09:00 to 09:00 UTC",
      "1 prompt, 4 steps, 1 failed, 1 commit",
      "09:00 1 look, 1 edit, 2 checks; 1 failed; 1 commit: “Mend it: the cart”",
      "Error: the cart is broken",
      "fixed by editing src/the cart.ts",
      "commit abcdef012 the cart",
      "shown     none (besides the handoff)",
      "`tacit report s-1 --html`",
    ])
      expect(ran.stdout).toContain(expected);
    expect(ran.stdout.split("\n").length).toBeLessThan(50);
  });

  test("neutralises cursor movement and text direction in hostile text and respects the terminal's width", async () => {
    await observed(session("s-1", `${HOSTILE} ${"w".repeat(100_000)}`));
    const { stdout } = await machine.run(["report"]);
    for (const mark of CONTROLS) expect(stdout).not.toContain(mark);
    expect(stdout).toContain("‹U+202E›");
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });

  test("prints the list, and errors with the next step", async () => {
    expect((await machine.run(["report", "--list"])).stdout).toContain(
      "no sessions of this project are stored yet",
    );
    expect(await machine.run(["report"])).toMatchObject({
      status: 66,
      stderr: expect.stringContaining("tacit import transcript"),
    });
    await observed(
      session("same-beginning-1", "one"),
      session("same-beginning-2", "two", Date.UTC(2026, 8, 2)),
    );
    const listed = await machine.run(["report", "--list"]);
    expect(
      listed.stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => line.split("  ")[0]),
    ).toEqual(["same-beginning-2", "same-beginning-1"]);
    expect(await machine.run(["report", "same"])).toMatchObject({
      status: 64,
      stderr: expect.stringContaining("same-beginning-1"),
    });
    expect(await machine.run(["report", "nobody"])).toMatchObject({
      status: 66,
      stderr: expect.stringContaining("tacit report --list"),
    });
    expect(await machine.json(["report", "--list"])).toMatchObject([
      { id: "same-beginning-2", task: "two", startedAt: "2026-09-02T00:00:01.000Z" },
      {},
    ]);
  });
});

test("prints one document with --json: ISO dates, memories and candidates as elsewhere", async () => {
  await observed(session("s-1", "the cart"));
  const document = (await machine.json(["report", "latest"])) as Record<string, unknown>;
  expect(document).toMatchObject({
    id: "s-1",
    startedAt: "2026-09-01T09:00:01.000Z",
    activeMs: 12_000,
    counts: { steps: 4, kinds: { read: 1, edit: 1, check: 2 } },
    turns: [{ asked: "Mend it: the cart", from: "2026-09-01T09:00:02.000Z" }],
    errors: [{ what: "npm test the cart", mended: { how: "edit", detail: "src/the cart.ts" } }],
    page: null,
  });
  expect(JSON.stringify(document)).not.toMatch(/"(?:at|from|to|\w+At)Ms":/);
});

describe("as a page", () => {
  async function page(text: string): Promise<{ path: string; html: string }> {
    await observed(session("s-1", text));
    const ran = await machine.run(["report", "s-1", "--html"]);
    expect(ran.status).toBe(0);
    const path = ran.stdout.trim();
    return { path, html: readFileSync(path, "utf8") };
  }

  test("inserts hostile text as text only: no element, attribute or script results from it", async () => {
    const { html } = await page(HOSTILE);
    const tags = new Set(
      [...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, name]) => name?.toLowerCase()),
    );
    for (const bad of ["script", "img", "iframe", "object", "link", "form", "base", "a1"])
      expect(tags.has(bad)).toBe(false);
    // No text between tags opens a tag, and no tag has an event handler, a style or an external address.
    for (const [tag] of html.matchAll(/<[a-z][^>]*>/gi))
      expect(tag).not.toMatch(/\son\w+=|\sstyle=|(?:src|href)="(?!#)/i);
    expect(html).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
    for (const mark of CONTROLS) expect(html).not.toContain(mark);
    expect(html).not.toContain("javascript:");
  });

  test("declares a policy that allows only its own style, by hash", async () => {
    const { html } = await page("the cart");
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(html).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
    );
    expect(style).not.toMatch(/url\(|@import/);
    expect(html).not.toMatch(/https?:/);
  });

  test("is well formed, with headings, a described picture, and anchors that exist", async () => {
    const { html } = await page("the cart & more");
    const open: string[] = [];
    for (const [, close, name = "", rest = ""] of html
      .replace(/<style>[\s\S]*?<\/style>/, "")
      .matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi)) {
      if (name === "meta" || name === "wbr" || rest.endsWith("/")) continue;
      if (close === "") open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
    for (const [, both = ""] of html.matchAll(/aria-labelledby="([^"]+)"/g))
      for (const id of both.split(" ")) expect(ids).toContain(id);
    expect(html).toContain(
      "4 steps between 2026-09-01 09:00 and 09:00 UTC: 1 look, 1 edit, 2 checks; 1 failed. 1 prompt, 1 commit, 0 memories shown.",
    );
    expect(html).toMatch(
      /<html lang="en">[\s\S]*<title>the cart &amp; more · Tacit report<\/title>/,
    );
  });

  test("is readable by its owner only and never overwrites a foreign file", async () => {
    const { path } = await page("the cart");
    expect(path.startsWith(join(machine.home, "reports"))).toBe(true);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o077).toBe(0);

    const own = join(machine.folder, "mine.html");
    writeFileSync(own, "<p>mine</p>");
    expect(await machine.run(["report", "s-1", "--html", own])).toMatchObject({ status: 77 });
    expect(readFileSync(own, "utf8")).toBe("<p>mine</p>");
    const other = join(machine.folder, "report.html");
    for (let i = 0; i < 2; i++)
      expect((await machine.run(["report", "s-1", "--html", other])).status).toBe(0);
    expect(await machine.run(["report", "--html", "s-1"])).toMatchObject({ status: 64 });
    expect(existsSync(join(machine.folder, "s-1"))).toBe(false);
    expect(await machine.json(["report", "s-1", "--html", other])).toMatchObject({
      id: "s-1",
      page: other,
    });
  });

  test("opens nothing without a terminal, and says so", async () => {
    await observed(session("s-1", "the cart"));
    const ran = await machine.run(["report", "--open"]);
    expect(ran.status).toBe(0);
    expect(existsSync(ran.stdout.trim())).toBe(true);
    expect(ran.stderr).toContain("no browser was opened");
  });
});

describe("opening a page", () => {
  test("uses the platform's program without a shell", () => {
    expect(openerOf("linux").command).toBe("xdg-open");
    expect(openerOf("darwin").command).toBe("open");
    expect(openerOf("win32")).toEqual({
      command: "rundll32",
      before: ["url.dll,FileProtocolHandler"],
    });
  });

  test("passes the page's path as an argument at a terminal", async () => {
    // rundll32 cannot be replaced by a file on the path.
    if (process.platform === "win32") return;
    const folder = mkdtempSync(join(tmpdir(), "tacit-open-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    const addressFile = join(folder, "asked");
    const opener = join(folder, openerOf(process.platform).command);
    writeFileSync(
      opener,
      `#!/bin/sh\nprintf '%s' "$*" > '${addressFile}.part' && mv '${addressFile}.part' '${addressFile}'\n`,
    );
    chmodSync(opener, 0o755);
    const path = join(folder, "a $(touch oops) page.html");
    const at = (isTTY: boolean, PATH: string): CommandContext => {
      const stdout = { isTTY, write: () => true };
      const from: Pick<Machine, "env" | "platform" | "stdout" | "stderr" | "nowMs"> = {
        env: { PATH },
        platform: process.platform,
        stdout,
        stderr: stdout,
        nowMs: () => 0,
      };
      const whole = from as Machine;
      return {
        machine: whole,
        place: { home: folder, named: null },
        out: createRenderer(whole, false),
        endWith: () => undefined,
      };
    };
    const path2 = `${folder}:${process.env["PATH"] ?? ""}`;
    expect(await openPage(at(false, path2), path)).toBe(false);
    expect(await openPage(at(true, join(folder, "nothing")), path)).toBe(false);
    expect(existsSync(addressFile)).toBe(false);
    expect(await openPage(at(true, path2), path)).toBe(true);
    await vi.waitFor(() => expect(readFileSync(addressFile, "utf8")).toBe(path), 5000);
    expect(existsSync(join(folder, "oops"))).toBe(false);
  });
});

describe("formatting", () => {
  /** Returns the WCAG 2 contrast of two colours: the ratio of their relative luminance, from 1 to 21. */
  function contrast(a: string, b: string): number {
    const luminance = (colour: string) => {
      const [r = 0, g = 0, blue = 0] = [1, 3, 5].map((at) => {
        const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
    };
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  }

  test.each([
    ["light", LIGHT],
    ["dark", DARK],
  ] as [string, Palette][])("has AA contrast, %s", (_, palette) => {
    for (const text of ["text", "quiet", "link", "good", "bad", "run"] as const) {
      expect(contrast(palette[text], palette.ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette[text], palette.raised)).toBeGreaterThanOrEqual(4.5);
    }
    for (const form of ["read", "edit", "check", "run", "web", "delegate", "other"] as const)
      expect(contrast(palette[form], palette.ground)).toBeGreaterThanOrEqual(3);
  });

  test.each([
    [10_000, "under a minute"],
    [60_000, "1 min"],
    [3_600_000, "1 h"],
    [5_400_000, "1 h 30 min"],
    [234_300_000, "2 d 17 h"],
  ])("formats %d ms as %s", (ms, expected) => {
    expect(duration(ms)).toBe(expected);
  });

  test("never cuts a character in half", () => {
    expect(oneLine("😀".repeat(300), 11)).toMatch(/^😀{5}…$|^(?:😀){5}.?…$/u);
    expect(oneLine("\ud83d x", 10)).toBe("\ufffd x");
    expect(oneLine("a\n\n b\t c")).toBe("a b c");
  });
});
