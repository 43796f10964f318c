/**
 * French texts of the options and of the defaults that are words. The English ones come from the library, which also prints
 * them in `tacit config`.
 */
export const frOptions = {
  option: {
    enabled:
      "off : les hooks n’enregistrent rien et ne montrent rien. La variable a le sens inverse : TACIT_OFF=1 désactive les hooks",
    trust:
      "degré de confiance accordé aux souvenirs déduits. L1 : ils attendent une décision ; les souvenirs ne sont montrés qu’au début d’une session ou d’un sous-agent, ceux qui sont déduits à partir d’une confiance de 0,8. L2, L3, L4 : montrés à partir de 0,65, 0,55, 0,45",
    strict: "on : ne retenir que les conventions, motifs, pièges, décisions et corrections",
    ask: "off : les hooks ne demandent jamais à l’agent de noter le résultat d’un tour",
    showSecrets: "on : les agents voient aussi les souvenirs de visibilité secrète",
    memoryFile:
      "on : après chaque session, écrire les souvenirs que d’autres peuvent lire dans .tacit/MEMORY.md du dépôt et dans un fichier par sujet sous .tacit/memory ; `tacit import export .tacit/memory --edits` reprend vos modifications de ces fichiers",
    skillFiles:
      "on : après chaque session, écrire les procédures que d’autres peuvent lire comme compétences (SKILL.md) dans .agents/skills et .claude/skills du dépôt ; `tacit import skills` reprend vos modifications",
    priors:
      "on : l’origine, la confiance, l’ancienneté, l’usage et la phase départagent les résultats d’une recherche",
    encoder:
      "off : pas de recherche par le sens. built-in : utiliser l’encodeur intégré. L’emporte sur `tacit models use`",
    reranker:
      "off : ne pas reclasser. turns : reclasser seulement les tours de conversation. late : reclasser chaque résultat. L’emporte sur `tacit models use`",
    keepSessionDays:
      "nombre de jours après lequel les événements d’une session sont supprimés ; les souvenirs restent",
    keepOutputDays:
      "nombre de jours, une fois la session apprise, après lequel la sortie de ses outils est supprimée",
    maxStoreMb:
      "taille maximale de la base en mégaoctets ; au-delà, les sessions les plus anciennes sont supprimées",
    ignore:
      "motifs de chemins dont le contenu n’est jamais retenu, en plus de la liste intégrée ; `.tacit.json` peut en ajouter",
    secrets:
      "motifs de textes qui sont masqués, en plus des règles intégrées ; `.tacit.json` peut en ajouter",
    url: "adresse d’un serveur libSQL à utiliser à la place du fichier local, pour les commandes, MCP et les hooks ; les hooks l’attendent 1,5 s, et 3 s au début d’une session",
    authToken: "le jeton de ce serveur",
    driver: "pilote de la base : node-sqlite, libsql (à installer vous-même) ou libsql-client",
  },
  optionDefault: {
    encoder: "le choix de `tacit models use`, sinon built-in",
    reranker: "le choix de `tacit models use`, sinon turns",
    ignore: "la liste intégrée",
    secrets: "les règles intégrées",
  },
};
