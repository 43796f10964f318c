/** A prompt in another language than English is pointed to memories that share its words, not to all in its language. */
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

const RULES = [
  "Il faut toujours arrondir la TVA ligne par ligne, pas sur le total, c'est la compta qui le demande.",
  "Chez nous un BL c'est un bon de livraison et une LV une lettre de voiture, confonds pas.",
  "Le numero de facture doit jamais avoir de trou, c'est une obligation légale.",
  "Ricordati che il corriere BRT vuole il peso in grammi, non in kg.",
  "Die Sendungsnummer von DHL ist immer zwanzigstellig.",
] as const;

async function shownFor(prompt: string): Promise<string[]> {
  const tacit = await makePlace().open();
  for (const content of RULES) await tacit.memories.remember({ content, source: "agent_explicit" });
  const { shown } = await tacit.brief.promptBlock({ session: "s1", point: "prompt" }, prompt);
  const stored = await tacit.memories.list({ limit: 10 });
  return shown.map(({ id }) => stored.find((memory) => memory.id === id)?.content ?? "");
}

test.each([
  "ah oui c'est vrai, laisse",
  "t'as oublié le test",
  "ouais enfin c'est toujours pareil avec toi, tu comprends jamais du premier coup",
  "hmm bof. finalement on abandonne kafka, trop lourd pour nous",
  "le script seed c'est pas la peine de le relancer, il est deja passé",
  "das ist doch immer noch falsch, schau bitte nochmal hin",
  "va bene, lascia stare, non è sempre colpa tua",
])("%s: nothing", async (prompt) => {
  expect(await shownFor(prompt)).toEqual([]);
});

test.each([
  ["t'as encore mis la TVA sur le total dans la doc", [RULES[0]]],
  ["le colis BRT est en kg ou en grammes ?", [RULES[3]]],
  ["wie lang ist die Sendungsnummer?", [RULES[4]]],
])("%s: the rules that concern it", async (prompt, expected) => {
  expect(await shownFor(prompt)).toEqual(expected);
});
