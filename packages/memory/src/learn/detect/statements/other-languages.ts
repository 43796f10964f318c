/**
 * Decides whether a user's sentence is a rule for the project in one of nine languages other than English, and whether a text
 * takes back what was said. A rule demands, forbids or chooses in general; a question, a report of a failure and words for the
 * moment make it none. Pure.
 */
import { isAscii } from "@tacit-memory/files";
import { countDense } from "../../../domain/text/text.ts";
import { namesTool, type Rule } from "./user-rule.ts";

interface Language {
  /** Words that make any statement a lasting rule: from now on, in this project, by convention, remember. */
  readonly lasting: RegExp;
  /** A demand, a ban or a choice in general: always, never, X instead of Y, we do not use X. */
  readonly demand: RegExp;
  /** A word of a question or a guess, or words that limit a statement to this moment. */
  readonly moment: RegExp;
  /**
   * A request, a report of what happens, a reference to something at hand or to the product's users. It makes a demand
   * without lasting words none.
   */
  readonly task: RegExp;
}

/**
 * Whole words. The letters are listed, because a regular expression with classes of Unicode takes some 10 ms to compile, and
 * a hook reads a prompt. Latin letters have lost their accents before (`asCompared`).
 */
const words = (...alternatives: readonly string[]) => wholeWords("a-z", alternatives);
const russian = (...alternatives: readonly string[]) => wholeWords("а-яё", alternatives);

function wholeWords(letters: string, alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![${letters}\\d_])(?:${alternatives.join("|")})(?![${letters}\\d_])`, "i");
}

const CHINESE: Language = {
  lasting:
    /以后|今后|往后|从现在(?:起|开始)|从今(?:往后|以后)|团队(?:约定|规定|规范|习惯)|(?:请|要)?记(?:住|一下|得)|约定|规范|原则上|提醒/iu,
  demand:
    /(?:这个|本|该|我们的?|咱们?的?)(?:项目|仓库|代码库|工程|repo)[^。]{0,40}(?:[用写]|都|不|只|必须)|永远|始终|一律|统一|务必|任何(?:时候|情况)|每次[^。]{0,30}(?:都|必须|要|先|前|后)|(?:一定|必须|都|只能|只许|应该)(?:要|得)?[^。]{0,2}[用写跑走先加改提读查]|必须|禁止|严禁|绝(?:对)?不|千万|(?:就|都)?不(?:能|可以|准|许|允许|得)再?[改动删用写提]|不要再?[^。]{1,40}(?:因为|否则|不然|会)|(?:我们|咱们|团队)(?:都|只|不|一般|统一)|(?:不要|别|不)再?[用写][^。]{1,30}[,; ](?:请)?(?:改|要|都|统一|一律)?[用写]|[用写][^。]{1,30}[,; ](?:不要|别|不|而不是)[用写是]?|而不是|代替|别再|别手?[改动]|要改就|先(?:问|跟)我|(?:别|不要)自己/u,
  moment:
    /[吗呢么吧][。!\s]*$|为什么|怎么|什么(?!时候都)|哪[个里些]|这次|这回|暂时|目前(?!的)|今天|明天|昨天|好像|可能|没事|算了/iu,
  task: /^(?:@\S+ ?)?请?(?:修复|优化|调整|实现|完善|检查|解释|分析|生成|创建|修改(?![^,。:]{0,8}(?:时(?!的)|后|前|必须|都)))|会?(?:失去|丢失|消失|不见)|现在|刚才|刚刚|上次|先(?:不|别|把|看|帮)|还(?:是|在|没|有)[^。]{0,12}(?:报错|失败|不行|一样|红|错)|(?:总是|一直|老是|永远|每次)[^。]{0,16}(?:报错|失败|返回|出错|超时|卡|显示|为空|挂|null|undefined)|应该是|帮我|看(?:一)?下|看看|试试|谢谢|用户|客户|页面|按钮|弹窗|界面|列表|(?:加|做|实现|新增|增加|支持)(?:一)?[个下]|这(?:个|里|边|段|行|块|样|条|些)(?!项目|仓库|代码库|工程|repo)|那(?:个|里|边|段|行|样)/u,
};

const JAPANESE: Language = {
  lasting:
    /今後|これから(?:は|ずっと|も)|以後|以降(?:は|も)|(?:うち|弊社|チーム|当社)(?:で)?[はの]|(?:ルール|規約|原則|決まり)(?:として|は|で|です|だ|、)|覚え(?:て|と)|メモして|お願いしてある/iu,
  demand:
    /常に|必ず|絶対に?|決して|毎回|一切|いつも|禁止|厳禁|(?:し|使わ|触ら|書か|入れ|編集し|いじら|コミットし|混ぜ)ない(?:で|ように|こと)|ダメ|NG|(?:では|じゃ)なく.{1,30}(?:[を]使|で書)|(?:この|本|うちの)(?:リポジトリ|リポ|レポジトリ|プロジェクト|コードベース|repo)で(?!使える).{2,40}(?:使|書|し)(?:って|いて|てください|ます|う|ない)|の代わりに|(?:使|用)わない/u,
  moment:
    /^(?:それは|これを)|(?:ですか|ますか|かな|のか|だっけ|かね|かも(?:しれ\S*)?)[…。.!\s]*$|どこ|今(?:回|だけ)|とりあえず|一旦|いったん|ひとまず|昨日|明日|みたい|気が(?:する|し|なり)|(?:たい|そう)(?:です|だ|[。、.!\s]|$|から|な)|感じ/iu,
  task: /(?<!「)(?:なぜ|なんで)(?!」)|どう(?:し(?:て(?!も)|たら|よ)|や|す)|今(?:は|日|すぐ)|まだ|さっき|先ほど|前回|まず(?:は)?|(?:見|直し|調べ|教え|戻し|試し|確認し|修正し|追加し|実装し|作っ)て(?:ください|くれ|ほしい|みて|ね|。|$)|(?:失敗|エラー|落ち|返っ|返し|返す|タイムアウト|欠け|死な|終わら|消え)|たい(?:です|。|$)|ありがとう|大丈夫|(?:ここ|[そこあ]れ|そっち|こっち|あっち)(?!から)|(?:この(?!リポ|レポ|プロジェクト|コードベース|repo)|その|あの)|ユーザー(?!向け)|(?<!を)ボタン|画面|ページ|表示(?:して|され)|なる(?:[。!\s]*$|んだ)|なって/u,
};

const KOREAN: Language = {
  lasting:
    /앞으로|이제부터|지금부터|(?:우리|저희) ?(?:프로젝트|저장소|리포\S*|레포\S*|코드베이스|팀)|(?:우리|저희)(?:는|은| 팀)|규칙|원칙|컨벤션|기억해|잊지 ?마|명심|평소/u,
  demand:
    /이 ?(?:프로젝트|저장소|리포\S*|레포\S*|코드베이스)(?:에서|는).{2,40}(?:써|쓰|사용|해요|하지)|항상|언제나|반드시|무조건|절대로?|매번|금지|(?:하|쓰|건드리|넣|올리|만들|수정하|사용하|커밋하|고치|지우|빼먹)지 ?(?:마|말)|(?:말고|대신(?:에)?|(?<!뿐만 )아니라) .{1,30}(?:써|쓰|사용|해|하|찍|갑|가)|통일|꼭 .{1,30}(?:해|하|써|쓰)|(?:안|않) ?(?:쓰|씀|하고|함|둡)|(?:하|쓰|건드리)면 ?(?:안|절대)|야(?:만 ?(?:해|합|돼|됩)| ?머지)|때만/u,
  moment: /왜|어떻게|무슨|이번|일단|당분간|잠깐|어제|내일|같아|듯|괜찮/u,
  task: /어디|뭐|지금(?!부터)|우선|아직|오늘|방금|아까|(?:고쳐|봐|확인해|알려|보여|찾아|추가해|되돌려|만들어|게 ?해) ?(?:줘|주세요|봐|줄래)|계속|자꾸|버그|(?:실패|에러|오류|null|undefined|느려)\S*[.!\s]*$|고마워|여기(?!는|서는|선)|이거|저거|이것|그것|(?:^|\s)(?:이|저) (?!프로젝트|저장소|리포|레포|코드베이스)|사용자|유저|고객|화면|버튼|페이지/u,
};

const SPANISH: Language = {
  lasting: words(
    "de ahora en adelante|a partir de (?:ahora|hoy)|en adelante|de aqui en adelante|en (?:este|nuestro) equipo|por (?:norma|regla general|convencion)|como (?:norma|regla)|(?:la|es la|una) (?:norma|regla|convencion|politica)(?: es| del equipo)?|recuerd[ae](?: que)?|acuerdate|ten(?:ga|ed)? en cuenta|no (?:te )?olvides|apunta|en general|del equipo",
  ),
  demand: words(
    "en (?:este|nuestro) (?:proyecto|repo[a-z]*|codigo|monorepo)|siempre|nunca|jamas|prohibid[oa]s?|obligatori[oa]s?|bajo ningun concepto|ni se te ocurra|(?:en (?:vez|lugar)|a cambio) de|nada de|ni hablar de|basta de|deja de|cada vez que|prefiero",
    "no (?:se )?(?:usamos|utilizamos|usa|usan|usar|uses|utilices|toca|tocar|toques|edites|edita|commitea|hagas|pongas|subas|metas|dejes|nos gustan?)[^.]*(?:porque|ya que|sino|usa|que se|nunca|directamente|a mano|por favor|en l[oa]s?|,)",
    "(?:usa|utiliza|usad) [^.,]{2,40},? (?:y )?no|aqui (?:no )?(?:usamos|utilizamos|trabajamos|se usa)|(?:solo )?(?:usamos|utilizamos|hacemos|ponemos|llamamos|guardamos|escribimos) [^.]{2,60}|l[oa]s? (?:hacemos|ponemos|guardamos|escribimos) (?:con|en)",
    "(?:hay|tiene|tienen|teneis|tienes) que .{2,60}|(?:debe|deben|van?) (?:siempre |tambien )?(?:en|con|como|directo|dentro|de|acompanad[a-z]+) .{2,60}|(?<=^)(?:todos?|todas?|cada) (?:los |las )?.{2,60}(?:deben?|van?|tienen? que|llevan?|venga[a-z]*)|para eso (?:esta|tenemos)",
  ),
  moment: words(
    "por (?:ahora|el momento)|de momento|esta vez|ayer|manana(?! de)|creo q(?:ue)?|parece|me referi[a-z]*|quise decir|dejalo|no pasa nada|no te preocupes|nunca mejor",
  ),
  task: words(
    "todavia|aun|ahora|hoy|antes me|(?:en|del|segun) (?:el )?ticket|historia de usuario|sigue|siguen|gracias",
    "(?:siempre|nunca) (?:me |se |nos )?(?:falla|da|sale|devuelve|esta|aparece|muestra|funciona|termina|pasa|llega|carga|queda|rompe|peta|recibe|hace|mas de|entra|llama)[a-z]*",
    "no se (?:ve|ven|muestra|muestran|guarda|guardan|carga|cargan)|solo cuando (?:tengo|hago|pongo)",
    "arregla(?:lo|me|la|dme)?|corrige(?:lo|la)?|(?:re)?visa(?:lo|la)?|miralo|mira|dime|muestrame|anade(?:me)?|agrega(?:me)?|crea(?:me)?|implementa(?:me)?|haz(?:me)?|devuelva",
    "est[aeo]s?(?! (?:proyecto|repo|codigo|equipo))",
    "es[aeo]s?(?= [a-z]{4})",
    "aquel[a-z]*",
    "(?:usuari[oa]|client[ea]|jugador)[a-z]* (?:[a-z]+ ){0,3}(?:debe|puede|tiene|ve|pueda|vea)[a-z]*",
    "boton[a-z]*|pantalla|pagina|formulario",
  ),
};

const PORTUGUESE: Language = {
  lasting: words(
    "(?:a partir de (?:agora|hoje)|de agora em diante|daqui (?:pra|para) (?:a )?frente|doravante|daqui em diante)|n(?:o nosso|osso) time|por (?:padrao|convencao|regra)|como regra|(?:a )?(?:regra|convencao|norma) [e:]|lembr[ae](?:-se)?(?: de)?(?: que)?|nao (?:se )?esqueca|anota(?: ai)?|vale (?:pra|para) tudo|combinado|em geral|do time",
  ),
  demand: words(
    "n(?:este|esse|o nosso|osso) (?:projeto|projecto|repo[a-z]*|codigo|monorepo)|sempre|nunca|proibid[oa]s?|obrigatori[oa]s?|de jeito nenhum|(?:use|usa|usar|usamos) .{2,40}(?:em vez de|ao inves de|no lugar d[eoa])|nada de|chega de|para de|toda vez|prefiro",
    "nao (?:se )?(?:usamos|utilizamos|usa|usar|use|utilize|edite|mexa|mexe|commite|faca|coloque|suba|bota|bote)[^.]*(?:porque|pois|ja que|senao|use|usa|nunca|diretamente|na mao|,)",
    "us[ae] [^.,]{2,40},? (?:e )?nao|aqui (?:nao )?(?:se |a gente |nos )?(?:usamos|usa|utilizamos|trabalhamos|escreve|faz)|congelad[oa]|so com aprovacao|(?:a gente|nos) (?:so |nao )?(?:usa|usamos|utiliza) [^.]{2,40}|(?:usamos|utilizamos|fazemos|guardamos|colocamos|escrevemos) [^.]{2,60}",
    "(?<=^)tod[oa]s? (?:os? |as? )?.{2,60}(?:deve|devem|vai|vao|tem que|precisa|leva)|(?:nao vai|vai|vao|fica|ficam|e) (?:no|na|em|com|apenas|so|tudo) .{2,60}|(?:e|sao) (?:kebab|snake|camel|pascal)[a-z]*|ninguem (?:tem|pode)|mantenha",
  ),
  moment: words(
    "por (?:enquanto|ora)|no momento|dest?sa vez|ontem|amanha|acho que|parece|sera que|quis dizer|me referia|deixa (?:pra la|quieto|assim)",
  ),
  task: words(
    "ainda|agora(?! em diante)|hoje|(?:no|do) ticket|continua|continuam|obrigad[oa]|valeu",
    "(?:sempre|nunca) (?:me |se )?(?:falha|da|retorna|devolve|esta|aparece|mostra|funciona|termina|passa|chega|carrega|fica|quebra|trava|o|a|0x[a-z]*)[a-z]*|(?:retorna|devolve|falha|fica|da|mostra|vem) (?:sempre|nunca)",
    "conserta[a-z]*|corrige|olha|ve (?:se|ai)|me (?:diz|mostra)|adiciona|cria|implementa|faz (?:um|uma|o|a)",
    "n?est[ae]s?(?! (?:projeto|proyecto|repo|codigo))",
    "n?ess[ae]s?(?! (?:projeto|repo))",
    "isso|isto|aquel[ea]",
    "(?:usuari[oa]|client[ea]|jogador)[a-z]* (?:[a-z]+ ){0,3}(?:deve|pode|tem|ve|possa|veja)[a-z]*",
    "botao|tela|pagina|formulario",
  ),
};

const ITALIAN: Language = {
  lasting: words(
    "d'ora in (?:poi|avanti)|da (?:ora|adesso|oggi) in (?:poi|avanti)|nel nostro team|per (?:convenzione|legge)|di norma|come regola|la (?:regola|convenzione) e|ricorda(?:ti)?(?: che)?|ti(?:eni|enilo) (?:presente|a mente)|non dimenticare|segnati|vale in generale|in generale|da noi|da sempre",
  ),
  demand: words(
    "(?:in questo|nel nostro) (?:progetto|repo[a-z]*|codice|monorepo)|sempre|mai|vietat[oaie]|obbligatori[oaie]|per nessun motivo|usa(?:re|te)? .{2,40}(?:invece (?:di|che)|al posto di|piuttosto che)|niente|basta con|ogni volta che|preferisco",
    "non (?:si )?(?:usiamo|utilizziamo|usa|usare|usate|toccare|tocca|modificare|modifica|committare|fare|mettere|copiare|crearne|crea|creare|lanci[a-z]*)[^.]*(?:perche|senno|altrimenti|usa|direttamente|a mano|da solo|se |in )",
    "usa(?:te)? [^.,]{2,40},? (?:e )?non|qui (?:non )?(?:usiamo|utilizziamo|si usa|si lavora|lavoriamo)|(?:usiamo|utilizziamo|prendiamo|facciamo|mettiamo|scriviamo) [^.]{2,60}",
    "(?:devi|deve|devono|bisogna) .{2,60}(?:sempre|prima di|ogni volta|tutt[ie])|(?:ogni|tutt[ie] [ile]+) .{2,60}(?:deve|devono|va|vanno)|(?:va|vanno|stanno|si aggiungono|si fanno) (?:solo )?(?:in|nel[a-z]*|con|su|accanto|dentro) .{2,60}",
  ),
  moment: words(
    "per (?:ora|adesso|il momento)|al momento|stavolta|questa volta|ieri|domani|cosa fa|come mai|credo|mi sa|sembra|forse|intendevo|volevo dire|lascia (?:stare|perdere)|non ti preoccupare|poi pensiamo",
  ),
  task: words(
    "ancora|adesso(?! in)|(?<!d['’])ora(?! in)|oggi(?! in)|prima (?:mi|era|facciamo)|(?:nel|dal|del) ticket|continua|grazie",
    "(?:sempre|mai) (?:un |una |lo |la )?(?:errore|null|undefined|stesso)|(?:fallisce|restituisce|torna|mostra|e|va|funziona|finisce|arriva|parte|rimane|accetta|scarica|carica|si blocca|da) (?:sempre|mai)|non (?![a-z]+(?:are|ere|ire) )(?:[a-z]+ ){1,3}mai(?! [a-z]+(?:at|it|ut)[oaie])",
    "sistema(?:lo|la|mi)?|correggi|guarda|dacci un occhio|controlla se|dimmi|fammi vedere|aggiungi|crea|implementa|metti (?:un|una)",
    "quest[aoie](?! (?:vale|progetto|repo))",
    "quell[aoie](?! [a-z]+ (?:in|nel))",
    "(?:utent[ei]|client[ei]) (?:[a-z]+ ){0,3}(?:deve|puo|vede|possa)[a-z]*",
    "pulsante|bottone|schermata|validazione",
  ),
};

const FRENCH: Language = {
  lasting: words(
    "desormais|dorenavant|a partir de (?:maintenant|aujourd'hui)|a l'avenir|dans notre equipe|par convention|en regle generale|la (?:regle|convention) (?:est|c'est)|(?:retiens|rappelle-toi|souviens-toi|n'oublie pas|note bien)(?: que)?|chez nous|a chaque fois|nulle part ailleurs|garde[rz]? ca en tete|pour la suite",
  ),
  demand: words(
    "dans (?:ce|notre) (?:projet|depot|repo[a-z]*|code|monorepo)|toujours|jamais|interdit[a-z]*|obligatoire[a-z]*|utilise[rz]? .{2,40}(?:au lieu d[e']|plutot (?:que|qu'))|sous aucun pretexte|je prefere|j'aime pas",
    "on (?:est|reste|passe|est passe) sur [^.]{2,40}|(?:on|nous) (?:n[e']\\s?)?(?:utilisons?|utilise|ecrit|range|met|garde|fait|nomme)s? [^.]{2,60}(?:,? pas|ici|que|avec|dans|en) ?",
    "n'(?:utilise|ecris|edite)s? pas [^.]*(?:car|parce|sinon|utilise|ici)|ne (?:touche|modifie|mets|commite|lance|fais|rajoute)[sz]? (?:pas|rien|plus) [^.]*(?:car|parce|sinon|directement|a la main|vu que|dans|sans)",
    "pas de [^.,]{2,40} (?:chez nous|ici|dans le)|(?:tout|toute|chaque|tous les|toutes les) .{2,60}(?:doit|doivent|passe|passent|se fait|va|vont|est|sont)|(?:les|le|la) .{2,40} (?:en (?:francais|anglais)|(?:c'est|vont|va|sont|se lancent|se lance|se font|passent|passe) (?:dans|en|par|avec|a)) .{1,60}|partout|utilise[rz]? [^.,]{2,40},? (?:et )?pas",
  ),
  moment: words(
    "pour (?:l'instant|le moment)|cette fois|tout de suite|aujourd'hui|hier|demain|pourquoi|je (?:crois|pense)|on dirait|laisse (?:tomber|comme)|je voulais dire|je parlais|t'inquiete",
  ),
  task: words(
    "encore|maintenant|d'abord|(?:du|dans le) ticket|merci",
    "(?:marche|fonctionne|passe|plante|echoue|renvoie|affiche|est|reste|finit|a|tombe|charge)[a-z]* (?:toujours|jamais|pas)|toujours (?:pas|null|undefined|la meme|le meme|en erreur|rouge)",
    "regarde|verifie si|dis-moi|montre|ajoute|cree|implemente|rajoute (?:un|une|le|la)|mets (?:plutot )?(?:l'autre|un|une|le|la)",
    "(?<!dans )c(?:e|ette|es|et)(?! (?:projet|depot|repo|n'est))",
    "ca",
    "(?:utilisateur|client|joueur)[a-z]* (?:[a-z]+ ){0,3}(?:doit|peut|voit|puisse)[a-z]*",
    "bouton|ecran|formulaire",
  ),
};

const GERMAN: Language = {
  lasting: words(
    "ab (?:jetzt|sofort|heute)|kunftig|in zukunft|von nun an|in unserem team|bei uns|(?:merk(?:e|en sie)? dir|merk(?:t|en sie) (?:euch|sich)|denk(?:e)? (?:dran|daran)|nicht vergessen)|per konvention|grundsatzlich|in der regel|die (?:regel|konvention) ist|so abgesprochen|abgesprochen|tabu|machen wir hier",
  ),
  demand: words(
    "in (?:diesem|unserem) (?:projekt|repo[a-z]*|code|monorepo)|immer|niemals|nie|verboten|auf keinen fall|(?:nimm|nutze?|verwende|benutze?) .{2,40}(?:an)?statt|finger weg|kommen? (?:uns )?nicht|lieber .{2,40} als|mir ist lieber|leg hier keine|gehort|gehoren",
    "wir (?:nehmen|nutzen|benutzen|verwenden|schreiben|machen|duzen|siezen|arbeiten) [^.]{2,60}|(?:nimm|nutze?|verwende|benutze?) [^.,]{2,40},? (?:und )?(?:nicht|kein[a-z]*)|(?:wird|werden) (?:hier |bei uns )?(?:nicht|nie|nur|immer)(?: mehr)? (?:verwendet|benutzt|genutzt|geandert|angefasst)|(?<=^)(?:jede[rsn]?|alle) .{2,60}(?:muss|mussen|braucht|brauchen|bekommt|kommt|kommen)",
  ),
  moment: words(
    "vorerst|furs erste|erst ?mal|diesmal|im moment|gestern|morgen|warum|wieso|ich (?:glaube|denke|meinte)|scheint|anscheinend|lass (?:es|das)",
  ),
  task: words(
    "ich|mich|mir(?! ist lieber)|manchmal|wurde|mochte|sollte[a-z]*|es|dann|ja|weil ich",
    "gerade|heute(?! an)|(?:im|vom) ticket|danke|jetzt|noch(?! nie)",
    "immer (?:noch|wieder|mehr|gerne?|so|dasselbe|null|undefined|rot|derselbe|der gleiche|die gleiche|0)|nie (?:wieder gesehen|gesehen|fertig|an|durch)|(?:ist|sind|wird|schlagt|liefert|kommt|gibt|zeigt|lauft|geht|hangt|bleibt) (?:[a-z]+ )?(?:immer|nie)",
    "schau|guck|sag mir|zeig|fuge? .* (?:hinzu|ein)|bau(?:e)? .* ein|erganze?|implementiere?",
    "dies(?:e[mnrs]?)?(?! (?:projekt|repo))",
    "(?:nutzer|user|benutzer|kunde|kunden|spieler)[a-z]* (?:[a-z]+ ){0,3}(?:soll|muss|kann|sieht|durfen|darf)[a-z]*|(?:muss|kann|durfen|darf) (?:[a-z]+ ){0,3}(?:sehen|kriegen|konnen)",
    "button|seite|maske|formular",
  ),
};

const RUSSIAN: Language = {
  lasting: russian(
    "отныне|впредь|с этого момента|в дальнейшем|на будущее|так (?:договорились|принято)|по соглашению|как правило|правило|запомни(?:те)?|помни(?:те)?|имей(?:те)? в виду|учти(?:те)?|не забывай(?:те)?",
  ),
  demand: russian(
    "(?:в (?:этом|нашем) (?:проекте|репозитории|репо|коде)|у нас)|всегда|никогда|ни в коем случае|запрещено|нельзя|обязательно|только через|используй(?:те)? .{2,40}вместо|каждый раз|везде|исключительно|руками не|больше не|отвечай(?:те)?(?: мне)?",
    "не (?:используй|трогай|редактируй|правь|коммить|пуш[ьи]|клади|пиши|меняй|добавляй)(?:те)? [^.]*(?:потому что|так как|иначе|а |,? используй|напрямую|вручную|руками)|используй(?:те)? [^.]{2,40},? а не",
    "не [а-яё]{2,}(?:ем|им|ём)|(?:не )?(?:используем|используется|пишем|пользуемся|юзаем|кладем|кладём|называем|мокаем|поднимаем|выпиливаем|храним|делаем|держим|именуем|логируем) [^.]{2,}|пиши(?:те)? (?:на|по|в|с|только)",
    "(?:все|каждый|любой|любая|каждая) .{2,60}(?:долж[а-яё]+|обязан[а-яё]*|лежат)",
  ),
  moment: russian(
    "пока|временно|вчера|завтра|в этот раз|на этот раз|почему|зачем|кажется|похоже|наверное|я (?:имел|имела) в виду|оставь как|забей",
  ),
  task: russian(
    "сейчас|сегодня|опять|снова|сначала|тут вместо|в тикете|спасибо",
    "(?:всегда|никогда|каждый раз) (?:не )?(?:на |пада|возвраща|показыва|работа|заканчива|виснет|приходит|null)[а-яё]*|пада(?:ет|ют)|вид(?:на|ны|ен) всегда",
    "напиши мне|дава(?:й|йте)|почини|исправь|посмотри|проверь|глянь|скажи|покажи|накидай|сделай(?:те)?|добавь(?:те)?|реализуй(?:те)?",
    "эт(?:от|а|о|у|и|их|им|ом|ой)(?! (?:проект|репо|код))|т(?:от|а|у|ой)",
    "(?:пользовател|клиент|игрок)[а-яё]* (?:[а-яё]+ ){0,3}(?:долж|може|вид)[а-яё]*",
    "кнопк[а-яё]*|экран[а-яё]*|страниц[а-яё]*|форм[аеуы]",
  ),
};

/** The languages of each script. For Latin letters there are five; the words of a sentence decide which one it is. */
const LANGUAGES: readonly { readonly script: RegExp; readonly languages: readonly Language[] }[] = [
  { script: /[\u3040-\u30ff]/, languages: [JAPANESE] },
  { script: /[\uac00-\ud7af]/, languages: [KOREAN] },
  { script: /[\u3400-\u9fff]/, languages: [CHINESE] },
  { script: /[\u0400-\u04ff]/, languages: [RUSSIAN] },
  { script: /[a-z]/i, languages: [SPANISH, PORTUGUESE, ITALIAN, FRENCH, GERMAN] },
];

/** Words that the other languages do not have. Most sentences are English, and the expressions take milliseconds to compile. */
const ENGLISH = /\b(?:the|you|your|we|our|and|with|should|must|don't|always|never|please)\b/i;

const QUESTION = /[?¿]/;

/** Returns the rule that a sentence in one of these languages states; null if it states none. */
export function ruleInOtherLanguage(sentence: string): Pick<Rule, "type"> | null {
  if (ENGLISH.test(sentence)) return null;
  const text = asCompared(sentence);
  const found = LANGUAGES.find(({ script }) => script.test(text))?.languages ?? [];
  const stated = found.find(({ lasting }) => lasting.test(text));
  // "From now on" contains "now".
  const rest = stated === undefined ? text : text.replace(stated.lasting, " ");
  const demanded = stated ?? found.find(({ demand }) => demand.test(text));
  if (demanded === undefined || QUESTION.test(text) || !namesSomething(rest)) return null;
  // Languages of one script share words.
  if (found.some(({ moment }) => moment.test(rest))) return null;
  if (stated === undefined && found.some(({ task }) => task.test(rest))) return null;
  return { type: stated === undefined ? "preference" : "convention" };
}

/** Full-width punctuation becomes that of ASCII, and Latin letters lose their accents, which many people do not type. */
function asCompared(sentence: string): string {
  const text = sentence.replaceAll("’", "'");
  if (isAscii(text)) return text;
  const isLatin = !/[\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]/.test(text);
  return isLatin ? text.normalize("NFD").replace(/[\u0300-\u036f]/g, "") : text.normalize("NFKC");
}

/** Whether a sentence is long enough to say what it is about: "never do that" is not. */
function namesSomething(text: string): boolean {
  const letters = text.match(/\p{L}{3,}/gu)?.join("").length ?? 0;
  return namesTool(text) || 2 * countDense(text) + letters >= 14;
}

/** "Forget what I said"; not "don't forget what I said". */
const RETRACTS: readonly RegExp[] = [
  /(?<!不要|不能|别|没|不)(?:忘(?:了|掉|记)?|收回)我?(?:刚才|刚刚|前面)?说的|当我没说|(?:さっき|今)の(?:話|指示)?は?(?:忘れて(?!は)|なし|取り消)|방금 (?:한 )?말(?:은|을)? ?(?:잊어(?!버리지)|취소|무시)/,
  words(
    "(?<!(?:no|nao|non|ne|nicht) (?:te |ti |se )?)(?:olvida|esquece|dimentica|oublie|vergiss)(?:te|ti)?,? (?:l[oe] que|o que|quello che|ce que|was) (?:[a-z]+[' ])*(?:dije|he dicho|disse|falei|ho detto|dit|gesagt(?: habe)?)",
  ),
  russian("(?<!не )забудь,? (?:то,? )?что (?:[а-яё]+ )*сказал[а-яё]*"),
];

/** Whether a text in one of these languages takes back what was said before. */
export function retractsInOtherLanguage(text: string): boolean {
  const compared = ENGLISH.test(text) ? "" : asCompared(text);
  return RETRACTS.some((pattern) => pattern.test(compared));
}
