/** French texts of the options. */
import type { enOptions } from "./en-options.ts";

export const frOptions: typeof enOptions = {
  optionGroup: {
    agents: "Travail avec les agents",
    repository: "Fichiers du dépôt",
    search: "Recherche",
    retention: "Durée et taille de conservation",
    privacy: "Ce qui n’est jamais enregistré",
    database: "Base de données",
  },
  optionName: {
    enabled: "Enregistrer et montrer",
    trust: "Confiance dans ce que Tacit a appris seul",
    strict: "Retenir moins",
    ask: "Demander des notes aux agents",
    showSecrets: "Montrer les souvenirs secrets aux agents",
    memoryFile: "Écrire les souvenirs dans le dépôt",
    skillFiles: "Écrire les procédures comme compétences",
    priors: "Classer aussi par confiance et ancienneté",
    encoder: "Recherche par le sens",
    reranker: "Classer les résultats une seconde fois",
    keepSessionDays: "Conserver les sessions, en jours",
    keepOutputDays: "Conserver la sortie des outils, en jours",
    maxStoreMb: "Taille maximale, en mégaoctets",
    ignore: "Chemins à ignorer",
    secrets: "Textes à retirer",
    url: "Serveur de base de données",
    authToken: "Jeton du serveur de base de données",
    driver: "Pilote de la base",
  },
  option: {
    enabled:
      "Désactivé : Tacit n’enregistre rien et ne montre rien pendant que les agents travaillent. La variable d’environnement TACIT_OFF=1 a le même effet.",
    trust:
      "À quel point Tacit doit être sûr d’un souvenir appris d’une session avant de le montrer aux agents. Cela ne concerne pas ce que vous ou un agent avez enregistré exprès.",
    strict:
      "Activé : seuls les conventions, motifs, pièges, décisions et corrections sont retenus.",
    ask: "Désactivé : les agents ne sont jamais invités à noter le résultat de leur travail.",
    showSecrets: "Activé : les agents voient aussi les souvenirs de visibilité « secret ».",
    memoryFile:
      "Activé : après chaque session, les souvenirs que d’autres peuvent lire sont écrits dans `.tacit/MEMORY.md` et, par sujet, dans `.tacit/memory`. `tacit import export .tacit/memory --edits` reprend vos modifications de ces fichiers.",
    skillFiles:
      "Activé : après chaque session, les procédures que d’autres peuvent lire sont écrites dans `.agents/skills` et `.claude/skills`. `tacit import skills` reprend vos modifications.",
    priors:
      "Activé : entre deux souvenirs aussi pertinents, l’origine, la confiance, l’ancienneté et l’usage décident.",
    encoder:
      "Trouve les souvenirs qui disent la même chose avec d’autres mots. Désactivé : seuls les mots, les fichiers et les erreurs sont comparés. Ce choix l’emporte sur `tacit models use`.",
    reranker:
      "Un modèle compare encore une fois les meilleurs résultats à la question. Ce choix l’emporte sur `tacit models use`.",
    keepSessionDays: "Ensuite, les événements d’une session sont supprimés. Les souvenirs restent.",
    keepOutputDays: "À compter du jour où Tacit a appris de la session.",
    maxStoreMb: "Quand la base est plus grande, les sessions les plus anciennes sont supprimées.",
    ignore:
      "Motifs de chemins dont le contenu n’est jamais enregistré, en plus de la liste intégrée. `.tacit.json` peut en ajouter.",
    secrets:
      "Motifs de textes retirés avant tout enregistrement, en plus des règles intégrées. `.tacit.json` peut en ajouter.",
    url: "Adresse d’un serveur libSQL à utiliser à la place du fichier local. Les agents l’attendent 1,5 seconde au plus, et 3 secondes au début d’une session. Toute personne qui a accès à ce serveur peut y lire, modifier et supprimer tout le contenu, y compris les souvenirs personnels ou secrets, les messages et les passages de relais. Les événements déjà enregistrés et pas encore traités y sont aussi stockés.",
    authToken: "Il n’est jamais affiché. Pour le définir, lancez `tacit config set authToken`.",
    driver: "node-sqlite est intégré. libsql doit être installé séparément.",
  },
  optionDefault: {
    encoder: "le choix de `tacit models use`, sinon le modèle intégré",
    reranker: "le choix de `tacit models use`, sinon les passages",
    ignore: "la liste intégrée",
    secrets: "les règles intégrées",
  },
  optionValue: {
    on: "Activé",
    off: "Désactivé",
    default: "Normale",
    L1: "L1 : après votre décision, à partir d’une confiance de 80 %, au début d’une session",
    L2: "L2 : à partir d’une confiance de 65 %",
    L3: "L3 : à partir d’une confiance de 55 %",
    L4: "L4 : à partir d’une confiance de 45 %",
    "built-in": "Modèle intégré",
    turns: "Passages de conversations",
    late: "Tous les résultats",
  },
};
