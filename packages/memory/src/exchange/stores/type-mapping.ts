/**
 * Maps other programs' kinds of memory to Tacit's types. For a kind that is not listed, the words of the memory decide.
 * `docs/import.md` shows this table.
 */
import type { MemoryType } from "../../domain/memory.ts";
import type { StoreKind } from "./foreign-memory.ts";

type Mapping = Readonly<Record<string, MemoryType>>;

export const TYPE_MAPPING: Readonly<Partial<Record<StoreKind, Mapping>>> = {
  "claude-mem": {
    bugfix: "error_pattern",
    feature: "work_unit_outcome",
    refactor: "work_unit_outcome",
    change: "work_unit_outcome",
    discovery: "module_insight",
    decision: "decision",
    security_alert: "gotcha",
    security_note: "gotcha",
  },
  mem0: {
    decision: "decision",
    anti_pattern: "gotcha",
    task_learning: "pattern",
    convention: "convention",
    user_preference: "preference",
    preference: "preference",
    environmental: "fact",
    session_state: "work_state",
  },
  engram: {
    decision: "decision",
    architecture: "decision",
    bugfix: "error_pattern",
    pattern: "pattern",
    config: "convention",
    discovery: "module_insight",
    learning: "fact",
    preference: "preference",
    session_summary: "digest",
  },
  agentmemory: {
    pattern: "pattern",
    preference: "preference",
    architecture: "decision",
    bug: "error_pattern",
    workflow: "workflow_recipe",
    fact: "fact",
  },
  jcode: {
    fact: "fact",
    preference: "preference",
    correction: "correction",
    entity: "fact",
  },
  ade: {
    fact: "fact",
    preference: "preference",
    pattern: "pattern",
    decision: "decision",
    gotcha: "gotcha",
    convention: "convention",
    episode: "episode",
    procedure: "workflow_recipe",
    digest: "digest",
    handoff: "work_state",
  },
  "basic-memory": {
    decision: "decision",
    preference: "preference",
    gotcha: "gotcha",
    problem: "error_pattern",
    solution: "error_pattern",
    pattern: "pattern",
    convention: "convention",
    requirement: "requirement",
    technique: "workflow_recipe",
    method: "workflow_recipe",
    design: "decision",
    tech: "fact",
    fact: "fact",
    insight: "module_insight",
  },
  "claude-memory": {
    user: "preference",
    feedback: "convention",
    project: "fact",
    reference: "fact",
  },
};

/** Returns the mapped type; undefined if the words of the memory must decide. */
export function mappedType(kind: StoreKind, value: unknown): MemoryType | undefined {
  if (typeof value !== "string") return undefined;
  const [mapping = {}, name] = [TYPE_MAPPING[kind], value.trim().toLowerCase()];
  // The name may be any word, and every object has a "constructor".
  return Object.hasOwn(mapping, name) ? mapping[name] : undefined;
}
