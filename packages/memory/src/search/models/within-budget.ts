/** Runs a call to a model within its time, even if the call itself cannot be cancelled. */
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { asModelFault, modelErrors } from "./model-fault.ts";

/** Rejects with "model_failed" ("timeout" or "aborted") when the time is over, whatever `work` does. */
export async function withinBudget<T>(
  id: string,
  { budgetMs, signal }: { readonly budgetMs: number; readonly signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(budgetMs);
  const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  const fail = modelErrors(id);
  const stopped = () =>
    limit.aborted && signal?.aborted !== true
      ? fail("timeout", sentenceOf("no_answer_within", { count: budgetMs }))
      : fail("aborted", "called off");
  if (both.aborted) throw stopped();
  let stop: () => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(stopped());
    both.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work(both), ended]);
  } catch (error) {
    throw both.aborted ? stopped() : asModelFault(id, error);
  } finally {
    both.removeEventListener("abort", stop);
  }
}
