/** Provides lessons by the model that the user chose, as part of the engine. Without a choice nothing is loaded or asked. */

import type { Workspace } from "../../workspace.ts";
import type { Env, WritingRequest } from "./write-lessons.ts";

const lessons = () => import("./write-lessons.ts");

/** Builds the lesson functions. `written`: the wrapper through which every write of the engine passes. */
export function lessonWriting(
  workspace: Workspace,
  env: Env,
  written: <T>(write: Promise<T>) => Promise<T>,
) {
  const isChosen = async () =>
    (await (await import("./writer-settings.ts")).readChosenWriter(workspace.db)) !== null;
  return {
    /** Lets the chosen writer read sessions that finished since it was chosen. */
    writeLessons: async (request: WritingRequest = {}) => {
      if (request.requested === undefined && !(await isChosen())) return [];
      const done = await (await lessons()).writeLessons(workspace, env, request);
      return done.length === 0 ? done : written(Promise.resolve(done));
    },
    /** Whether the chosen writer has a session to read. */
    isLessonDue: async () =>
      (await isChosen()) && (await (await lessons()).isLessonDue(workspace, env)),
    /** Returns what a writer would be sent of sessions that no writer has read yet; sends nothing. */
    planLessons: async (maxSessions: number) =>
      (await lessons()).planLessons(workspace, maxSessions),
  };
}
