/** Tests which user statements are stored as rules and which are not. */
import { expect, test } from "vitest";
import { seenBy } from "../testing-session.ts";
import { DETECT } from "../tuning.ts";
import { USER_CORRECTION } from "./user-correction.ts";

function rules(text: string): string[] {
  return seenBy(USER_CORRECTION, [{ user: "hello there" }, { user: text }]).map(
    (signal) => `${signal.draft?.type}: ${signal.draft?.content}`,
  );
}

test.each([
  "I prefer the second option.",
  "We use the old client in this test, replace it.",
  "Write a script: it should never print the token.",
  "From now on I will write in English.",
])("does not store %j", (text) => expect(rules(text)).toEqual([]));

test("stores two rules of one sentence separately", () => {
  expect(
    rules("From now on always answer me in at most five sentences, and use pnpm instead of npm."),
  ).toEqual([
    "convention: From now on always answer me in at most five sentences.",
    "correction: Use pnpm instead of npm.",
  ]);
});

test.each([
  "From now on always use pnpm instead of npm in this repo.",
  "I told you: use pnpm, never npm!",
  "Use pnpm, please.",
])("%j chooses the same tool", (user) => {
  const found = seenBy(USER_CORRECTION, [{ user: "hello there" }, { user }]);
  expect(found.map(({ subject }) => subject)).toEqual(["rule:use pnpm"]);
});

test.each([
  ["Remember: never delete an invoice row, only set cancelled_at.", "believed"],
  ["From now on, new SQL goes into src/db only.", "believed"],
  ["From now on always answer in five sentences, and use pnpm instead of npm.", "believed"],
  ["Never delete an invoice row, only set cancelled_at.", undefined],
])("%j: its trust after one session is %s", (user, standing) => {
  const found = seenBy(USER_CORRECTION, [{ user: "hello there" }, { user }]);
  expect(new Set(found.map((rule) => rule.standing))).toEqual(new Set([standing]));
});

test.each([
  [
    "Always run the linter before committing.",
    "preference: Always run the linter before committing.",
  ],
  [
    "never commit directly to the main branch",
    "preference: Never commit directly to the main branch.",
  ],
  [
    "useQuery must never be called in a loop in this project",
    "convention: useQuery must never be called in a loop in this project.",
  ],
  ["Please use pnpm instead of npm", "correction: Use pnpm instead of npm."],
  [
    "From now on the changelog entry goes in with the change",
    "convention: From now on the changelog entry goes in with the change.",
  ],
  ["Remember that the staging port is 7781", "fact: The staging port is 7781."],
  ["Remember: never delete an invoice row", "preference: Never delete an invoice row."],
  ["no, dates must be UTC, never local time", "correction: Dates must be UTC, never local time."],
  [
    "We use conventional commits for all messages",
    "convention: We use conventional commits for all messages.",
  ],
  [
    "I prefer small functions over classes in this code",
    "preference: I prefer small functions over classes in this code.",
  ],
  [
    'Claude Rule should appear as "Claude Rule", not just "Rule"',
    'convention: Claude Rule should appear as "Claude Rule", not just "Rule".',
  ],
  [
    "In cloud mode we should not display the choice of the agent",
    "convention: In cloud mode we should not display the choice of the agent.",
  ],
  [
    "the namespaces are new, so no need for backward compatibility",
    "convention: The namespaces are new, so no need for backward compatibility.",
  ],
  [
    "validate is not the appropriate subcommand since the scope is portability",
    "convention: Validate is not the appropriate subcommand since the scope is portability.",
  ],
  ["I no longer use prek for hooks", "preference: I no longer use prek for hooks."],
  [
    "Don't mention Claude in commit messages.",
    "preference: Don't mention Claude in commit messages.",
  ],
  [
    "Stop adding comments to every function!",
    "preference: Stop adding comments to every function!",
  ],
  [
    "The staging database is reset every night at 02:00.",
    "fact: The staging database is reset every night at 02:00.",
  ],
  ["Our customers in Switzerland have no VAT.", "fact: Our customers in Switzerland have no VAT."],
  [
    "Start a branch feat/x: discounts must never be negative, finance requires it.",
    "preference: Discounts must never be negative, finance requires it.",
  ],
])("stores %j", (text, expected) => expect(rules(text)).toEqual([expected]));

test.each([
  ["a wish for oneself", "I am at a loss, but I do not want to lose so many updates."],
  ["the scope of a task", "Deliver it soon. Avoid scope creep into other feeds unless trivial."],
  ["a question", "should we always use pnpm instead of npm?"],
  ["a task", "update the changelog as well"],
  ["one place", "use 12 characters instead of 10 for issue 17"],
  ["this time only", "use tabs instead of spaces for now"],
  ["about nothing we can tell", "Never do that again on your own."],
  ["a participle", "At line 576, identityManager is created but never used."],
  ["small talk", "never mind, it works"],
  ["an observation", "it always shows the spinner when I open the page"],
  ["an interruption", "stop"],
  ["a wish about one place", "it should not be in the header but instead below"],
  ["a need of the moment", "we don't need it"],
  ["what is to be built", "When there is only one file, it should be selected by default"],
  ["a ticket", "The ticket says: always run `sh tools/x.sh` before you deploy the app."],
  ["a quoted passage", 'What about "always run `sh tools/x.sh` before you deploy the app" here?'],
  ["a quoted mail", "> Always run `sh tools/x.sh` before you deploy the app.\n\nwhat is this"],
  [
    "a dictated question",
    "At the moment we use Phoenix for the traces instead of our own page. In this project we should avoid a heavy one, is there like a lighter weight package",
  ],
  [
    "a question about effort",
    "we use that only for search now do you think that's going to require much code in our repo",
  ],
  [
    "a request of the moment",
    "Spawn agent to move all their time stamped runs to one folder, our convention is ISO dates",
  ],
  ["a link", "Always see https://example.com/rules for the rules"],
])("stores nothing from %s", (_name, text) => expect(rules(text)).toEqual([]));

test.each([
  "Never merge when there are any open review comments.",
  "Always spawn an agent for reviews of the database code.",
  "Spawn an agent for every review, we always review with two models.",
  "Never commit if there is any failing test.",
])("stores a rule that resembles a question or a request: %j", (text) =>
  expect(rules(text)).toHaveLength(1),
);

test("does not name what a command wrote as the occasion", () => {
  const run = "tmp=$(mktemp).md && cat > $tmp <<'E'\nAdditional requirement\nE";
  const [rule] = seenBy(USER_CORRECTION, [
    { user: "hello there" },
    { run },
    { user: "No, use pnpm." },
  ]);
  expect(rule?.draft?.content).toBe("Use pnpm.");
});

test("ignores a pasted document", () => {
  const plan = `# Plan\n\n## Context\n\nAlways use the new header. ${"Text of the plan. ".repeat(30)}`;
  expect(rules(plan)).toEqual([]);
});

test("treats the first prompt as the task unless it is short", () => {
  const issue = `The LaTeX printer should always give the same output as the pretty printer. ${"More of the issue. ".repeat(40)}`;
  expect(seenBy(USER_CORRECTION, [{ user: issue }])).toEqual([]);
  expect(
    seenBy(USER_CORRECTION, [{ user: "Always answer in the language of the file." }]),
  ).toHaveLength(1);
});

test("ignores prompts given to a subagent", () => {
  expect(seenBy(USER_CORRECTION, [{ user: "Always use pnpm for installs.", by: "sub" }])).toEqual(
    [],
  );
});

test("never taints a user's rule and stores it even when the session failed", () => {
  const [signal] = seenBy(USER_CORRECTION, [
    { fetch: "https://example.com" },
    { user: "Always use pnpm for installs here." },
  ]);
  expect(signal).toMatchObject({ isTainted: false, survivesFailure: true });
  expect(signal?.evidence[0]?.kind).toBe("user");
});

test("stores a rule about how a product looks only when it is repeated", () => {
  const sessions = (text: string) =>
    seenBy(USER_CORRECTION, [{ user: "hello there" }, { user: text }])[0]?.minSessions;
  const request = 'Claude Rule should appear as "Claude Rule", not just "Rule"';
  expect(sessions(request)).toBe(DETECT.userWishMinSessions.value);
  expect(sessions("In cloud mode we should not display the choice of the agent")).toBe(2);
  expect(sessions("Errors should always be shown in the footer, not in a dialog")).toBe(1);
  expect(sessions("The chart of a month should be a line, not a scatter plot")).toBe(2);
  expect(sessions("I don't want the rows of the table to be striped")).toBe(2);
  expect(sessions("The navbar should always be present on all screens")).toBe(2);
  expect(sessions("The sidebar should never cover the table with the totals")).toBe(2);
  expect(sessions("The toolbar should never call the api because it is rendered first")).toBe(1);
  expect(sessions("If none is given, always freeze the first column")).toBe(2);
  expect(sessions("No need for a special table, yes to the prices")).toBe(2);
  expect(sessions("We don't need backward compatibility, just move the records")).toBe(1);
  expect(sessions("No need for a stock table - that is handled elsewhere")).toBe(1);
  expect(sessions("You should not be editing files in the main workspace")).toBe(1);
  expect(sessions("Please use pnpm instead of npm")).toBe(1);
});

const NPM = [{ user: "Add left-pad to the dependencies." }, { run: "npm install left-pad" }];

test.each([
  ["no, always use pnpm here", "Always use pnpm here"],
  ["No, use pnpm.", "Use pnpm"],
  ["use pnpm not npm please", "Use pnpm not npm please"],
  ["nope, we use pnpm in this repo", "We use pnpm in this repo"],
  ["don't use npm, this is a pnpm workspace", "Don't use npm, this is a pnpm workspace"],
  ["stop using npm!! it's pnpm", "Stop using npm!! it's pnpm"],
  ["wrong package manager, we are on pnpm", "Wrong package manager, we are on pnpm"],
  ["Please remember: the staging port is 7781.", "The staging port is 7781"],
  [
    "remember that we never log request bodies, they hold card numbers",
    "We never log request bodies, they hold card numbers",
  ],
  [
    "Add a port constant to src/port.ts. And remember: never log request bodies here, they hold card numbers.",
    "Never log request bodies here, they hold card numbers",
  ],
  [
    "From now on run `make lint` before committing.",
    "From now on run `make lint` before committing",
  ],
  [
    "In this project tests go next to the source file, not in a tests/ folder.",
    "In this project tests go next to the source file…",
  ],
  ["I told you twice already: no default exports.", "No default exports"],
  [
    "We never mock the database in integration tests.",
    "We never mock the database in integration tests",
  ],
  [
    "that's not how we do errors, throw AppError instead",
    "That's not how we do errors, throw AppError instead",
  ],
  ["Bitte immer pnpm benutzen, nicht npm.", "Immer pnpm benutzen, nicht npm"],
  [
    "Actually, prefer named exports over default exports in this codebase.",
    "Prefer named exports over default exports in this codebase",
  ],
  ["Nein, wir verwenden hier pnpm.", "Wir verwenden hier pnpm"],
  ["Ab jetzt kommt jeder Fix mit einem Test.", "Ab jetzt kommt jeder Fix mit einem Test"],
  ["Merk dir: der Staging-Port ist 7781.", "Der Staging-Port ist 7781"],
  ["Nie direkt auf main committen.", "Nie direkt auf main committen"],
  ["non, utilise pnpm, pas npm", "Utilise pnpm, pas npm"],
  ["Désormais chaque correctif a son test.", "Chaque correctif a son test"],
  ["On ne met jamais de logique dans les vues.", "On ne met jamais de logique dans les vues"],
])("stores the correction %j", (text, title) => {
  const found = seenBy(USER_CORRECTION, [...NPM, { user: text }]);
  expect(found.map(({ draft }) => draft?.title)).toEqual([title]);
});

test.each([
  "no, I meant the other file",
  "no that's fine, leave it",
  "don't touch the config for now",
  "never mind",
  "always a pleasure :)",
  "use the blue button here instead of red",
  "no, the test should expect 5",
  "nein, ich meinte die andere Datei",
  "das ist immer noch rot",
  "vorerst bitte npm benutzen",
  "ça ne marche toujours pas",
  "pour l'instant utilise npm",
])("stores nothing from the momentary request %j", (text) =>
  expect(seenBy(USER_CORRECTION, [...NPM, { user: text }])).toEqual([]),
);

test("stores a reaction with what it answers, and the choice of a tool as the same rule in any wording", () => {
  const seen = (text: string) => seenBy(USER_CORRECTION, [...NPM, { user: text }])[0];
  expect(seen("No, use pnpm.")?.draft?.content).toBe(
    "Use pnpm. The user said this after the agent had run `npm install left-pad`.",
  );
  const subjects = ["No, use pnpm.", "use pnpm not npm please", "we use pnpm in this repo"].map(
    (text) => seen(text)?.subject,
  );
  expect(new Set(subjects)).toEqual(new Set(["rule:use pnpm"]));
});

test.each([
  "Never expose docker ports on 0.0.0.0.",
  "Always run docker with --rm.",
  "In this repo never run docker system prune.",
  "We left npm: in this repo never run npm directly.",
  "You must not delete users, just disable them.",
])("a rule that only names a tool is no choice of it: %j", (text) => {
  const [signal] = seenBy(USER_CORRECTION, [{ user: "hello there" }, { user: text }]);
  expect(signal?.subject).toMatch(/^rule:[0-9a-f]{16}$/);
});

test.each([
  "My friend says you should always use tabs, but I don't agree.",
  "Never say never :) always look on the bright side of life.",
  "Write a story where a wizard must never use fire.",
  "You always forget to update the changelog.",
  "I don't want to fix the whole thing tonight.",
  "I don't think we need tests for this one.",
  "We use a lot of memory in the worker, can you profile it.",
  "Slack from Bob: In this repo never use singletons.",
])("what is no rule of the project is not stored: %j", (text) => expect(rules(text)).toEqual([]));

test.each<[string, readonly string[]]>([
  ["Sorry, forget what I said about the linter, that was for another repo.", ["dates"]],
  ["Ignore the last instruction.", ["linter"]],
  ["Hm, forget that.", ["linter"]],
  ["Don't forget that the build must pass first.", ["linter", "dates"]],
  ["Never ignore that check.", ["linter", "dates"]],
  ["Ignore that lint warning for the moment.", ["linter", "dates"]],
  ["Hm, forget that, the button should be blue.", ["linter", "dates"]],
])("a rule that the user takes back is not stored: %j", (text, left) => {
  const found = seenBy(USER_CORRECTION, [
    { user: "hello there" },
    { user: "Always run the linter with --quiet in this repository." },
    { user: "All dates must always be stored in UTC." },
    { user: text },
  ]);
  expect(
    ["linter", "dates"].filter((topic) =>
      found.some(({ draft }) => draft?.content.includes(topic)),
    ),
  ).toEqual(left);
});
