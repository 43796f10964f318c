/** French texts of the replay of a session. */
import type { enReplay } from "./en-replay.ts";

export const frReplay: typeof enReplay = {
  replay: {
    title: "Rejouer",
    open: "Rejouer pas à pas",
    back: "Retour à la session",
    empty: "Le déroulement de cette session n’est pas enregistré.",
    position: "{{at}} sur {{total}}",
    slider: "Position dans la session",
    previous: "Précédent",
    next: "Suivant",
    play: "Lire",
    pause: "Pause",
    keys: "← → un pas · p lire ou mettre en pause · Début Fin premier et dernier",
    moments: "Ce qui s’est passé",
    soFarShown: "Montré jusqu’ici",
    soFarLearned: "Appris jusqu’ici",
    noneYet: "Rien encore.",
    leftOut_one: "{{count}} demande, étape, erreur ou souvenir est omis, car il y en a trop.",
    leftOut_other:
      "{{count}} demandes, étapes, erreurs et souvenirs sont omis, car il y en a trop.",
    subagent: "Un sous-agent",
  },
  moment: {
    prompt: "Demande",
    work: "Travail",
    error: "Erreur",
    shown: "Souvenir montré",
    learned: "Souvenir appris",
  },
};
