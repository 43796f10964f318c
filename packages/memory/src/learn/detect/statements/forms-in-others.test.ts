/** Forms of rules in French, Italian, Spanish and German, and what looks like one of them; what asks to be remembered. */
import { describe, expect, test } from "vitest";
import { seenBy } from "../testing-session.ts";
import { USER_CORRECTION } from "./user-correction.ts";

const found = (text: string) => seenBy(USER_CORRECTION, [{ user: "hello there" }, { user: text }]);
const stated = (text: string) => found(text).map(({ draft }) => draft?.content);

describe("stores", () => {
  test.each([
    // Orders with "always" and "never", also with verbs of tasks, without "ne" and without accents.
    [
      "et push pas sur main stp, tu passes toujours par une branche et une PR",
      "Push pas sur main stp, tu passes toujours par une branche et une PR.",
    ],
    ["n'utilise plus npm, utilise pnpm", ""],
    ["n utilise plus axios, on est passé à ky", ""],
    ["n’utilise plus toSage, l’export Sage est mort depuis janvier", ""],
    [
      "lance toujours les tests avec --pool=forks sinon ça plante sur mon mac",
      "Lance toujours les tests avec --pool=forks sinon ça plante sur mon mac.",
    ],
    ["lance systématiquement les migrations dans une transaction", ""],
    ["ne crée jamais de migration sans me demander", ""],
    ["c'est moi qui m'occupe des migrations, n'en crée pas sans me demander", ""],
    ["quand tu ajoutes une route, ajoute toujours un test", ""],
    ["quand tu ajoutes une route, ajoute aussi un test dans test/", ""],
    ["merci de toujours mettre un titre aux PR", "Toujours mettre un titre aux PR."],
    ["merci de ne plus utiliser de default export", "Ne plus utiliser de default export."],
    ["veillez à toujours préfixer les branches par feat/ ou fix/", ""],
    ["je veux que tu lances le lint avant chaque commit", ""],
    ["evite les classes, on prefere des fonctions", ""],
    ["surtout pas de force push sur develop", ""],
    ["il ne faut surtout pas toucher à la table audit", ""],
    ["Pour toute nouvelle route, il convient d'ajouter une entrée dans openapi.yaml", ""],
    ["Mme Lefèvre de la compta doit valider chaque changement du FEC", ""],
    // What must hold for all things of a kind, and a contrast.
    ["les montants doivent être stockés en bigint", ""],
    ["les tests doivent pas dépendre de l'ordre", ""],
    [
      "non, pas comme ça, le FEC doit être encodé en iso-8859-15, pas en utf-8",
      "Le FEC doit être encodé en iso-8859-15, pas en utf-8.",
    ],
    ["les relances partent a 15 jours apres l'echeance, pas 30", ""],
    // Decisions.
    ["on passe à pnpm, on n'utilise plus npm", ""],
    ["pas de moment ni de dayjs, on garde date-fns", ""],
    ["no moment and no dayjs, we keep date-fns", ""],
    ["on a décidé de garder PostgreSQL et de ne pas passer à MySQL", ""],
    [
      "hmm bof. finalement on abandonne kafka, trop lourd pour nous",
      "Finalement on abandonne kafka, trop lourd pour nous.",
    ],
    [
      "pour info le port 8081 est pris par le proxy de la boite",
      "Le port 8081 est pris par le proxy de la boite.",
    ],
    // Polite questions about what shall last.
    [
      "Pourriez-vous à l'avenir toujours écrire les messages de commit en anglais ?",
      "À l'avenir toujours écrire les messages de commit en anglais.",
    ],
    [
      "could you in future always write the commit messages in English?",
      "In future always write the commit messages in English.",
    ],
    [
      "könntest du ab jetzt immer englische Commit-Messages schreiben?",
      "Ab jetzt immer englische Commit-Messages schreiben.",
    ],
    // Other languages.
    ["Achtung: die Sendungsnummer von DHL ist immer 20-stellig", ""],
    ["Careful: the DHL tracking number always has 20 digits", ""],
    ["erstelle nie eine Migration ohne mich zu fragen", ""],
    ["wenn du eine Route hinzufügst, schreib immer einen Test", ""],
    ["non creare mai migrazioni senza chiedermi", ""],
    ["quando aggiungi un endpoint, aggiungi sempre un test", ""],
    ["nunca crees migraciones sin preguntarme", ""],
    ["cuando agregues una ruta, agrega siempre un test", ""],
    // Words before the statement.
    ["Ciao, d'ora in poi usa sempre una transazione", "D'ora in poi usa sempre una transazione."],
    ["Moin, ab jetzt bitte immer zod verwenden", "Ab jetzt bitte immer zod verwenden."],
    [
      "Oui il faut toujours arrondir la TVA ligne par ligne",
      "Il faut toujours arrondir la TVA ligne par ligne.",
    ],
    [
      "Stp mets jamais de secrets dans le docker-compose",
      "Mets jamais de secrets dans le docker-compose.",
    ],
    ["n'oublie pas : la TVA intracom est à 0", "La TVA intracom est à 0."],
    [
      "non, retiens que la base de recette est sur le port 5434",
      "La base de recette est sur le port 5434.",
    ],
  ])("%j", (text, content) => {
    const all = stated(text);
    expect(all).toHaveLength(1);
    if (content !== "") expect(all).toEqual([content]);
  });
});

describe("stores nothing from", () => {
  test.each([
    // A text to work on, or a quotation.
    "tu peux traduire ce texte en anglais : « Il faut toujours vérifier la température. Ne jamais dépasser 4 °C. »",
    "traduis cette phrase en anglais : il faut toujours vérifier la pression. Ne jamais ouvrir la vanne.",
    "le test dit « il faut toujours un email » mais je comprends pas",
    "remplace toujours par jamais dans le texte de la page d'accueil",
    // An experiment, a change made once, a requirement of a task, a permission, a fault.
    "on fait un essai avec kafka pour les statuts d'expédition, juste pour voir",
    "cambia el mensaje de error de las relances, pon algo más claro en lugar de 'erreur'",
    "Actualiza la tasa a 21 en vez de 19 en los ejemplos",
    "把所有的按钮文字都改成英文，不要用中文",
    "tu peux me générer un jeu de données de test ? il faut toujours un client différent",
    "can you generate a test data set with 50 invoices? there must always be a different client",
    "tu peux toujours essayer avec --force",
    "puoi sempre provare con --force",
    "siempre puedes probar con --force",
    "du kannst ja immer --force probieren",
    "essaie toujours avec le flag --no-cache",
    "ça ne marche plus depuis ce matin",
    "delete the folder docs/eta.md, we no longer need it",
    // The speaker, and what the agent did.
    "plus jamais je mange à la cantine",
    "never again will I eat at the canteen",
    "tu oublies toujours les imports",
    "yeah well it's always the same with you, you never understand the first time",
    // Requests and reports with words of decisions.
    "on passe à la page suivante",
    "on revient à la version d'avant",
    "on revient sur main",
    "on abandonne, trop compliqué",
    "finalement on garde tout",
    "n'ajoute plus rien, c'est bon",
    "ne modifie pas ce fichier, crée un nouveau module",
    "le build plante toujours sur le même test",
    "n'oublie pas de lancer les tests",
    "ajoute un test pour chaque route",
    "mets un log avant chaque appel à l'API",
    "le test attend 3 éléments, pas 2",
    "the function returns 3, not 2",
    "let's move to the next task",
    "volvemos a empezar",
  ])("%j", (text) => expect(stated(text)).toEqual([]));
});

test.each([
  "à partir de maintenant on écrit les tests avec vitest",
  "dorénavant tu mets la date au format ISO dans les logs",
  "n'oublie pas que la table clients est partagée avec l'ERP",
  "souviens toi que le serveur SFTP de Geodis est coupé le dimanche",
  "garde en tête que le client Dupont paie à 60 jours",
  "rappel : le timeout de l'API geodis c'est 30s max, au dela ils nous bannissent l'IP",
  "et retiens que la base de recette est sur le port 5433, le 5432 c'est celle de mon poste",
  "ricordati che il corriere BRT vuole il peso in grammi, non in kg",
  "d'ora in avanti i messaggi di commit in inglese",
  "recuerda que el servidor SFTP se apaga los domingos",
  "de ahora en adelante los commits en inglés",
  "denk dran, dass der SFTP-Server sonntags aus ist",
  "ab sofort Commit-Messages auf Englisch",
])("the user asks to remember: %s", (text) => {
  expect(found(text).map(({ standing }) => standing)).toEqual(["believed"]);
});

test.each([
  "il faut toujours arrondir la TVA ligne par ligne",
  "à noter : le certificat Chronopost expire le 31 janvier",
])("the user states, but does not ask to remember: %s", (text) => {
  expect(found(text).map(({ standing }) => standing)).toEqual([undefined]);
});
