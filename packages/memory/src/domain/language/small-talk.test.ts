/** Tests which messages in other languages ask for nothing. */
import { expect, test } from "vitest";
import { isIdleMessage } from "./small-talk.ts";

test.each([
  ["ah oui c'est vrai, laisse", true],
  ["merci t'es top", true],
  ["ouais enfin c'est toujours pareil avec toi, tu comprends jamais du premier coup", true],
  ["non mais c'est pas possible, ça marche jamais ce truc", true],
  ["das ist doch immer dasselbe mit dir", true],
  ["va bene così, grazie", true],
  ["lance les tests", false],
  ["ajoute un test", false],
  ["crée une route POST /avoirs", false],
  ["et dis moi ce qu'on a décidé pour npm", false],
  ["thanks, that is it", false],
])("%s: %j", (text, isIdle) => {
  expect(isIdleMessage(text)).toBe(isIdle);
});
