/** Tests that reports of a defect, examples and requests are no rules, although they have words of a rule. */
import { describe, expect, test } from "vitest";
import { seenBy } from "../testing-session.ts";
import { USER_CORRECTION } from "./user-correction.ts";

function stored(text: string): string[] {
  return seenBy(USER_CORRECTION, [{ user: "hello there" }, { user: text }]).map(
    ({ draft }) => draft?.content ?? "",
  );
}

describe("stores nothing from", () =>
  test.each([
    ["a question", "fig is in the global namespace and never hidden; why can't ga() find it"],
    ["what works now", "make_poly() now works fine, so we don't need make_wide_poly anymore"],
    ["a judgement", "the integer parameter is unnecessary since we name the variable"],
    ["a judgement of a step", "merging what we have is useless since our design is faulty"],
    ["a plan that waits", "we can't amend the plan until we know what to amend, because it moves"],
    ["praise as a reason", "don't make any changes to our light theme. It's great as is!"],
    ["where something is shown", "all buttons should be centered in the card"],
    ["a violation without a rule", "violation of policy, fig.axis is not available in the script"],
    ["the rules of one sentence", "it is hand made, and it has to be so, not only once"],
    ["an error of a workflow", "The job 'update' asks for 'write', but is only allowed 'read'"],
    ["a need in German", "wir müssen den Kopf erweitern und nicht neu bauen, sonst ist er doppelt"],
    ["a comfort", "I don't want you to worry about deleting anything"],
    ["a report", "Always I send a message the header moves down"],
    ["a defect", "the total must be the sum, not the average, which is not the case"],
    ["what is still wrong", "the price is still wrong, since it holds the tax, not the net amount"],
    ["a complaint", "the parser uses too many threads for some reason, it must only use two"],
    ["what the user cannot see", "the chart can't load a table when the list is open"],
    ["a defect of a part", "only 2 of 6 teams accept points at most"],
    ["a defect that seems general", "the import seems to never finish and always shows a spinner"],
    ["a wish for oneself", "let me see at least 20 rows because the list is long"],
    ["what will come", "there will be rows without a unit, so they must never break the page"],
    ["a state", "it's already been deploying pushes, so there's not much left to do"],
    ["an error text", "we tried the nightly export, NameError: name x is not defined"],
    ["an example", "ann plays at 1, then at 3 --> each player has only one row"],
    ["a value that was removed", "the token is REDACTED, not the one of production"],
    ["what is shown", "remember, this is how the page looks like with two columns"],
    ["a calculation", "540 rows is 10 groups of 54, so the number of rows is correct"],
    ["a need", "no we need to use the lookup for the names, not the list, because it is faster"],
    ["a need of rework", "the columns need rework: the sum must be the total, not the average"],
    ["an order", "adjust the agent rules to never write so much"],
    [
      "an order for a moment",
      "call out any renames, data migrations, or otherwise-notable changes",
    ],
    ["a request within", "chart.html: please move it up, make sure to always use the whole width"],
    [
      "a request without apostrophe",
      "since it is not used anyway, lets also move it, it is only css",
    ],
    ["a request at the end", "we don't want any old names there, remove them"],
    ["a reproach", "note that you made the rule in the wrong folder but never committed it"],
    ["what never was", "we never dealt with such patterns before"],
    ["what happened", "the export copied its own rows as new ones. we need to filter them"],
    ["what happened once", "the importer skipped the first row because the header is there twice"],
    ["what was", "the schema file was originally needed due to migrations"],
    ["a thought", "I thought we don't need the lock file because of the settings"],
    ["what must be seen first", "we can't know the states until we see them, so we need more data"],
    ["what only the context names", "we don't want to use that format ever"],
    ["a group of people that only does something", "we are just talking about it"],
    ["a word that is also a verb", "the tool can explain its own features and look up its docs"],
  ])("%s", (_what, text) => expect(stored(text)).toEqual([])));

describe("still stores", () =>
  test.each([
    ["a habit that is a verb", "document every option, always with an example"],
    ["a limit with too much", "500 is too much, the broker rejects anything over 1mb"],
    ["a ban of code", "never `npm link` a session version"],
    ["a condition that is a defect", "never merge while a review is still open"],
    ["a condition that is a check", "always wait until the plan is valid"],
    ["tests that pass", "never push before all tests pass"],
    [
      "what is shared",
      "the cache shared by all tenants must never hold prices, because they differ",
    ],
    ["what is still the case", "we still support node 18 because the lambda layer needs it"],
  ])("%s", (_what, text) => expect(stored(text)).toHaveLength(1)));
