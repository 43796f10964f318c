/** Words of rules in Spanish. */
import { type Language, words } from "./language.ts";

/** Verbs of work on a project, without their endings. */
const ACT =
  "(?:us|utili[cz]|cre|anad|agreg|agregu|ejecut|lan[cz]|corr|pas|hag|haz|escrib|pon|modifi(?:c|qu)|edit|to(?:c|qu)|sub|commit|merg|push|despleg|despliegu|guard|llam|import|instal|borr|prueb|verifi(?:c|qu)|actuali[cz]|pid|document|nombr|firm|format)[a-z]{0,5}";
const BEGINS = "(?<=^|[,;:] (?:y |pero )?| y )";
const NO_REPORT = "(?! (?:lo mismo|la misma|el mismo|null|undefined|error|en rojo)\\b)";

export const SPANISH: Language = {
  lasting: words(
    "de ahora en adelante|a partir de (?:ahora|hoy)|en adelante|de aqui en adelante|en (?:este|nuestro) equipo|por (?:norma|regla general|convencion)|como (?:norma|regla)|(?:la|es la|una) (?:norma|regla|convencion|politica)(?: es| del equipo)?|(?:recuerd[ae]n?|acuerdate(?: de)?|ten(?:ga|ed)? (?:en cuenta|presente)|no (?:te |se )?olvid(?:es|e|en)|apunta(?:te)?|recordatorio)(?: que| ?[:,])|en general|del equipo",
  ),
  demand: words(
    "en (?:este|nuestro) (?:proyecto|repo[a-z]*|codigo|monorepo)|siempre|nunca|jamas|prohibid[oa]s?|obligatori[oa]s?|bajo ningun concepto|ni se te ocurra|(?:en (?:vez|lugar)|a cambio) de|nada de|ni hablar de|basta de|deja de|cada vez que|prefiero",
    "no (?:se )?(?:usamos|utilizamos|usa|usan|usar|uses|utilices|toca|tocar|toques|edites|edita|commitea|hagas|pongas|subas|metas|dejes|nos gustan?)[^.]*(?:porque|ya que|sino|usa|que se|nunca|directamente|a mano|por favor|en l[oa]s?|,)",
    "(?:usa|utiliza|usad) [^.,]{2,40},? (?:y )?no|aqui (?:no )?(?:usamos|utilizamos|trabajamos|se usa)|(?:solo )?(?:usamos|utilizamos|hacemos|ponemos|llamamos|guardamos|escribimos) [^.]{2,60}|l[oa]s? (?:hacemos|ponemos|guardamos|escribimos) (?:con|en)",
    "(?:hay|tiene|tienen|teneis|tienes) que .{2,60}|(?:debe|deben|van?) (?:siempre |tambien )?(?:en|con|como|directo|dentro|de|acompanad[a-z]+) .{2,60}|(?<=^)(?:todos?|todas?|cada) (?:los |las )?.{2,60}(?:deben?|van?|tienen? que|llevan?|venga[a-z]*)|para eso (?:esta|tenemos)",
  ),
  moment: words(
    "por (?:ahora|el momento)|de momento|esta vez|ayer|manana(?! de)|creo q(?:ue)?|parece|me referi[a-z]*|quise decir|dejalo|(?:siempre|nunca) (?:puedes|podes|podemos|se puede)|(?:puedes|podes|podemos) siempre|para probar|una prueba|no pasa nada|no te preocupes|nunca mejor",
  ),
  task: words(
    "(?<=^)(?:por favor,? )?(?:cambia|actualiza|renombra|mueve|borra|elimina|quita|pon|sustituye|reemplaza|modifica|convierte|corrige|traduce)(?:l[oa]s?|me)?(?! (?:siempre|nunca))",
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
  sure: words(
    `${BEGINS}(?:nunca|jamas|siempre) (?:me |se )?${ACT} [^ ,]{2,}.*`,
    `${BEGINS}${ACT} siempre${NO_REPORT} [^ ,]{2,}.*`,
    `${BEGINS}no ${ACT} (?:nunca|jamas) .*`,
    "(?<=^)(?:cuando|cada vez que) (?:anadas|agregues|crees|toques|cambies|modifiques|hagas|escribas) (?:un|una|algo|unos|unas) [^,]{2,50}, .{8,}",
    "(?<=^)(?:l[oa]s|todos l[oa]s|todas l[oa]s|ningun[a-z]*) [^,]{3,50} (?:no )?(?:deben?|tienen? que) (?:nunca|siempre|ir|estar|ser) .*",
    `no ${ACT} [^,]{2,50} sin (?:preguntar|avisar|consultar|pedir)(?:me|nos)?.*`,
  ),
  atHand: words(
    "est[aeo]s?(?! (?:proyecto|repo|codigo|equipo))|es[aeo]s?|aquel[a-z]*|mi|mis",
    "boton|pantalla|formulario|pagina|menu|icono",
    "(?:usuari[oa]|client[ea]|jugador)s? (?:[a-z]+ ){0,3}(?:deb|pued|tien|ve)[a-z]*",
  ),
};
