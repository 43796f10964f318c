/** Makes changes from any view: reports each in a notice, offers to undo it there, and reloads what the page shows. */
import type { ChangeRequest } from "@tacit-memory/protocol";
import { useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { failureText, isRefused } from "../i18n/failure-text.ts";
import { useNotify } from "../parts/notices.tsx";
import { CallFailed, call } from "./api.ts";
import { changeOutcome, type Outcome, undoOutcome } from "./outcome.ts";
import { dropLoaded, reloadStored } from "./refresh.ts";

/** Runs a change. The promise resolves when the change has succeeded or failed. */
type Act = (change: () => Promise<Outcome>) => Promise<void>;

export function useAct(): Act {
  const queries = useQueryClient();
  const notify = useNotify();
  const { t } = useTranslation();
  const act: Act = async (change) => {
    try {
      const { changes = [], ...notice } = await change();
      const undo = () => act(() => undone(changes, t));
      // Without an effect there is nothing to undo, for example after an edit that changes no word.
      notify(changes.length === 0 ? notice : { ...notice, undo });
    } catch (error) {
      const detail = failureText(error, t);
      const text =
        error instanceof CallFailed && isRefused(error.failure)
          ? t("teach.refused")
          : t("failure.change");
      notify({ text, detail, isFailure: true });
    }
    await reloadStored(queries);
  };
  return act;
}

/** Returns a function that changes memories. */
export function useChange(): (request: ChangeRequest) => Promise<void> {
  const act = useAct();
  const queries = useQueryClient();
  const { t } = useTranslation();
  return (request) =>
    act(async () => {
      const result = await call("POST /api/changes", request);
      if (request.action === "forget") dropLoaded(queries);
      return changeOutcome(request, result, t);
    });
}

export function useUndo(): (changes: readonly string[]) => Promise<void> {
  const act = useAct();
  const { t } = useTranslation();
  return (changes) => act(() => undone(changes, t));
}

async function undone(changes: readonly string[], t: TFunction): Promise<Outcome> {
  return undoOutcome(await call("POST /api/undo", { changes }), t);
}
