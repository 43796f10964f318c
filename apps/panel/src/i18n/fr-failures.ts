/** French sentences for the codes of failures that the server can report to the page. */
import type { enFailures } from "./en-failures.ts";

export const frFailures: Omit<typeof enFailures, "sentence"> = {
  error: {
    unreachable: "Tacit ne répond pas. Il a peut-être été arrêté.",
    usage: "Tacit n’accepte pas cette saisie.",
    id_malformed: "L’adresse ne contient pas d’identifiant valable.",
    id_ambiguous: "Plusieurs souvenirs ont un identifiant qui se termine ainsi.",
    session_ambiguous: "Plusieurs sessions ont un identifiant qui commence ainsi.",
    memory_not_found: "Ce souvenir n’existe pas. Il a été oublié, ou l’adresse est fausse.",
    candidate_not_found: "Cette observation n’attend plus. Elle a été tranchée ailleurs.",
    session_not_found:
      "Cette session n’existe pas dans ce projet. Les sessions anciennes sont supprimées.",
    symbol_not_found: "Le graphe du code ne contient pas ce fichier ou ce symbole.",
    transition_forbidden: "L’état du souvenir ne permet pas cette modification.",
    not_allowed: "Ce n’est pas permis.",
    incognito: "Ce projet est en mode incognito : rien n’est enregistré et rien n’est montré.",
    input_missing: "Un fichier nécessaire n’existe pas.",
    config_malformed: "Un fichier de configuration est illisible. `tacit doctor` le nomme.",
    store_busy: "Un autre processus écrit en ce moment. Réessayez.",
    store_full: "Le disque est plein.",
    store_unwritable: "Tacit ne peut pas écrire dans ses fichiers. `tacit doctor` dit pourquoi.",
    store_corrupt: "La base est endommagée. `tacit doctor` indique quoi faire.",
    store_newer: "Une version plus récente de Tacit a écrit la base. Mettez Tacit à jour.",
    store_replaced:
      "La base a été remplacée ou supprimée. Relancez `tacit panel` ou `tacit serve`.",
    server_unreachable: "Le serveur de base de données est injoignable.",
    server_refused:
      "Le serveur de base de données a refusé le jeton. Pour en définir un autre, lancez `tacit config set authToken -`.",
    learning_running: "Un autre processus apprend déjà des sessions.",
    dream_running: "Un autre processus cherche déjà des propositions.",
    encoder_missing:
      "La partie du programme qui exécute cet encodeur n’est pas installée. Pour l’installer, lancez `{{install}}`",
    model_not_found: "Ce modèle n’est pas installé, ou Tacit ne connaît pas son nom.",
    model_mismatch: "Un fichier du modèle n’est pas celui attendu : {{file}}",
    interrupted: "L’opération a été interrompue.",
    internal: "Une erreur s’est produite dans Tacit. `tacit doctor` en cherche la cause.",
    request_refused: "Le serveur a refusé la demande.",
  },
};
