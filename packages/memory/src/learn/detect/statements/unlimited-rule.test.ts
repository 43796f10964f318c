/** Tests which sentences without a word such as "always" are stored, and which similar sentences about the task are not. */
import { expect, test } from "vitest";
import { seenBy } from "../testing-session.ts";
import { USER_CORRECTION } from "./user-correction.ts";

function rules(text: string): string[] {
  return seenBy(USER_CORRECTION, [{ user: "hello there" }, { user: text }]).map(
    ({ draft }) => `${draft?.type}: ${draft?.content}`,
  );
}

test.each([
  [
    "please dont use mocks for the payment gateway, use the sandbox",
    "convention: Don't use mocks for the payment gateway, use the sandbox.",
  ],
  ["please don't use mocks for the gateway", "convention: Don't use mocks for the gateway."],
  [
    "I'd rather we didn't use enums in Postgres",
    "convention: I'd rather we didn't use enums in Postgres.",
  ],
  [
    "don't ever commit to the develop branch",
    "preference: Don't ever commit to the develop branch.",
  ],
  [
    "We don't ever mock the database in tests",
    "preference: We don't ever mock the database in tests.",
  ],
  [
    "Don't edit src/gen/client.ts directly, it is generated.",
    "convention: Don't edit src/gen/client.ts directly, it is generated.",
  ],
  ["pls dont push directly to main", "convention: Don't push directly to main."],
  [
    "We decided to use Redis instead of RabbitMQ because ops already runs it.",
    "decision: We decided to use Redis instead of RabbitMQ because ops already runs it.",
  ],
  [
    "We've agreed on UUIDv7 for ids since they sort by time.",
    "decision: We've agreed on UUIDv7 for ids since they sort by time.",
  ],
  ["as a rule, we only log in UTC", "convention: As a rule, we only log in UTC."],
  [
    "As a general rule: tokens stay out of logs",
    "convention: As a general rule: tokens stay out of logs.",
  ],
  [
    "I'd rather you did conversions at the edge (cli), core only ever sees UTC",
    "preference: I'd rather you did conversions at the edge (cli), core only ever sees UTC.",
  ],
  [
    "I’d rather you never touched the generated client",
    "preference: I'd rather you never touched the generated client.",
  ],
  [
    "that's wrong, refunds are negative amounts in this codebase, not positive ones",
    "correction: Refunds are negative amounts in this codebase, not positive ones.",
  ],
  ["No, amounts are cents, not euros.", "correction: Amounts are cents, not euros."],
  [
    "A tenant is a company in this project, not a user.",
    "correction: A tenant is a company in this project, not a user.",
  ],
  [
    "Ach, und bitte keine Enums in Postgres verwenden, ALTER TYPE ist zu mühsam",
    "preference: Bitte keine Enums in Postgres verwenden, ALTER TYPE ist zu mühsam.",
  ],
  [
    "Keine Mocks für das Zahlungs-Gateway benutzen.",
    "preference: Keine Mocks für das Zahlungs-Gateway benutzen.",
  ],
  [
    "btw our staging host has changed: it is stage2 now",
    "fact: Our staging host has changed: it is stage2 now.",
  ],
  ["Dev Redis runs now on 8081.", "fact: Dev Redis runs now on 8081."],
])("stores %j", (text, rule) => expect(rules(text)).toEqual([rule]));

test.each([
  ["the state of a server", "the dev server is on port 3001 now"],
  ["a ban in one test", "don't use mocks in this test"],
  ["a ban in one test with an article", "dont use mocks in the test"],
  ["a ban of one thing", "don't use the cache for the build"],
  ["a ban for an answer", "don't use so many words in the summary"],
  ["a ban at one place of a page", "don't use inline styles for the button"],
  ["a wish about several names", "don't use different names for each entry"],
  ["a ban for a while", "please don't use git commands for the moment"],
  ["a question", "why dont we use mocks for the gateway"],
  ["reported speech", "Bob says please don't use mocks for the gateway"],
  ["a report about oneself", "I don't use mocks for the gateway"],
  ["a reproach", "Don't ever do that to me again"],
  ["a joke", "don't ever scare me like that haha"],
  ["reported speech with ever", "she told me: dont ever commit to develop"],
  ["an order of steps", "don't edit the file directly, show me the diff"],
  ["a request to wait", "don't push directly yet"],
  ["one merge", "don't merge it directly, I want to look at it"],
  ["a decision about the task", "We decided to skip this test because CI is slow"],
  ["a decision about a bug", "we've decided to leave the bug because the page goes away"],
  ["an appointment", "we agreed to meet at noon because Tom is away"],
  ["a decision without a reason", "we decided to remove the button"],
  ["a decision taken back", "We decided to use Redis because it was fast, but that was a mistake"],
  ["somebody else's decision", "Bob said we decided to use Redis because of ops"],
  ["a dangling decision", "We decided to go with option B because it is simpler"],
  ["a comparison", "as I said, the tests are red"],
  ["a user story", "as a user I want to see the totals"],
  ["a wish about the order", "I'd rather you did the refactoring first"],
  ["a wish about the task", "I'd rather you reverted it, it never worked"],
  ["a diagnosis", "no, the error is in the parser, not in the lexer"],
  ["a state of the tests", "that's wrong, tests are failing, not passing"],
  ["a look", "that's wrong, the button is blue, not green"],
  ["a state of files", "no, files are missing, not empty"],
  ["a state of the build", "that's wrong, the build is red in this repo, not green"],
  ["a place of a bug", "the bug is in this repo, not in the other one"],
  ["a German ban in one test", "Bitte keine Mocks in diesem Test verwenden"],
  ["a German ban in one task", "bitte keine neuen Pakete für die Migration benutzen"],
  ["a German request to wait", "Bitte noch keine Enums in Postgres verwenden"],
  ["a German idiom", "keine Ahnung, in welchem Ordner wir das nutzen"],
  ["a question about a change", "the port changed: why is it 5434"],
  ["an error that changed", "the error changed: it is a timeout now"],
  ["a result that changed", "the output has changed: there is a warning now"],
  ["a place in a file", "the test is on line 5434 now"],
  ["a state of the work", "we are on 3000 now"],
])("stores nothing from %s", (_name, text) => expect(rules(text)).toEqual([]));
