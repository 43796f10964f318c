/** The part of a report's page that says what was learned, what was not, and what was seen. */
import {
  type Candidate,
  effectiveConfidence,
  type SessionReport,
  shortId,
  wordingOf,
} from "@tacit-memory/memory";
import { plural } from "../layout.ts";
import { reasonWords, typeName } from "../memory-text.ts";
import { type Html, html } from "./html.ts";
import { beyond, codeWords, type Section, words } from "./page-parts.ts";
import { oneLine, ROLE_ORDER, ROLE_WORDS, signalName, wordingInWords } from "./report-words.ts";

const MOST_EVIDENCE = 5;
const MOST_FILES = 6;

type Learned = SessionReport["memories"][number];

const ROLE_TITLES: Readonly<Record<Learned["role"], string>> = {
  learned: "Learned in this session",
  written: "Written down on purpose",
  shared: "Contributed to; a later session completed it",
  confirmed: "Known before, seen again",
};

export function learnedParts(report: SessionReport, nowMs: number): Section[] {
  return [
    learnedSection(report, nowMs),
    ...wordingSection(report),
    ...candidateSection(report),
    ...signalSection(report),
  ];
}

function learnedSection({ memories }: SessionReport, nowMs: number): Section {
  const groups = ROLE_ORDER.map((role) => ({
    role,
    own: memories.filter((one) => one.role === role),
  })).filter(({ own }) => own.length > 0);
  return {
    id: "learned",
    title: "What was learned",
    count:
      groups.length === 0
        ? "nothing new"
        : groups.map(({ role, own }) => `${own.length} ${ROLE_WORDS[role]}`).join(", "),
    isOpen: true,
    body:
      groups.length === 0
        ? html`<p class="quiet">No memory came of this session.</p>`
        : groups.map(
            ({ role, own }) =>
              html`<h3>${ROLE_TITLES[role]}</h3><ul class="rows">${own.map((one) => memoryRow(one, nowMs))}</ul>`,
          ),
  };
}

function memoryRow({ memory, signals }: Learned, nowMs: number): Html {
  const { evidence, files } = memory;
  const facts = [
    typeName(memory.type),
    memory.standing,
    `confidence ${effectiveConfidence(memory, nowMs).toFixed(2)}`,
    `seen ${plural(memory.observationCount, "time")}`,
    memory.state === "active" ? "" : memory.state,
    memory.supersededBy === null ? "" : "superseded",
    memory.needsReview ? "needs review" : "",
    signals.map(signalName).join(", "),
    wordedBy(memory),
  ].filter((fact) => fact !== "");
  const proofs = evidence
    .slice(-MOST_EVIDENCE)
    .map((one) => html`<li>${signalName(one.kind)}: ${words(one.detail, 240)}</li>`);
  return html`<li><p><span class="mono">[${shortId(memory.id)}]</span> ${words(memory.content, 1000)}</p><p class="quiet">${facts.join(" · ")}</p>${files.length === 0 ? null : html`<p>${files.slice(0, MOST_FILES).map((file) => html`${codeWords(file, 160)} `)}</p>`}${proofs.length === 0 ? null : html`<details><summary>${plural(evidence.length, "piece")} of evidence</summary><ul>${proofs}</ul></details>`}</li>`;
}

function wordedBy(memory: Learned["memory"]): string {
  const mark = wordingOf(memory);
  return mark === null ? "" : `in the words of ${oneLine(mark.by, 120)}`;
}

function wordingSection(report: SessionReport): Section[] {
  const [asked, ...lines] = wordingInWords(report);
  if (asked === undefined) return [];
  const taken = report.wording?.memories.filter(({ verdict }) => verdict === "worded").length ?? 0;
  const rows = lines.map((line) => html`<li>${words(line)}</li>`);
  return [
    {
      id: "wording",
      title: "What a model worded",
      count: plural(taken, "memory", "memories"),
      isOpen: false,
      body: html`<p>${words(asked)}</p><ul class="rows">${rows}</ul>`,
    },
  ];
}

function candidateSection({ candidates, candidatesLeftOut }: SessionReport): Section[] {
  if (candidates.length === 0) return [];
  const refused = candidates.filter(({ state }) => state === "rejected").length;
  return [
    {
      id: "candidates",
      title: "Considered, and not a memory",
      count: `${candidates.length - refused} waiting, ${refused} dropped`,
      isOpen: refused < candidates.length,
      body: html`<ul class="rows">${candidates.map(candidateRow)}</ul>${beyond(candidatesLeftOut)}`,
    },
  ];
}

function candidateRow({
  id,
  state,
  reason,
  type,
  content,
  signals,
  sessions,
  score,
}: Candidate): Html {
  const verdict = `${state === "rejected" ? "dropped" : "waiting"}: ${reasonWords(reason)}`;
  const from = `${typeName(type)} · ${signals.map(signalName).join(", ")} · ${plural(sessions.length, "session")} · score ${score.toFixed(2)}`;
  return html`<li><p><strong>${verdict}</strong></p><p><span class="mono">[${shortId(id)}]</span> ${words(content, 1000)}</p><p class="quiet">${from}</p></li>`;
}

function signalSection({ signals }: SessionReport): Section[] {
  if (signals.length === 0) return [];
  const all = signals.reduce((sum, { count }) => sum + count, 0);
  return [
    {
      id: "signals",
      title: "Signals",
      count: `${all} of ${plural(signals.length, "kind")}`,
      isOpen: false,
      body: html`<table><thead><tr><th scope="col">Signal</th><th scope="col" class="n">Times</th><th scope="col">Such as</th></tr></thead><tbody>${signals.map(({ type, count, details }) => html`<tr><td>${signalName(type)}</td><td class="n">${count}</td><td>${details.map((detail) => html`<p>${words(detail, 200)}</p>`)}</td></tr>`)}</tbody></table>`,
    },
  ];
}
