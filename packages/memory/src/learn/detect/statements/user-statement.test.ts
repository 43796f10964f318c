/** Tests which sentences of a user state something that outlasts the task, without a word of generality. */
import { describe, expect, test } from "vitest";
import { seenBy } from "../testing-session.ts";
import { USER_CORRECTION } from "./user-correction.ts";

function stated(text: string): string[] {
  return seenBy(USER_CORRECTION, [{ user: "hello there" }, { user: text }]).map(
    ({ draft }) => `${draft?.type}: ${draft?.content}`,
  );
}

describe("stores", () =>
  test.each([
    [
      "also, all constants should be centralized in cons.jl",
      "convention: All constants should be centralized in cons.jl.",
    ],
    [
      "everything that an exported type needs should remain in src",
      "convention: Everything that an exported type needs should remain in src.",
    ],
    [
      "the domain module should have no dependencies other than zod",
      "convention: The domain module should have no dependencies other than zod.",
    ],
    [
      "requalification in a script is a policy violation",
      "convention: Requalification in a script is a policy violation.",
    ],
    [
      "helpers can't be in the handlers, per our conventions",
      "convention: Helpers can't be in the handlers, per our conventions.",
    ],
    [
      "no requalification is necessary, according to policy",
      "convention: No requalification is necessary, according to policy.",
    ],
    [
      "the _site folder is created by the generator and nothing reads it",
      "fact: The _site folder is created by the generator and nothing reads it.",
    ],
    [
      "commit after each sub-task, right after it is marked as done",
      "convention: Commit after each sub-task, right after it is marked as done.",
    ],
    ["run the linter before every commit", "convention: Run the linter before every commit."],
    ["use uv as the package manager", "correction: Use uv as the package manager."],
    ["please don't use mocks", "convention: Don't use mocks."],
    ["that's wrong, the ids are strings, not numbers", "fact: The ids are strings, not numbers."],
    ["that's wrong, a tenant is a company, not a user", "fact: A tenant is a company, not a user."],
    [
      "ok. never run the seed script against prod. it wipes tables",
      "preference: Never run the seed script against prod. It wipes tables.",
    ],
    [
      "no, it fails because the queue is fifo, you need a group id",
      "gotcha: It fails because the queue is fifo, you need a group id.",
    ],
    [
      "dont touch the lock file plz, renovate owns it",
      "convention: Don't touch the lock file please, renovate owns it.",
    ],
    [
      "yeah the redis for tests runs on 6390 bc 6379 belongs to the crm",
      "gotcha: The redis for tests runs on 6390 because 6379 belongs to the crm.",
    ],
    [
      "the payment provider rejects amounts over 9999 eur",
      "fact: The payment provider rejects amounts over 9999 eur.",
    ],
    [
      "we stick to node 20 until the lambda layer is rebuilt",
      "decision: We stick to node 20 until the lambda layer is rebuilt.",
    ],
    [
      "we went with sqlite rather than postgres, the installer has to work offline",
      "decision: We went with sqlite rather than postgres, the installer has to work offline.",
    ],
    [
      "pavlo says: nope, colours only come from tokens/, never edit it by hand, it gets overwritten",
      "preference: Pavlo says: nope, colours only come from tokens/, never edit it by hand, it gets overwritten.",
    ],
    [
      "never call cos(x) with degrees, the solver only takes radians",
      "preference: Never call cos(x) with degrees, the solver only takes radians.",
    ],
    [
      "i tried esbuild for the workers, it does not support our decorators",
      "dead_end: I tried esbuild for the workers, it does not support our decorators.",
    ],
    [
      "translations live in packages/i18n, not next to the components",
      "fact: Translations live in packages/i18n, not next to the components.",
    ],
    [
      "the null in price.json is on purpose, the shop hides such items",
      "fact: The null in price.json is on purpose, the shop hides such items.",
    ],
    [
      "invoices have to be sent before the 3rd, thats the contract with the bank",
      "convention: Invoices have to be sent before the 3rd, that's the contract with the bank.",
    ],
    [
      "nobody adds packages to core without ann, it ships to closed networks",
      "convention: Nobody adds packages to core without ann, it ships to closed networks.",
    ],
    [
      "we tried a bloom filter for the lookup last year. slower below 1000 rows, reverted",
      "dead_end: We tried a bloom filter for the lookup last year, slower below 1000 rows, reverted.",
    ],
    [
      "for the nightly run we page when the error rate exceeds 2 %, that was agreed with support",
      "decision: For the nightly run we page when the error rate exceeds 2 %, that was agreed with support.",
    ],
    [
      "we shard by tenant, never randomly: one tenant has several ids",
      "decision: We shard by tenant, never randomly: one tenant has several ids.",
    ],
    [
      "oh almost forgot this: code standard: every new file needs to have the ticket number",
      "convention: Every new file needs to have the ticket number.",
    ],
    [
      "context you'll need: an order counts as lost after 30 days, sales uses 45 but we don't",
      "convention: An order counts as lost after 30 days, sales uses 45 but we don't.",
    ],
    ["every PR must come with a changeset", "convention: Every PR must come with a changeset."],
    [
      "free tools that we can install are always preferred",
      "convention: Free tools that we can install are always preferred.",
    ],
    [
      "credit notes above 500 € need a signature, the code enforces that",
      "convention: Credit notes above 500 € need a signature, the code enforces that.",
    ],
    [
      "on a décidé de garder sqlite parce que le client ouvre le fichier",
      "decision: On a décidé de garder sqlite parce que le client ouvre le fichier.",
    ],
    [
      "the dumps contain phone numbers, so nothing from them may be committed",
      "gotcha: The dumps contain phone numbers, so nothing from them may be committed.",
    ],
    [
      "this app only runs on linux because it uses epoll",
      "gotcha: This app only runs on linux because it uses epoll.",
    ],
    [
      "ask sam for a review of the sql. make that standard for every migration",
      "convention: Ask sam for a review of the sql. Make that standard for every migration.",
    ],
    [
      "on garde jest parce que le plugin de coverage ne marche pas ailleurs",
      "decision: On garde jest parce que le plugin de coverage ne marche pas ailleurs.",
    ],
  ])("%j", (text, statement) => expect(stated(text)).toEqual([statement])));

describe("stores nothing from", () =>
  test.each([
    ["a plan", "i will move the port to 5433 because 5432 is taken"],
    ["a plan of both", "we need to do the migration before friday because of the demo"],
    ["a request", "set the pool size to 20 instead of 10 because it is slow"],
    ["a request with its purpose", "mend the tokenizer so that it accepts emoji"],
    ["a request with its reason", "speed up the parsers because they need a minute"],
    ["a request at the end", "we have two idle workers, can we kill them since they are done"],
    ["a state", "the pipeline is red again and everything fails"],
    ["a measurement", "the build takes more than 10 minutes on my machine"],
    ["a measurement with a request", "the pipeline takes 25 min, find out why"],
    ["a guess", "i think the cache is stale because the key has no version"],
    ["a doubt", "maybe the queue is full because the consumer is down"],
    ["a wish about the look", "the table needs a sort icon when the mouse is over it"],
    ["a specification", "the endpoint must return 404 if the id is unknown"],
    ["a ban of this moment", "dont commit it yet, i want to read it first"],
    ["a ban of a step", "don't create a pr, just a commit"],
    ["a ban of this part", "dont change the other files"],
    ["a reproach", "you always forget the imports, that is annoying because i have to add them"],
    ["a text", "line 98 says count as updated but the code only skips 2 rows"],
    ["a person", "he has to finish the report before the 5th"],
    ["a joke", "lol the log is longer than the bible because we never rotate it"],
    ["a log", "this is what i get:\n2026-01-02 10:00:00 ERROR the pool must never be closed twice"],
    ["a comment of code", "// In cloud mode: always sync the session, never check the file."],
    ["what another sentence names", "the latter is what we use because the former is too slow"],
    ["what the context names", "yeah we don't need any of that any more because it is gone"],
    [
      "what a program prints",
      "and then eslint says: no-undef, x must never be used before it is set",
    ],
    ["a console", "i see this in the console: Warning: keys should be unique so that they stay"],
    ["a chat", "from the slack thread:\n@ann: we should always use uuids\nno idea who is right"],
    ["an old page", "this is from the old wiki:\nAlways run pod install after a checkout."],
    ["a quotation", 'the reviewer:\n"You must always add keys because order matters."'],
    ["a quantity of the data at hand", "the current set only contains 4 players"],
    ["what is selected", "demo_base is selected, not main_base when the page opens"],
    ["a step that was tried", "I tried to open the settings, it does not work"],
    ["what the next words take back", "the api is limited to 5 requests per minute\nwait no, 50"],
  ])("%s", (_what, text) => expect(stated(text)).toEqual([])));

test("takes time linear in the length of the text", () => {
  const before = process.cpuUsage();
  for (const piece of ["the a ", "it is ", "because ", "we use ", "no, ", "a, b is ", "5 ms "])
    stated(piece.repeat(200));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5000);
});
