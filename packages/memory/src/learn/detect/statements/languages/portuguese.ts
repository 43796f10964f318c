/** Words of rules in Portuguese. */
import { type Language, words } from "./language.ts";

export const PORTUGUESE: Language = {
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
