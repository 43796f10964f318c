/**
 * commit: what a repository's history shows as a whole: the form of its commits, what changes together, and what was
 * reverted. Learns nothing from a session with other work.
 */
import type { Detector } from "../detector.ts";
import { changedTogether } from "./changed-together.ts";
import { messageForm } from "./message-form.ts";
import { moved } from "./moved.ts";
import { newFiles } from "./new-file.ts";
import { pastCommits } from "./past-commits.ts";
import { releases } from "./release.ts";
import { reverted } from "./reverted.ts";

export const PAST_COMMITS: Detector = {
  type: "commit",
  isStatistic: false,
  detect: (trace) => {
    const commits = pastCommits(trace);
    if (commits.length === 0) return [];
    return [newFiles, changedTogether, messageForm, releases, moved, reverted].flatMap((detect) =>
      detect(trace, commits),
    );
  },
};
