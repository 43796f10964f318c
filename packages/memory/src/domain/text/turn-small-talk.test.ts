/** Tests which texts only greet, thank or agree. */
import { expect, test } from "vitest";
import { isSmallTalk } from "./turn.ts";

test.each([
  ["hi", true],
  ["Good morning!", true],
  ["Guten Morgen", true],
  ["thanks, great job :)", true],
  ["Hello, how are you today?", true],
  ["ok, go on please", true],
  ["hi claude, good morning!", true],
  ["Bonjour Claude !", true],
  ["¡Hola, buenos días!", true],
  ["Olá", true],
  ["dzień dobry", true],
  ["你好", true],
  ["Bonjour, ajoute un port", false],
  ["vielen Dank und tschüss", true],
  ["Good morning! Please add a retry to the uploader.", false],
  ["test", false],
  ["Add a port constant", false],
  ["fix it", false],
  ["", false],
] as const)("%j: %s", (text, expected) => expect(isSmallTalk(text)).toBe(expected));

test.each([
  "sounds good, go ahead",
  "let's move on",
  "makes sense, go on",
  "Agreed!",
  "no worries",
])("an assent is no task: %s", (text) => expect(isSmallTalk(text)).toBe(true));

test.each([
  "let's move the lock",
  "keep the rights going",
  "got an error again",
  "move the test to done",
])("a short task is one: %s", (text) => expect(isSmallTalk(text)).toBe(false));
