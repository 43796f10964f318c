/**
 * The lines that package managers and `docker compose` print by themselves: counts, progress, and names with versions. Their
 * words are those of the program, so nobody outside can put a sentence into them. A line that is not listed may be the text of a
 * package: a deprecation, the output of a script.
 */

/** Returns whether an output consists of ordinary lines only. */
export function isOrdinaryOutput(output: string): boolean {
  return output.split(/[\n\r]/).every((line) => {
    const text = line.trim();
    return text === "" || (text.length <= MAX_CHARS && LINE.test(text));
  });
}

/** Maximum length of an ordinary line: pip lists all packages that it installs in one. */
const MAX_CHARS = 2000;

const NAME = String.raw`(?:@[\w.-]+\/)?[\w.-]+(?:\[[\w,.-]+\])?`;
const VERSION = String.raw`[v^~<>=!]*[\d*][\w.+~^*<>=!:-]*`;
const SIZE = String.raw`[\d.]+ ?[kMG]?i?[Bb](?:ytes)?(?:\/s)?`;
const TIME = String.raw`[\d.]+ ?(?:ms|s|m|min|sec(?:onds)?)(?: ?[\d.]+ ?m?s)?`;
const COUNT = String.raw`\d+ (?:packages?|gems?|installs?|installed|tarballs?|crates?|workspace projects)`;

/** `NAME`, `VERSION` and so on stand for the patterns above. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  npm: [
    "(?:up to date|(?:added|removed|changed|audited) COUNT)(?:,? (?:and )?(?:(?:added|removed|changed|audited) COUNT))*(?: in TIME)?",
    "COUNT (?:is|are) looking for funding",
    "run `npm fund` for details",
    String.raw`(?:found )?\d+ (?:(?:low|moderate|high|critical)(?: severity)? )?vulnerabilit(?:y|ies)(?: \([\w, ]{1,60}\))?`,
    String.raw`To address (?:all issues|issues that do not require attention)(?: \(including breaking changes\))?, run:`,
    "npm audit fix(?: --force)?",
    "Run `npm audit` for details\\.",
    "npm notice(?: created a lockfile as package-lock\\.json.*)?",
    "npm notice New (?:major|minor|patch) version of npm available! VERSION -> VERSION",
    String.raw`npm notice Changelog: https:\/\/github\.com\/npm\/cli\/releases\/tag\/vVERSION`,
    "npm notice (?:To update run: |Run )npm install -g npm@VERSION(?: to update!)?",
  ],
  pnpm: [
    String.raw`Progress: resolved \d+, reused \d+, downloaded \d+, added \d+(?:, done)?`,
    String.raw`Packages: [+-]\d+(?: [+-]\d+)?`,
    "[+-]+",
    "(?:dev|peer|optional)?[dD]ependencies:",
    String.raw`[+-] NAME[@ ]?VERSION(?: \(VERSION is available\))?`,
    String.raw`Done in TIME(?: using pnpm vVERSION)?\.?`,
    "Already up to date|Lockfile is up to date, resolution step is skipped",
    "Scope: (?:all )?COUNT",
    String.raw`Downloading \S+: SIZE\/SIZE(?:, done)?`,
  ],
  yarn: [
    "yarn (?:add|install|remove|upgrade) vVERSION",
    String.raw`\[\d\/\d\] (?:Resolving|Fetching|Linking|Building|Removing|Regenerating|Validating)[\w ]{0,40}\.*`,
    String.raw`success (?:Saved lockfile|Saved \d+ new dependenc(?:y|ies)|Uninstalled packages|Already up-to-date)\.`,
    "info (?:Direct|All) dependencies|info No lockfile found\\.",
    "[├└]─ NAME@VERSION",
    String.raw`➤ YN\d{4}: [·│┌└ ]*(?:(?:Resolution|Fetch|Link|Post-resolution validation|Project validation) step|Completed(?: in TIME)?|Done(?: with warnings)?(?: in TIME)?|\+ NAME@npm:VERSION|A package was added to the project \(\+ SIZE\)\.)?`,
  ],
  bun: [
    String.raw`bun (?:add|install|remove) vVERSION(?: \(\w+\))?`,
    "installed NAME@VERSION",
    String.raw`COUNT(?: across COUNT)?(?: installed)?(?: \(no changes\))? \[TIME\]`,
    String.raw`Checked COUNT across COUNT(?: \(no changes\))? \[TIME\]`,
    String.raw`Saved (?:lockfile|bun\.lockb?)(?: \(COUNT\))?(?: \[TIME\])?`,
    String.raw`\[TIME\] done|Resolving dependencies|Resolved, downloaded and extracted \[\d+\]`,
  ],
  pip: [
    String.raw`(?:Collecting|Requirement already satisfied:) NAME ?(?:\(?VERSION\)?(?:,VERSION)*)?(?: in \S+)?(?: \(from [^\s()]+\))?(?: \(VERSION\))?`,
    String.raw`(?:Using cached|Downloading) \S+(?: \(SIZE\))?`,
    String.raw`[━╸╺ ]+ [\d.]+\/SIZE(?: SIZE)?(?: eta [\d:]+| [\d:]+)?`,
    "(?:Installing collected packages:|Building wheels for collected packages:) NAME(?:, NAME)*",
    String.raw`Successfully (?:installed (?:[\w.-]+-\d[\w.+]*)(?: [\w.-]+-\d[\w.+]*)*|(?:built|uninstalled) NAME)`,
    String.raw`(?:Preparing metadata|Installing build dependencies|Installing backend dependencies|Getting requirements to build wheel|Building wheel for NAME|Building editable for NAME)(?: \([\w.]+\))?(?: ?\.\.\. ?|: )?(?:started|done|finished with status 'done')?`,
    "(?:Attempting uninstall|Found existing installation|Uninstalling):? ?NAME(?: VERSION)?:?",
    String.raw`\[notice\] A new release of pip is available: VERSION -> VERSION`,
    String.raw`\[notice\] To update, run: (?:python[\d.]* -m )?pip install --upgrade pip`,
    "Defaulting to user installation because normal site-packages is not writeable",
  ],
  uv: [
    "(?:Resolved|Prepared|Installed|Uninstalled|Audited) COUNT in TIME",
    String.raw`[-+~] NAME==VERSION(?: \(from file:\S+\))?`,
    String.raw`Using C?Python VERSION(?: (?:environment|interpreter) at: \S+)?`,
    String.raw`Creating virtual environment at: \S+`,
  ],
  poetry: [
    "Using version VERSION for NAME",
    String.raw`(?:Updating|Resolving) dependencies(?:\.{3})?(?: \(TIME\))?`,
    String.raw`(?:Package|Lock file) operations: \d+ installs?, \d+ updates?, \d+ removals?(?:, \d+ skipped)?`,
    String.raw`[-•] (?:Installing|Updating|Removing|Locking|Downloading|Upgrading|Downgrading) NAME(?:\/NAME)? \(VERSION(?: -> VERSION)?\)(?:: (?:Extracting archive|Installing\.{3}|Downloading\.{3}))?`,
    "Writing lock file|Installing dependencies from lock file(?: \\(including require-dev\\))?|No dependencies to install or update",
  ],
  cargo: [
    "Updating (?:crates\\.io index)",
    String.raw`(?:Adding|Compiling|Downloaded|Installing|Checking|Removing|Updating) NAME vVERSION(?: \(available: vVERSION\))?(?: to (?:dev-|build-)?dependencies\.?)?`,
    String.raw`Downloading crates \.{3}|Downloaded COUNT(?: \(SIZE\))? in TIME`,
    "Locking COUNT to latest (?:Rust VERSION )?compatible versions?",
    String.raw`Finished .release. (?:profile )?\[[\w ]+\] target\(s\) in TIME`,
  ],
  go: [
    String.raw`go: (?:downloading|added|upgraded|downgraded|removed) [\w.\/~-]+ VERSION(?: => VERSION)?`,
  ],
  composer: [
    String.raw`\.\/composer\.json has been (?:created|updated)`,
    String.raw`Running composer update [\w.\/-]+`,
    "Loading composer repositories with package information",
    "Generating (?:optimized )?autoload files",
    String.raw`COUNT you are using (?:is|are) looking for funding\.`,
    "Use the `composer fund` command to find out more!",
    "No security vulnerability advisories found\\.?",
    String.raw`Using version VERSION for [\w.\/-]+`,
  ],
  ruby: [
    String.raw`Fetching (?:gem metadata from https:\/\/rubygems\.org\/?\.*|NAME(?: VERSION)?)`,
    "(?:Using|Installing) NAME VERSION(?: with native extensions)?",
    String.raw`Resolving dependencies\.{3}\.*`,
    String.raw`Bundle complete! \d+ Gemfile dependenc(?:y|ies), COUNT now installed\.`,
    "Use `bundle info \\[gemname\\]` to see where a bundled gem is installed\\.",
    "Successfully installed NAME",
    String.raw`(?:Parsing|Installing ri|Done installing) documentation for NAME(?: after \d+ seconds)?`,
    String.raw`Building native extensions\. This could take a while\.{3}`,
    "COUNT installed",
  ],
  compose: [
    String.raw`\S{0,4} ?(?:Container|Network|Volume|Image) [\w"./:-]+ +(?:Creat(?:ed|ing)|Start(?:ed|ing)|Running|Healthy|Waiting|Recreated?|Stopp(?:ed|ing)|Pull(?:ed|ing))(?: +TIME)?`,
    String.raw`\[\+\] Running \d+\/\d+`,
  ],
};

const PARTS: Readonly<Record<string, string>> = { NAME, VERSION, SIZE, TIME, COUNT };
const LINE = new RegExp(
  `^(?:${Object.values(LINES)
    .flat()
    .join("|")
    .replace(/\b(?:NAME|COUNT|SIZE|TIME)\b|VERSION/g, (part) => `(?:${PARTS[part] ?? part})`)})$`,
  "u",
);
