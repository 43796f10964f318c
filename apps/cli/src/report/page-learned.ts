/** The part of a report page with what was learned, what was not, and what was shown. */
import {
  type Candidate,
  type Evidence,
  effectiveConfidence,
  lessonOf,
  type SessionReport,
  shortId,
} from "@tacit-memory/memory";
import { plural } from "../output/layout.ts";
import { reasonWords, typeName } from "../output/memory-text.ts";
import { type Html, html } from "./html.ts";
import { beyond, codeList, prose, type Section, words } from "./page-parts.ts";
import { oneLine, ROLE_ORDER, ROLE_WORDS, signalName, writingInWords } from "./report-words.ts";

const MAX_EVIDENCE = 5;
const MAX_FILES = 6;

type Learned = SessionReport["memories"][number];

const ROLE_TITLES: Readonly<Record<Learned["role"], string>> = {
  learned: "Learned in this session",
  written: "Recorded explicitly",
  shared: "Contributed to; a later session completed it",
  confirmed: "Already known, observed again",
};

export function learnedParts(report: SessionReport, nowMs: number): Section[] {
  return [
    learnedSection(report, nowMs),
    ...writingSection(report),
    ...candidateSection(report),
    ...signalSection(report),
  ];
}

function learnedSection({ memories, id }: SessionReport, nowMs: number): Section {
  const groups = ROLE_ORDER.map((role) => ({
    role,
    own: memories.filter((memory) => memory.role === role),
  })).filter(({ own }) => own.length > 0);
  return {
    id: "learned",
    title: "Memories learned",
    count:
      groups.length === 0
        ? "no new memories"
        : groups.map(({ role, own }) => `${own.length} ${ROLE_WORDS[role]}`).join(", "),
    isOpen: true,
    body:
      groups.length === 0
        ? html`<p class="quiet">This session produced no memory.</p>`
        : groups.map(
            ({ role, own }) =>
              html`<h3>${ROLE_TITLES[role]}</h3><ul class="rows">${own.map((learnedMemory) => memoryRow(learnedMemory, id, nowMs))}</ul>`,
          ),
  };
}

function memoryRow({ memory, signals }: Learned, session: string, nowMs: number): Html {
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
    writtenBy(memory),
  ].filter((fact) => fact !== "");
  const { proofs, rest } = proofsOf(evidence, session);
  return html`<li><p><span class="mono">[${shortId(memory.id)}]</span> ${prose(memory.content, 1000)}</p><p class="quiet">${facts.join(" · ")}</p>${files.length === 0 ? null : html`<p>${codeList(files.slice(0, MAX_FILES), 160)}${beyondFiles(files.length)}</p>`}${proofs.length === 0 ? null : html`<details><summary>${plural(evidence.length, "piece")} of evidence</summary><ul>${proofs}</ul>${beyond(rest)}</details>`}</li>`;
}

function beyondFiles(count: number): string {
  return count > MAX_FILES ? ` and ${count - MAX_FILES} more` : "";
}

/** Returns evidence from this session first, then the newest from others; equal evidence is listed once. */
function proofsOf(all: readonly Evidence[], session: string) {
  const byKey = new Map<
    string,
    { readonly one: Evidence; readonly isOwn: boolean; times: number }
  >();
  for (const evidence of all.toReversed()) {
    const isOwn = evidence.session === session;
    const key = JSON.stringify([isOwn, evidence.kind, evidence.detail]);
    const existing = byKey.get(key);
    if (existing === undefined) byKey.set(key, { one: evidence, isOwn, times: 1 });
    else existing.times++;
  }
  const groups = [...byKey.values()].sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
  const shown = groups.slice(0, MAX_EVIDENCE);
  const proofs = shown.map(({ one: evidence, isOwn, times }) => {
    const elsewhere = times === 1 ? "in another session" : `${times} times in other sessions`;
    const where = isOwn ? (times === 1 ? "" : `${times} times`) : elsewhere;
    return html`<li>${signalName(evidence.kind)}: ${prose(evidence.detail, 240)}${where === "" ? null : html` <span class="quiet">(${where})</span>`}</li>`;
  });
  const rest = all.length - shown.reduce((sum, { times }) => sum + times, 0);
  return { proofs, rest };
}

function writtenBy(memory: Learned["memory"]): string {
  const mark = lessonOf(memory);
  return mark === null ? "" : `written by ${oneLine(mark.by, 120)}`;
}

function writingSection(report: SessionReport): Section[] {
  const [firstLine, ...lines] = writingInWords(report);
  if (firstLine === undefined) return [];
  const taken = report.writing?.statements.filter(({ id }) => id !== null).length ?? 0;
  const rows = lines.map((line) => html`<li>${words(line)}</li>`);
  return [
    {
      id: "writing",
      title: "Lessons from a model",
      count: plural(taken, "lesson"),
      isOpen: false,
      body: html`<p>${words(firstLine)}</p><ul class="rows">${rows}</ul>`,
    },
  ];
}

function candidateSection({ candidates, candidatesLeftOut }: SessionReport): Section[] {
  if (candidates.length === 0) return [];
  const refused = candidates.filter(({ state }) => state === "rejected").length;
  return [
    {
      id: "candidates",
      title: "Candidates not stored as memories",
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
  const why = reasonWords(reason);
  const isStated = state !== "rejected" && why.startsWith("waiting");
  const verdict = isStated ? why : `${state === "rejected" ? "dropped" : "waiting"}: ${why}`;
  const from = `${typeName(type)} · ${signals.map(signalName).join(", ")} · ${plural(sessions.length, "session")} · score ${score.toFixed(2)}`;
  return html`<li><p><strong>${verdict}</strong></p><p><span class="mono">[${shortId(id)}]</span> ${prose(content, 1000)}</p><p class="quiet">${from}</p></li>`;
}

function signalSection({ signals }: SessionReport): Section[] {
  if (signals.length === 0) return [];
  const all = signals.reduce((sum, { count }) => sum + count, 0);
  return [
    {
      id: "signals",
      title: "Signals",
      count: `${all} in ${plural(signals.length, "kind")}`,
      isOpen: false,
      body: html`<ul class="rows">${signals.map(({ type, count, details }) => html`<li><p><strong>${signalName(type)}</strong> <span class="count">${plural(count, "time")}</span></p>${details.map((detail) => html`<p class="quiet">${prose(detail, 200)}</p>`)}</li>`)}</ul>`,
    },
  ];
}
