/** Scheduled maintenance of the store: decay of memories and retention of session text. */
import type { Upkeep } from "../../learn/learn-session.ts";
import type { Workspace } from "../../workspace.ts";
import { dreamIfDue } from "../dream/dream.ts";
import { applyRetention } from "./retention.ts";
import { sweep } from "./sweep.ts";

export function upkeepOf(workspace: Workspace): readonly Upkeep[] {
  const { db, moment, retention } = workspace;
  return [
    { name: "sweep", run: (mayGoOn) => sweep(db, moment(), mayGoOn) },
    { name: "retention", run: (mayGoOn) => applyRetention(db, retention, moment(), mayGoOn) },
    { name: "consolidation", run: (mayGoOn) => dreamIfDue(workspace, mayGoOn) },
  ];
}
