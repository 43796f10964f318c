/** Changes memories from any view: sends the change, reports it in a notice, and offers to undo it there. */
import type { ChangeRequest, PanelAction } from "@tacit-memory/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNotify } from "../parts/notices.tsx";
import { call } from "./api.ts";

/** Returns a function that changes memories. Its promise resolves when the change has succeeded or failed. */
export function useChange(): (request: ChangeRequest) => Promise<void> {
  const queries = useQueryClient();
  const notify = useNotify();
  const undo = useUndo();
  const { t } = useTranslation();
  return async (request) => {
    try {
      const { changed, failed, changes } = await call("POST /api/changes", request);
      const [problem] = failed;
      notify({
        text: t(`done.${DONE[request.action]}`, { count: changed.length, tag: request.tag ?? "" }),
        ...(problem === undefined ? {} : { detail: problem.reason }),
        ...(changes.length === 0 ? {} : { undo: () => undo(changes) }),
      });
    } catch (error) {
      notify({ text: t("failure.change"), detail: messageOf(error), isFailure: true });
    }
    await queries.invalidateQueries();
  };
}

const DONE = {
  confirm: "confirm",
  archive: "archive",
  restore: "restore",
  forget: "forget",
  pin: "pin",
  unpin: "unpin",
  add_tag: "addTag",
  remove_tag: "removeTag",
} as const satisfies Readonly<Record<PanelAction, string>>;

export function useUndo(): (changes: readonly string[]) => Promise<void> {
  const queries = useQueryClient();
  const notify = useNotify();
  const { t } = useTranslation();
  return async (changes) => {
    try {
      const { undone } = await call("POST /api/undo", { changes });
      notify({ text: t("done.undo", { count: undone }) });
    } catch (error) {
      notify({ text: t("failure.change"), detail: messageOf(error), isFailure: true });
    }
    await queries.invalidateQueries();
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
