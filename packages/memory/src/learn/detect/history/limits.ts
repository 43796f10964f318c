/** How strong the evidence of a git history must be, and how much is reported from it. */

export const HARVEST = {
  /** Minimum commits of a history from which habits are learned. */
  minCommits: 40,
  /** Days between the first and the last commit that shows a habit. Less may be one piece of work. */
  minDays: 30,
  /** Maximum age in days of the last commit that shows a habit, from the newest commit: five years. */
  maxAgeDays: 1830,
  /** Newest commits whose messages are read. Older conventions may have been abandoned. */
  formCommits: 300,
  /** Share of the messages that follow a convention. */
  formMinShare: 0.75,
  /** Share of the messages, from which the text says "nearly all" instead of "most". */
  nearlyAll: 0.9,
  /** Score: orders the candidates of one history. */
  formScore: 0.86,
  /** Newest commits that changed code. */
  keptCommits: 300,
  /** Share of code commits with a release note. Changes that no user sees have none. */
  noteMinShare: 0.5,
  /** Score: orders the candidates of one history. */
  noteScore: 0.9,
  /** Share of the notes in one place. */
  placeMinShare: 0.6,
  /** Share of code commits that changed tests. */
  testMinShare: 0.75,
  /** Share of the changed tests in one place. */
  testPlaceMinShare: 0.2,
  /** Score: orders the candidates of one history. */
  testScore: 0.82,
  /** Commits that added a file to the folder. */
  addedMinCommits: 5,
  /** Share of these commits that changed the other file. */
  addedMinShare: 0.8,
  /** Lift over the share in all commits. A file that changes with everything says nothing. */
  addedMinLift: 3,
  /** Files of a commit. A sweep says nothing about any two files. */
  addedMaxFiles: 20,
  /** Folders reported from one history. */
  addedMost: 2,
  /** Files and folders reported for one folder. */
  addedMostCompanions: 4,
  /** Score: orders the candidates of one history. */
  addedScore: 0.92,
  /** Newest releases. Older ones may have been made in another way. */
  releases: 5,
  /** Minimum releases of a history. */
  minReleases: 3,
  /** Share of the releases that changed the file. */
  releaseMinShare: 0.8,
  /** Files listed by name. */
  releaseMostFiles: 6,
  /** Score: orders the candidates of one history. */
  releaseScore: 0.88,
  /** Score: orders the candidates of one history. */
  revertedScore: 0.84,
  /** Reverted commits reported, newest first. */
  revertedMost: 3,
  /** Minimum characters of the sentence with the reason. A shorter one refers to something else. */
  reasonChars: 40,
  /** Maximum characters of the reason: two sentences. */
  reasonMostChars: 360,
  /** Share of the changed tests that have one of the reported forms. */
  testPlacesMinShare: 0.6,
  /** Share of one kind of test files in one folder. Below it no folder is named. */
  testRootMinShare: 0.8,
  /** Files that one commit moved from one folder to another. Fewer are found by name. */
  movedMinFiles: 5,
  /** Share of the files that left the folder in that commit and went to the same new folder. */
  movedMinShare: 0.9,
  /** Moves reported from one history. */
  movedMost: 2,
  /** Score of a move; it orders the candidates of one history. */
  movedScore: 0.87,
  /** Maximum age in days of the second newest commit that shows a habit: a year and a half. */
  habitMaxAgeDays: 540,
  /** Days of one piece of work: a rewrite or a feature. */
  burstDays: 28,
  /** Maximum share of a habit's commits within burstDays. */
  burstMaxShare: 0.6,
  /** Newest occasions, of which one may lack the habit. */
  stillDoneOf: 3,
  /** Maximum age in days of the last release, from the newest commit. */
  releaseMaxAgeDays: 540,
  /** Maximum files that nearly every release changes. A script changes more. */
  releaseMaxFiles: 15,
  /** Minimum days for which the old folder existed. */
  movedMinDays: 90,
  /** Minimum commits in the old folder before the move. */
  movedMinCommits: 3,
  /** Days of history before the move, from which a folder without additions in them counts as old. */
  movedSeenDays: 365,
  /** Share of a code file's changes that came with a new file in the folder. A list changes with its entries. */
  addedMinOfChanges: 0.2,
  /** Maximum age in days of the move, from the newest commit: three years. */
  movedMaxAgeDays: 1095,
  /** Minimum scopes in use. A single scope is not a list. */
  minScopes: 2,
  /** Minimum commits with the scope. */
  scopeMinCommits: 3,
  /** Minimum share of the commits with any scope that have this one. */
  scopeMinShare: 0.03,
} as const;
