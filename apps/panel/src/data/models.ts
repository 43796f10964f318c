/** The models in use, and choosing others. */
import type { ModelRequest, ModelRoleName } from "@tacit-memory/protocol";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../i18n/failure-text.ts";
import { useNotify } from "../parts/notices.tsx";
import { call } from "./api.ts";
import { reloadStored } from "./refresh.ts";

/** Milliseconds between two looks while vectors are missing: they are made beside, and change no memory. */
const LOOK_AGAIN_MS = 3000;

export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => call("GET /api/models", {}, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.roles.some(({ waiting }) => waiting > 0) === true ? LOOK_AGAIN_MS : false,
});

/** Chooses a model, reports it, and offers to return to the previous one. `choose` returns whether it was chosen. */
export function useModelChoice(role: ModelRoleName, title: string) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const notify = useNotify();
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (request: ModelRequest, canUndo: boolean): Promise<void> => {
    const { before } = await call("POST /api/models/:role", request, { params: { role } });
    const undo = () => send(before, false).catch(report);
    notify({ text: t("models.done", { role: title }), ...(canUndo ? { undo } : {}) });
    await reloadStored(queries);
  };
  const report = (error: unknown) =>
    notify({ text: t("failure.change"), detail: failureText(error, t), isFailure: true });
  const choose = async (request: ModelRequest): Promise<boolean> => {
    setIsAsking(true);
    setProblem(null);
    try {
      await send(request, true);
      return true;
    } catch (error) {
      setProblem(failureText(error, t));
      return false;
    } finally {
      setIsAsking(false);
    }
  };
  return { choose, isAsking, problem };
}
