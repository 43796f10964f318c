/**
 * Tests repositories whose only past is their git history, as on the first day: is a file that a commit changes among the
 * first files for its subject, when only earlier commits are known? Tests the 150 newest commits of at most ten files, over
 * up to 700. The tree is the newest one, so deleted files are neither wanted nor named.
 */
import { prefetch } from "../../packages/memory/src/recall/prefetch/prefetch.ts";
import { PREFETCH } from "../../packages/memory/src/recall/prefetch/tuning.ts";
import { commitsOf, gitIn } from "../commits.ts";
import { round } from "../statistics.ts";

const ASKED = 150;
const KNOWN = 700;
const MAX_FILES = 10;

export function askHistory(clone: string) {
  const commits = commitsOf(clone, "HEAD", KNOWN);
  const tree = gitIn(clone, "ls-tree", "-r", "--name-only", "HEAD").split("\n").filter(Boolean);
  const there = new Set(tree);
  let [commitCount, hit1, hit5, hit10] = [0, 0, 0, 0];
  for (const [i, { about, files }] of commits.entries()) {
    if (i < commits.length - ASKED || files.length > MAX_FILES) continue;
    const wanted = new Set(files.map(({ path }) => path).filter((path) => there.has(path)));
    if (wanted.size === 0) continue;
    const past = commits
      .slice(0, i)
      .filter((commit) => commit.files.length <= PREFETCH.commitFiles);
    const task = about.split("\n")[0] ?? "";
    const named = prefetch({ task, past, tree, remembered: [], defining: [], code: null }, 10);
    const first = named.findIndex(({ path }) => wanted.has(path));
    commitCount++;
    hit1 += Number(first === 0);
    hit5 += Number(first >= 0 && first < 5);
    hit10 += Number(first >= 0);
  }
  const mean = (sum: number) => round(sum / Math.max(1, commitCount), 3);
  return { commits: commitCount, hitAt1: mean(hit1), hitAt5: mean(hit5), hitAt10: mean(hit10) };
}
