/** A title is short and states the topic of a memory. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { titleOf, titleOfFix } from "./draft.ts";

test.each([
  ["One thing. And another.", "One thing. And another"],
  [
    "When the webhook fails, verify the signature before parsing the body of the request",
    "When the webhook fails, verify the signature before parsing the body…",
  ],
  [
    "Logos of the coding agents are inline SVG components in AgentLogos.tsx, drawn by hand for dark mode.",
    "Logos of the coding agents are inline SVG components in AgentLogos.tsx…",
  ],
  ["Node.js 24 is needed", "Node.js 24 is needed"],
  ["Stop using npm!! it's pnpm", "Stop using npm!! it's pnpm"],
  ["", ""],
])("%s", (text, title) => {
  expect(titleOf(text)).toBe(title);
});

test("property: a title has at most 12 words and 80 characters", () => {
  const texts = fc.string({
    maxLength: 400,
    unit: fc.constantFrom("a", "bc", " ", ". ", ", ", "é"),
  });
  fc.assert(
    fc.property(texts, (text) => {
      const title = titleOf(text);
      expect(title.length).toBeLessThanOrEqual(80);
      expect(title.split(/\s+/).length).toBeLessThanOrEqual(12);
    }),
  );
});

test.each([
  [
    "npm run e2e",
    "Error: Cannot find module 'playwright' imported from /srv/shop/e2e/login.spec.ts",
    "npm run generate",
    "When npm run e2e fails (Error: Cannot find module…): npm run generate",
  ],
  ["npm test", "3 failed", "npm run build", "When npm test fails (3 failed): npm run build"],
  ["npm test", "", "npm run build", "When npm test fails: npm run build"],
  [
    "npm run test:integration",
    "Error: connect ECONNREFUSED 127.0.0.1:5432",
    "docker compose -f docker-compose.test.yml up -d database",
    "When npm run… fails: docker compose -f docker-compose.test.yml up -d database",
  ],
  [
    "npx playwright test --project=chromium e2e/login.spec.ts",
    "Error: browserType.launch: Executable does not exist",
    "npx playwright install chromium",
    "When npx playwright test… fails: npx playwright install chromium",
  ],
])("the title of what fixed %s states the fix", (command, error, fix, title) => {
  expect(titleOfFix(command, error, fix)).toBe(title);
});

test("property: a title with a fix is short, and names as much of the fix as fits", () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  const some = (maxWords: number) =>
    fc.array(word, { minLength: 1, maxLength: maxWords }).map((words) => words.join(" "));
  fc.assert(
    fc.property(some(9), some(20), some(14), (command, error, fix) => {
      const title = titleOfFix(command, error, fix);
      expect(title.split(" ").length).toBeLessThanOrEqual(12);
      expect(title.length).toBeLessThanOrEqual(80);
      const [first = ""] = fix.split(" ");
      expect(title).toContain(`fails: ${first}`.slice(7));
    }),
  );
});
