/** Lessons by the model that the user chose, as an open engine offers them: where none was chosen, nothing is loaded or asked. */

import type { Workspace } from "../../workspace.ts";
import type { Env, WritingRequest } from "./write-lessons.ts";

const lessons = () => import("./write-lessons.ts");

/** `written`: what every write of the engine passes through. */
export function lessonWriting(
  workspace: Workspace,
  env: Env,
  written: <T>(write: Promise<T>) => Promise<T>,
) {
  const isChosen = async () =>
    (await (await import("./writer-settings.ts")).readChosenWriter(workspace.db)) !== null;
  return {
    /** The chosen writer reads sessions that finished since it was chosen. */
    writeLessons: async (request: WritingRequest = {}) => {
      if (request.asked === undefined && !(await isChosen())) return [];
      const done = await (await lessons()).writeLessons(workspace, env, request);
      return done.length === 0 ? done : written(Promise.resolve(done));
    },
    /** Whether the chosen writer has a session to read. */
    isLessonDue: async () =>
      (await isChosen()) && (await (await lessons()).isLessonDue(workspace, env)),
    /** What a writer would be sent of sessions that none has read yet; asks nobody. */
    planLessons: async (most: number) => (await lessons()).planLessons(workspace, most),
  };
}
