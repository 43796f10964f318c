/** Finds what most commits that change code also change: the change log, tests. */

import { dirname } from "node:path/posix";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import type { Trace } from "../trace.ts";
import { HARVEST } from "./limits.ts";
import {
  isByMachine,
  isCodeFile,
  isRelease,
  isTestFile,
  learned,
  listed,
  mostFrequent,
  type PastCommit,
} from "./past-commits.ts";

const NOTES =
  /(?:^|\/)(?:changelog|changes|history|news|release[-_]?notes?|whats?[-_]?new|unreleased)(?:[-_.][\w.-]*)?\.(?:md|rst|txt|adoc|markdown)$/i;
/** Folders with one entry per change, which a release joins into the change log. */
const NOTE_FOLDER =
  /(?:^|\/)(?:\.changesets?|\.changes|changelog\.d|changes(?:\.d)?|newsfragments?|news\.d|towncrier|changelogs?(?:\/(?:unreleased|next))?|release[-_]?notes?|whatsnew)\/[^/]+\.\w+$/i;
const NOT_A_NOTE = /(?:^|\/)(?:readme|template|config)\b[^/]*$/i;

export function changedTogether(trace: Trace, commits: readonly PastCommit[]): Signal[] {
  const own = commits
    .filter((commit) => !isByMachine(commit) && !isRelease(commit) && commit.files.some(isCodeFile))
    .slice(0, HARVEST.keptCommits);
  if (own.length < HARVEST.minCommits) return [];
  return [...changeLog(trace, own), ...tests(trace, own)];
}

function changeLog(trace: Trace, own: readonly PastCommit[]): Signal[] {
  const noted = own.filter(({ files }) => files.some(isNote));
  if (noted.length / own.length < HARVEST.noteMinShare) return [];
  const places = mostFrequent(
    noted.flatMap(({ files }) => [...new Set(files.filter(isNote).map(placeOf))]),
  );
  const [place, count] = places[0] ?? ["", 0];
  const counted = sentenceOf("newest_code_commits", { count: noted.length, total: own.length });
  const isFolder = place.endsWith("/");
  const isOne = count / noted.length >= HARVEST.placeMinShare;
  const example = noted.flatMap(({ files }) => files.filter((file) => isNote(file))).at(0);
  const where = isOne
    ? isFolder
      ? `a file to \`${place}\`, such as \`${example}\``
      : `a line to \`${place}\``
    : `a line to the \`${basename(place)}\` of the changed package`;
  return [
    learned(trace, {
      subject: "change-log",
      score: HARVEST.noteScore,
      type: "convention",
      title: "When you change code: add a change log entry",
      content: `When you change code in this project, add ${where}: ${counted} have such an entry.`,
      detail: counted,
      files: isOne && !isFolder ? [place] : [],
      payload: { place },
      from: noted,
    }),
  ];
}

function isNote(path: string): boolean {
  return (
    (NOTES.test(path) || NOTE_FOLDER.test(path)) && !NOT_A_NOTE.test(path) && !isCodeFile(path)
  );
}

function placeOf(path: string): string {
  return NOTE_FOLDER.test(path) ? `${dirname(path)}/` : path;
}

function basename(path: string): string {
  return path.split("/").findLast((item) => item !== "") ?? path;
}

function tests(trace: Trace, own: readonly PastCommit[]): Signal[] {
  const tested = own.filter(({ files }) => files.some(isTestFile));
  if (tested.length / own.length < HARVEST.testMinShare) return [];
  const counted = sentenceOf("newest_code_commits", { count: tested.length, total: own.length });
  const where = testPlaces(tested.flatMap(({ files }) => files.filter(isTestFile)));
  // Tests with a change are expected anyway. Only their location is worth a memory.
  if (where === "") return [];
  return [
    learned(trace, {
      subject: "tests-with-code",
      score: HARVEST.testScore,
      type: "convention",
      title: "When you change code: add or change tests",
      content: `When you change code in this project, add or change tests too${where}: ${counted} did so.`,
      detail: counted,
      from: tested,
    }),
  ];
}

/** ", mostly as `*.test.ts`". Empty if the paths have no common form. */
function testPlaces(changed: readonly string[]): string {
  const forms = [...Map.groupBy(changed, testForm)]
    .filter(([, own]) => own.length / changed.length >= HARVEST.testPlaceMinShare)
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, 3);
  const covered = forms.reduce((sum, [, own]) => sum + own.length, 0) / changed.length;
  if (covered < HARVEST.testPlacesMinShare) return "";
  return `, mostly as ${listed(forms.map(([form, own]) => `${rootOf(own)}${form}`))}`;
}

const TEST_FOLDER = /^(.*?\/)?((?:tests?|__tests__|specs?|e2e|testing|testdata|Tests)\/)/;

/** `src/a/b.test.ts` → `*.test.ts`, `tests/a/test_b.py` → `tests/…/test_*.py`. */
function testForm(path: string): string {
  const name = basename(path);
  const folder = TEST_FOLDER.exec(path)?.[2];
  const end = /(?:[._](?:test|spec|e2e))?(?:Tests?|TestCase|Spec|IT)?\.\w+$/.exec(name)?.[0] ?? "";
  const start = name.startsWith("test_") ? "test_" : "";
  return `${folder === undefined ? "" : `${folder}…/`}${start}*${end}`;
}

/** The folder that contains nearly all of the paths. */
function rootOf(paths: readonly string[]): string {
  const [[root, count] = ["", 0]] = mostFrequent(
    paths.map((path) => TEST_FOLDER.exec(path)?.[1] ?? ""),
  );
  return count / paths.length >= HARVEST.testRootMinShare ? root : "…/";
}
