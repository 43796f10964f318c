/** Tests which beginnings a title leaves out. */
import { expect, test } from "vitest";
import { RULE_TITLE_SIZE, titleOf } from "../draft.ts";
import { withoutLeadIn } from "./lead-in.ts";

test.each([
  ["Il faut toujours arrondir la TVA", "Toujours arrondir la TVA"],
  ["Il ne faut jamais appeler l'api geodis", "Jamais appeler l'api geodis"],
  [
    "Attention : src/rates.ts est généré, ne le modifie jamais",
    "src/rates.ts est généré, ne le modifie jamais",
  ],
  ["n'oublie pas que les montants sont en centimes", "Les montants sont en centimes"],
  ["Moin, ab jetzt bitte immer zod verwenden", "Immer zod verwenden"],
  ["Ciao, d'ora in poi usa sempre una transazione", "Usa sempre una transazione"],
  [
    "Ricordati che il corriere BRT vuole il peso in grammi",
    "Il corriere BRT vuole il peso in grammi",
  ],
  ["A partir de ahora los tests van en test/", "Los tests van en test/"],
  ["Il faut partir", "Il faut partir"],
  ["Attention: the cache is stale", "Attention: the cache is stale"],
])("%s: %s", (text, expected) => {
  expect(withoutLeadIn(text)).toBe(expected);
});

test("the title of a rule keeps what the rule forbids", () => {
  const rule =
    "Attention : src/domain/carrier-rates.ts est généré depuis le fichier excel des transporteurs, ne le modifie jamais à la main.";
  expect(titleOf(rule, RULE_TITLE_SIZE)).toBe(
    "src/domain/carrier-rates.ts est généré…, ne le modifie jamais…",
  );
});
