/**
 * A report as a self-contained page: no external script, font or picture, and a policy that allows none. A session's text is
 * hostile until escaped and is only inserted as text.
 */
import { createHash } from "node:crypto";
import { type SessionReport, shortId } from "@tacit-memory/memory";
import { plural } from "../output/layout.ts";
import { type Html, html, type Part } from "./html.ts";
import { learnedParts } from "./page-learned.ts";
import {
  beyond,
  codeList,
  codeWords,
  prose,
  type Section,
  sectionOf,
  words,
} from "./page-parts.ts";
import { STYLE } from "./page-style.ts";
import {
  aboutStretch,
  askedInWords,
  becauseInWords,
  clock,
  effectInWords,
  fixInWords,
  oneLine,
  outcomeInWords,
  sizeInWords,
  stretchInWords,
  timeInWords,
  turnInWords,
  utc,
  whoseInWords,
} from "./report-words.ts";
import { timelinePicture } from "./timeline-picture.ts";

/** Start of our report files; no other file is ever overwritten. */
export const PAGE_MARK =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="generator" content="Tacit report">';

const OPEN_TURNS = 3;

/** Returns the page. `made`: time and version for the footer. */
export function reportPage(
  report: SessionReport,
  made: { readonly atMs: number; readonly version: string },
): string {
  const sections = [
    pathSection(report),
    ...errorSection(report),
    ...filesSection(report),
    shownSection(report),
    ...learnedParts(report, made.atMs),
    ...leftSection(report),
  ];
  const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'`;
  const page = html`<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex"><title>${oneLine(report.task ?? "Session", 80)} · Tacit report</title><style>${{ html: STYLE }}</style></head><body><header>${headOf(report)}</header><nav aria-label="Parts of this page"><ul>${sections.map(({ id, title, count }) => html`<li><a href="#${id}">${title}</a>${count === "" ? null : html` <span class="count">${count}</span>`}</li>`)}</ul></nav><main>${timelinePicture(report)}${sections.map(sectionOf)}</main><footer>${footOf(report, made)}</footer></body></html>`;
  return `${PAGE_MARK}${page.html}\n`;
}

function headOf(report: SessionReport): Part {
  const { standing: state, outcome, isLearnedFrom } = report;
  const isGood = state === "over" && outcome === "success";
  const tone = isGood ? "good" : outcome === "failure" ? "bad" : "mixed";
  const facts: [string, Part][] = [
    ["Agent", words(whoseInWords(report))],
    ["Outcome", html`<span class="${tone}">${outcomeInWords(report)}</span>`],
    ["When", timeInWords(report)],
    ["Size", sizeInWords(report)],
    ["Session", html`<span class="mono">${words(report.id, 200)}</span>`],
  ];
  const notes = [
    state === "running" ? "This session is still running; the page shows its events so far." : "",
    isLearnedFrom ? "" : "Learning from this session is not finished; more memories may follow.",
  ].filter((note) => note !== "");
  return html`<h1>${prose(report.task ?? "Session with an unknown task", 240)}</h1>${notes.map((note) => html`<p class="note" role="note">${note}</p>`)}<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function pathSection({ turns, commits, commitsLeftOut }: SessionReport): Section {
  const isShort = turns.length <= OPEN_TURNS;
  const rows = turns.map((turn) => {
    const { asked, prompts, fromMs, stretches } = turn;
    const more = prompts > 1 ? ` and ${prompts - 1} more` : "";
    const prompt = asked === null ? "before the first prompt" : html`“${prose(asked, 200)}”`;
    const head = html`<span class="mono">${clock(fromMs)}</span> <span class="asked">${prompt}${more}</span> <span class="size quiet">${turnInWords(turn)}</span>`;
    if (stretches.length === 0) return html`<p class="turn">${head}</p>`;
    const open = isShort ? { html: " open" } : null;
    return html`<details class="turn"${open}><summary>${head}</summary><ol class="times">${stretches.map(stretchOf)}</ol></details>`;
  });
  const committed = commits.map(
    ({ sha, message, files, atMs }) =>
      html`<li><span class="mono">${clock(atMs)}</span> ${sha === null ? "a commit" : codeWords(sha.slice(0, 12))} ${words(message, 160)} <span class="quiet">${files === 0 ? "" : plural(files, "file")}</span></li>`,
  );
  return {
    id: "path",
    title: "Steps",
    count: plural(turns.length, "turn"),
    isOpen: true,
    body: html`${rows}${committed.length === 0 ? null : html`<h3>Commits</h3><ul class="rows">${committed}</ul>${beyond(commitsLeftOut)}`}`,
  };
}

function stretchOf(stretch: SessionReport["turns"][number]["stretches"][number]): Html {
  const about = aboutStretch(stretch);
  const list = about.length === 0 ? null : html`: ${codeList(about, 120)}`;
  return html`<li><span class="mono">${clock(stretch.fromMs)}</span> <span>${stretchInWords(stretch)}${list}</span></li>`;
}

function errorSection({ errors, errorsLeftOut }: SessionReport): Section[] {
  if (errors.length === 0) return [];
  const rows = errors.map(
    ({ line, what, atMs, times, mended: fix }) =>
      html`<li><p><span class="mono">${clock(atMs)}</span> <span class="bad">${words(line)}</span>${times === 1 ? null : ` (${times} times)`}</p><p class="quiet">${codeWords(what, 160)} <span class="${fix === null ? "quiet" : "good"}">${words(fixInWords(fix))}</span></p></li>`,
  );
  const fixed = errors.filter((error) => error.mended !== null).length;
  return [
    {
      id: "errors",
      title: "Errors",
      count: `${errors.length + errorsLeftOut}, ${fixed} fixed`,
      isOpen: true,
      body: html`<ul class="rows">${rows}</ul>${beyond(errorsLeftOut)}`,
    },
  ];
}

function filesSection({ edited, editedLeftOut, read, readLeftOut }: SessionReport): Section[] {
  if (edited.length + read.length === 0) return [];
  const table = (name: string, files: SessionReport["edited"], leftOut: number) =>
    files.length === 0
      ? null
      : html`<h3>${name}</h3><table><thead><tr><th scope="col">File</th><th scope="col" class="n">Edits</th><th scope="col" class="n">Reads</th></tr></thead><tbody>${files.map(({ path, edits, reads }) => html`<tr><td>${codeWords(path, 200)}</td><td class="n">${edits}</td><td class="n">${reads}</td></tr>`)}</tbody></table>${beyond(leftOut)}`;
  return [
    {
      id: "files",
      title: "Files",
      count: `${edited.length + editedLeftOut} edited, ${read.length + readLeftOut} only read`,
      isOpen: false,
      body: [table("Edited", edited, editedLeftOut), table("Only read", read, readLeftOut)],
    },
  ];
}

function shownSection(report: SessionReport): Section {
  const { told: shown, toldLeftOut: leftOutLine } = report;
  const requestLine = askedInWords(report);
  const rows = shown.map((item) => {
    const effect = effectInWords(item);
    const isBad = item.fruit.some(({ kind }) => kind === "error_again");
    const memory =
      item.memory === null
        ? html`<span class="quiet">forgotten later</span>`
        : prose(item.memory.content);
    return html`<li><p><span class="mono">${clock(item.atMs)}</span> ${words(becauseInWords(item))} <span class="quiet">(${plural(item.tokens, "token")})</span></p><p><span class="mono">[${shortId(item.memoryId)}]</span> ${memory}</p>${effect === "" ? html`<p class="quiet">effect unknown</p>` : html`<p class="${isBad ? "bad" : "good"}">${words(effect)}</p>`}</li>`;
  });
  const bore = shown.filter(({ fruit }) => fruit.some(({ kind }) => kind !== "error_again")).length;
  return {
    id: "told",
    title: "Memories shown to the agent",
    count: shown.length === 0 ? "none" : `${shown.length + leftOutLine}, ${bore} helped`,
    isOpen: shown.length > 0,
    body: [
      shown.length === 0
        ? html`<p class="quiet">No memory was shown to the agent in this session.</p>`
        : html`<ul class="rows">${rows}</ul>${beyond(leftOutLine)}`,
      ...(requestLine === "" ? [] : [html`<p>${requestLine}.</p>`]),
    ],
  };
}

function leftSection({ left }: SessionReport): Section[] {
  const list = (name: string, items: readonly string[]) =>
    items.length === 0
      ? null
      : html`<h3>${name}</h3><ul>${items.map((item) => html`<li>${prose(item)}</li>`)}</ul>`;
  const { done, next, openQuestions } = left;
  if (done.length + next.length + openQuestions.length === 0) return [];
  return [
    {
      id: "left",
      title: "State at the end",
      count: "",
      isOpen: true,
      body: [list("Done", done), list("Next", next), list("Open questions", openQuestions)],
    },
  ];
}

function footOf(
  report: SessionReport,
  made: { readonly atMs: number; readonly version: string },
): Part {
  const sent =
    (report.writing?.calls ?? 0) === 0
      ? "; no data was sent to a model"
      : "; the section on the model lists the data sent to it";
  return html`<p>Made ${utc(made.atMs)} by Tacit ${made.version} from its own log of the session${sent}. Secrets were removed before the log was written.</p><p class="screen">The same in a terminal: ${codeWords(`tacit report ${report.id}`, 220)}. A memory in brackets: <code>tacit show ID</code>.</p>`;
}
