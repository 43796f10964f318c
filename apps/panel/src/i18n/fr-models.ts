/** French texts about models. */
import type { enModels } from "./en-models.ts";

const PROGRAM =
  "Le programme de cette machine, avec votre compte. Il envoie le texte à son fournisseur.";

export const frModels: typeof enModels = {
  models: {
    title: "Modèles",
    text: "Aucun n’est nécessaire : sans choix, rien ne quitte cette machine et rien n’est facturé. Un choix vaut pour tous les projets.",
    encoder: "Recherche par le sens",
    encoderText: "Trouve les souvenirs qui disent la même chose avec d’autres mots.",
    reranker: "Second examen des résultats",
    rerankerText: "Compare encore une fois les meilleurs résultats à la question et les reclasse.",
    hyde: "Réponses supposées",
    hydeText:
      "Quand une question ne trouve rien, un modèle imagine une réponse, et Tacit cherche avec elle.",
    writer: "Rédacteur des leçons",
    writerText:
      "Lit les sessions terminées et rédige ce qui a été appris : deux appels par session, avec vos messages, ceux de l’agent et le résultat des exécutions. Les secrets sont retirés avant.",
    change: "Changer",
    changeOf: "Changer : {{role}}",
    use: "Utiliser ce modèle",
    asking: "Question au modèle…",
    done: "Modifié : {{role}}",
    calls_one: "{{count}} appel sur {{most}} aujourd’hui",
    calls_other: "{{count}} appels sur {{most}} aujourd’hui",
    waiting_one:
      "{{number}} souvenir n’a pas encore de vecteur de ce modèle. Il est calculé tant que ce panneau est ouvert ; d’ici là, la recherche utilise le modèle précédent.",
    waiting_other:
      "{{number}} souvenirs n’ont pas encore de vecteur de ce modèle. Ils sont calculés tant que ce panneau est ouvert ; d’ici là, la recherche utilise le modèle précédent.",
    override: "L’option correspondante, plus bas, prime sur ce choix : {{value}}.",
    toInstall: "Non installé ({{size}}). Pour le télécharger, lancez `tacit models pull {{name}}`.",
    noKey:
      "Tacit n’enregistre jamais de clé et n’en montre aucune ici. Il la lit dans l’environnement où le panneau a été lancé.",
    allowHttp: "Envoyer le texte à cette adresse sans chiffrement (http)",
    judgesUnasked:
      "Aussi pour les souvenirs montrés sans question : chaque demande attend alors le modèle",
  },
  modelField: {
    model: "Nom du modèle",
    modelOptional: "Nom du modèle (facultatif)",
    folder: "Dossier du modèle",
    folderOptional: "Dossier du modèle (facultatif)",
    url: "Adresse",
    urlOptional: "Adresse (facultatif)",
    keyName: "Variable d’environnement de la clé",
    keyNameOptional: "Variable d’environnement de la clé (facultatif)",
    callsADay: "Nombre maximal d’appels par jour",
    callsADayOptional: "Nombre maximal d’appels par jour (facultatif)",
  },
  modelKind: {
    "built-in": "Modèle intégré",
    ollama: "Ollama",
    "openai-compatible": "Serveur compatible avec OpenAI",
    turns: "Passages des conversations",
    late: "Chaque résultat",
    none: "Aucun",
    folder: "Un cross-encoder dans un dossier",
    cohere: "Cohere, ou un serveur avec son interface",
    judge: "Un modèle de langage comme juge",
    "claude-code": "Claude Code",
    codex: "Codex",
    gemini: "Gemini CLI",
    anthropic: "Anthropic",
  },
  modelText: {
    "encoder_built-in": "Fonctionne dans Tacit. Rien n’est envoyé, rien n’est téléchargé.",
    encoder_installed: "Fonctionne dans Tacit, sur cette machine. Rien n’est envoyé.",
    encoder_ollama:
      "Chaque souvenir et chaque question est envoyé à votre Ollama ; les souvenirs secrets seulement s’il est sur cette machine.",
    "encoder_openai-compatible":
      "Chaque souvenir, sauf les secrets vers une autre machine, et chaque question est envoyé à cette adresse. Son propriétaire peut le facturer.",
    reranker_turns:
      "Par défaut : seulement les passages des sessions passées, avec le modèle intégré. Rien n’est envoyé.",
    reranker_late:
      "Chaque résultat, avec le modèle intégré. Rien n’est envoyé, et chaque recherche dure plus longtemps.",
    reranker_none: "Les résultats restent dans l’ordre de la recherche.",
    reranker_ollama:
      "Un Qwen3-Reranker dans votre Ollama reçoit la question et les meilleurs résultats. Nécessite Ollama 0.12.11 ou plus récent.",
    reranker_folder: "Un modèle ONNX sur cette machine. Rien n’est envoyé.",
    reranker_cohere:
      "Chaque recherche envoie la question et les meilleurs résultats à l’adresse, sans les souvenirs secrets. Les appels sont payants.",
    reranker_judge:
      "Chaque recherche envoie deux fois la question et les meilleurs résultats à l’adresse. Les appels peuvent être payants.",
    hyde_none: "Une question sans résultat reste sans résultat.",
    "hyde_openai-compatible":
      "Une question qui n’a rien trouvé est envoyée à l’adresse. Les appels peuvent être payants.",
    writer_none: "Tacit formule ce qu’il a appris selon des règles. Rien n’est envoyé.",
    "writer_claude-code": PROGRAM,
    writer_codex: PROGRAM,
    writer_gemini: PROGRAM,
    writer_ollama: "Votre Ollama reçoit le texte. Les appels ne coûtent rien.",
    "writer_openai-compatible": "L’adresse reçoit le texte. Les appels peuvent être payants.",
    writer_anthropic: "Anthropic reçoit le texte. Les appels sont payants.",
  },
  fault: {
    unreachable: "Le modèle est injoignable.",
    timeout: "Le modèle n’a pas répondu à temps.",
    aborted: "L’appel a été interrompu.",
    unauthorised: "Le serveur a refusé la clé, ou aucune clé n’est définie.",
    not_there: "Le serveur n’a pas ce modèle.",
    rate_limited: "La limite d’appels est atteinte.",
    server_error: "Le serveur du modèle a échoué.",
    refused_input: "Le serveur a refusé la demande.",
    redirected: "Le serveur a répondu depuis une autre adresse.",
    not_json: "Le serveur n’a pas répondu comme un modèle.",
    truncated: "La réponse du modèle est tronquée.",
    too_large: "La réponse du modèle est trop grande.",
    unexpected_shape: "Le modèle a répondu sous une autre forme que celle attendue.",
    wrong_count: "Le modèle a renvoyé un autre nombre de vecteurs que demandé.",
    wrong_dims: "Les vecteurs du modèle n’ont pas la longueur annoncée.",
    not_finite: "Les vecteurs du modèle contiennent des nombres non valables.",
    zero_vector: "Le modèle a renvoyé un vecteur vide.",
    model_changed: "Un autre modèle porte maintenant ce nom.",
    unsound: "Le modèle a échoué à la question d’essai.",
    runtime_error: "Le modèle ne peut pas fonctionner sur cette machine.",
  },
};
