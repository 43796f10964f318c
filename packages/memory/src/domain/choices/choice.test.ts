/** Two rules where one rejects what the other chooses. */
import { expect, test } from "vitest";
import { isOppositeChoice } from "./choice.ts";

test.each([
  ["Use tabs, not spaces.", "Use spaces, not tabs.", true],
  ["Use pnpm.", "Don't use pnpm.", true],
  ["Always use yarn instead of pnpm.", "Use pnpm not npm please.", true],
  ["Prefer named exports over default exports.", "Use default exports.", true],
  ["Bitte immer pnpm benutzen, nicht npm.", "Use npm, not pnpm.", true],
  ["用 pnpm,不要用 npm。", "统一用 npm,不要用 pnpm。", true],
  ["别用 npm。", "用 npm。", true],
  ["Usa pnpm, no npm.", "Usa npm en vez de pnpm.", true],
  ["Use pnpm, não npm.", "não use pnpm.", true],
  ["Используй pnpm, а не npm.", "не используй pnpm.", true],
  ["We use Jest for the tests.", "We switched from Jest to Vitest.", true],
  [
    "We decided to use Postmark for mails.",
    "We now use Resend instead of Postmark for mails.",
    true,
  ],
  ["Use Redis for sessions.", "We replaced Redis with Postgres.", true],
  ["We switched from Jest to Vitest.", "Use Vitest.", false],
  ["用 pnpm,不要用 npm。", "用 pnpm。", false],
  ["用户登录。", "不要用户登录。", false],
  ["Use pnpm, not npm.", "Use pnpm.", false],
  ["Use tabs, not spaces.", "Use pnpm, not npm.", false],
  ["Avoid mocks in tests.", "Use fixtures in tests.", false],
  ["The port is 7781.", "Use pnpm.", false],
  ["On utilise biome pour le lint.", "Biome on laisse tomber, on repasse à eslint.", true],
  [
    "Désormais on déploie avec Kamal.",
    "On ne déploie plus avec Kamal, on déploie avec Ansible.",
    true,
  ],
  ["Désormais on déploie avec Kamal.", "On ne teste plus avec Kamal.", false],
  ["We use pnpm.", "In the end we go back to npm.", true],
  ["Usamos pnpm.", "Volvemos a npm.", true],
  ["Wir nutzen pnpm.", "Wir wechseln zurück zu npm.", true],
  ["Usiamo jest.", "Torniamo a vitest.", true],
  ["We use playwright.", "We go back to jest.", false],
  ["We use biome, plus prettier.", "Use prettier.", false],
  ["Utilise axios dans le back, pas fetch.", "Utilise fetch dans le front.", false],
  ["On utilise biome pour le format.", "On utilise eslint pour le lint, plus biome.", false],
  ["On passe à la suite.", "On utilise pnpm.", false],
])("%j and %j: %s", (one, other, expected) => {
  expect(isOppositeChoice(one, other)).toBe(expected);
  expect(isOppositeChoice(other, one)).toBe(expected);
});
