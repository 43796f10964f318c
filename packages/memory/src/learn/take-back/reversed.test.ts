/** Decisions and values that the user reverses in a later session, in five languages: the later statement takes over. */
import { expect, test } from "vitest";
import type { Memory } from "../../domain/memory.ts";
import { learn, openAfterSessions } from "../../testing/testing-life.ts";

/** Says each text in a session of its own; returns what is in use and what was superseded. */
async function afterSaying(...texts: readonly string[]) {
  const { tacit, session } = await openAfterSessions();
  for (const [i, text] of texts.entries())
    await learn(
      tacit,
      session(i + 1)
        .prompt("hello there")
        .prompt(text)
        .shell("ls", "a")
        .end(),
    );
  const all = (await tacit.memories.list({ withSuperseded: true })).filter(
    ({ type }) => type !== "handoff",
  );
  const contents = (chosen: (memory: Memory) => boolean) =>
    all.filter(chosen).map(({ content }) => content);
  return {
    used: contents(({ supersededBy, needsReview }) => supersededBy === null && !needsReview),
    over: contents(({ supersededBy }) => supersededBy !== null),
  };
}

test.each([
  [
    "On utilise biome pour le lint, n'ajoute pas eslint",
    "bon en fait biome on laisse tomber, on repasse à eslint avec la config de la boite",
  ],
  [
    "on passe à pnpm, on n'utilise plus npm",
    "finalement on revient à npm, pnpm casse le build docker",
  ],
  [
    "désormais on déploie avec Kamal",
    "désormais on ne déploie plus avec Kamal, on déploie avec Ansible",
  ],
  [
    "à partir de maintenant on utilise pnpm, plus npm",
    "à partir de maintenant on utilise npm, plus pnpm",
  ],
  [
    "On utilise biome pour le lint, n'ajoute pas eslint",
    "désormais on utilise eslint pour le lint, plus biome",
  ],
  [
    "We use biome for linting, don't add eslint",
    "from now on we use eslint for linting, no longer biome",
  ],
  [
    "We use biome for linting, don't add eslint",
    "well actually let's drop biome, we go back to eslint with the company config",
  ],
  [
    "from now on we use pnpm, not npm",
    "in the end we go back to npm, pnpm breaks the docker build",
  ],
  ["usiamo pnpm in questo progetto, non npm", "torniamo a npm, pnpm rompe la build di docker"],
  ["usamos pnpm en este proyecto, no npm", "volvemos a npm, pnpm rompe el build de docker"],
  [
    "wir nutzen pnpm in diesem Projekt, nicht npm",
    "wir wechseln zurück zu npm, pnpm macht den Docker-Build kaputt",
  ],
  [
    "il faut toujours arrondir la TVA ligne par ligne",
    "il ne faut plus arrondir la TVA ligne par ligne, mais sur le total",
  ],
  [
    "et retiens que la base de recette est sur le port 5433, le 5432 c'est celle de mon poste",
    "non c'est faux ce que t'as noté : le 5433 c'est la préprod, la recette est sur le 5434",
  ],
  [
    "remember that the staging database is on port 5433",
    "no, what you noted is wrong: 5433 is preprod, staging is on 5434",
  ],
  [
    "retiens que la base de recette est sur le port 5433",
    "non, retiens que la base de recette est sur le port 5434, pas 5433",
  ],
  [
    "remember that the staging database is on port 5433",
    "no, remember that the staging database is on port 5434, not 5433",
  ],
  [
    "ricordati che il collaudo sta sulla porta 4000",
    "ricordati che il collaudo sta sulla porta 4200, non 4000",
  ],
  [
    "recuerda que staging está en el puerto 7781",
    "no, recuerda que staging está en el puerto 7790, no 7781",
  ],
  [
    "merk dir: die Staging-Datenbank läuft auf Port 5433",
    "nein, merk dir: die Staging-Datenbank läuft auf Port 5434, nicht 5433",
  ],
  [
    "les relances partent a 15 jours apres l'echeance, pas 30, c'est écrit dans les CGV",
    "la relance part maintenant a 10 jours, plus a 15, les CGV ont changé",
  ],
  [
    "retiens que le FEC est encodé en utf-8",
    "non, pas comme ça, le FEC doit être encodé en iso-8859-15, pas en utf-8",
  ],
])("%j is over after %j", async (before, after) => {
  const { used, over } = await afterSaying(before, after);
  expect([used.length, over.length]).toEqual([1, 1]);
});

test.each([
  // Another subject, another place, or a request of the moment.
  [
    "retiens que la base de recette est sur le port 5433",
    "non, le proxy écoute sur 8081, pas sur 8080",
  ],
  [
    "désormais on déploie avec Kamal",
    "désormais on ne teste plus avec Cypress, on teste avec Playwright",
  ],
  [
    "On utilise biome pour le lint, n'ajoute pas eslint",
    "à partir de maintenant on utilise pnpm, plus npm",
  ],
  [
    "retiens que la base de recette est sur le port 5433",
    "lance le serveur sur le port 5434, pas 5433",
  ],
  ["retiens que la base de recette est sur le port 5433", "le test attend 3 éléments, pas 2"],
  [
    "ne jamais utiliser de classes dans src/domain",
    "on peut utiliser une classe dans src/http pour le client",
  ],
  ["Use spaces, never tabs, in TypeScript files.", "Use tabs in Makefiles, please, from now on."],
])("%j stays after %j", async (before, after) => {
  expect((await afterSaying(before, after)).over).toEqual([]);
});

test.each([
  [
    "ne jamais utiliser de classes dans src/domain",
    "finalement on peut utiliser des classes dans src/domain",
  ],
  ["never use classes in src/domain", "in the end we can use classes in src/domain"],
])("%j is no longer used after %j", async (before, after) => {
  const { used } = await afterSaying(before, after);
  expect(used).toEqual([]);
});
