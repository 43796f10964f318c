/** Rules that users state in languages other than English, and messages that are about the moment. */
import { expect, test } from "vitest";
import { seenBy } from "../testing-session.ts";
import { ruleInOtherLanguage } from "./other-languages.ts";
import { asStatement } from "./sentences.ts";
import { USER_CORRECTION } from "./user-correction.ts";

test.each([
  ["zh", "以后提交信息都用英文写"],
  ["zh", "这个项目用 pnpm,不要用 npm"],
  ["zh", "禁止直接修改 src/generated 下面的文件,改模板然后跑 make gen"],
  ["zh", "记住,测试环境的数据库端口是 5434"],
  ["zh", "每次改完 schema 都要跑一下 prisma generate"],
  ["zh", "别用 console.log,统一用 logger"],
  ["zh", "我们不用 mock,直接连测试数据库"],
  ["ja", "このリポジトリではpnpmを使ってください"],
  ["ja", "生成されたファイルは絶対に手で編集しないで"],
  ["ja", "コミットメッセージは必ず英語で書いてください"],
  ["ja", "今後はテストを先に書くようにして"],
  ["ja", "yarnじゃなくてpnpmを使って"],
  ["ja", "覚えておいて: ステージングのポートは7781です"],
  ["ko", "앞으로 커밋 메시지는 영어로 작성해줘"],
  ["ko", "이 프로젝트에서는 npm 말고 pnpm을 써"],
  ["ko", "generated 폴더는 절대 직접 수정하지 마"],
  ["ko", "항상 PR 올리기 전에 lint 돌려"],
  ["es", "No uses npm, usa pnpm en este proyecto"],
  ["es", "Nunca edites los archivos de src/generated a mano, ejecuta make gen"],
  ["es", "a partir de ahora los commits en inglés"],
  ["es", "recuerda que staging está en el puerto 7781"],
  ["es", "aquí no usamos mocks para la base de datos"],
  ["pt", "Sempre rode os testes antes de commitar"],
  ["pt", "não use any, use unknown"],
  ["pt", "neste projeto as mensagens de commit são em inglês"],
  ["pt", "nunca edite arquivos em src/generated na mão"],
  ["pt", "a gente usa pnpm aqui, não npm"],
  ["it", "Non modificare mai i file generati, lancia make gen"],
  ["it", "d'ora in poi scrivi i commit in inglese"],
  ["it", "usa pnpm, non npm"],
  ["it", "in questo progetto i test stanno accanto al codice"],
  ["ru", "Никогда не редактируй файлы в src/generated вручную, запускай make gen"],
  ["ru", "в этом проекте используем pnpm, а не npm"],
  ["ru", "отныне пиши сообщения коммитов на английском"],
  ["ru", "запомни: стейджинг на порту 7781"],
  ["ru", "всегда запускай линтер перед коммитом"],
])("%s: %s is a rule", (_language, text) => expect(ruleInOtherLanguage(text)).not.toBeNull());

test.each([
  ["zh", "为什么这个测试总是失败?"],
  ["zh", "先不要动配置"],
  ["zh", "帮我看一下这个报错"],
  ["zh", "登录页面必须显示错误提示"],
  ["zh", "不是这个文件,是另一个"],
  ["zh", "还是一样的错误,一直返回 null"],
  ["ja", "なぜ必ず失敗するの?"],
  ["ja", "とりあえず設定は触らないで"],
  ["ja", "このボタンは常に表示してほしい"],
  ["ja", "まだエラーが出ます"],
  ["ja", "それじゃなくて、もう一つのファイル"],
  ["ko", "왜 항상 실패해?"],
  ["ko", "일단 설정은 건드리지 마"],
  ["ko", "사용자는 항상 합계를 볼 수 있어야 해"],
  ["ko", "계속 null이 나와, 고쳐줘"],
  ["zh", "修改拖拽时的文字显示方式：文字始终保持水平"],
  ["zh", "每次输出结束后，输入框会失去焦点"],
  ["ja", "それは今後の開発の自由度が下がるからです"],
  ["ja", "これをtasks/にメモしておいて"],
  ["es", "no se ve visible siempre, solo cuando tengo el cursor encima"],
  ["es", "¿por qué siempre falla el test?"],
  ["es", "de momento no toques la configuración"],
  ["es", "siempre me devuelve null, arréglalo"],
  ["es", "no, me refería al otro archivo"],
  ["es", "el usuario siempre debe ver el total"],
  ["pt", "por que isso nunca termina?"],
  ["pt", "por enquanto não mexa na config"],
  ["pt", "sempre retorna null, conserta"],
  ["pt", "não, o outro arquivo"],
  ["it", "perché non finisce mai?"],
  ["it", "per ora non toccare la config"],
  ["it", "restituisce sempre null"],
  ["it", "no, intendevo l'altro file"],
  ["ru", "почему он всегда падает?"],
  ["ru", "пока не трогай конфиг"],
  ["ru", "всегда возвращает null, исправь"],
  ["ru", "нет, я имел в виду другой файл"],
  ["en", "Always use pnpm, no npm in the USA region"],
  ["fr", "ça ne marche jamais"],
])("%s: %s is none", (_language, text) => expect(ruleInOtherLanguage(text)).toBeNull());

test.each([
  ["提交信息一律用英文写,不要用中文", "忘了我刚才说的"],
  ["Nunca edites los archivos generados a mano", "olvida lo que dije"],
  ["Sempre rode os testes antes de commitar", "esquece o que eu disse"],
  ["Niemals direkt auf main committen", "vergiss was ich gesagt habe"],
  ["on ne committe jamais les fichiers generated", "oublie ce que j'ai dit"],
  ["всегда запускай линтер перед коммитом", "забудь, что я сказал"],
])("%s is taken back by: %s", (rule, takesBack) => {
  const rules = (...texts: readonly string[]) =>
    seenBy(USER_CORRECTION, [{ user: "hello there" }, ...texts.map((user) => ({ user }))]);
  expect(rules(rule)).toHaveLength(1);
  expect(rules(rule, takesBack)).toEqual([]);
});

test.each([
  ["提交信息一律用英文写,不要用中文", "不要忘了我刚才说的"],
  ["Sempre rode os testes antes de commitar", "não esquece o que eu disse"],
  ["всегда запускай линтер перед коммитом", "не забудь, что я сказал"],
])("%s is not taken back by: %s", (rule, reminder) => {
  const texts = ["hello there", rule, reminder];
  const found = seenBy(
    USER_CORRECTION,
    texts.map((user) => ({ user })),
  );
  expect(found.map(({ draft }) => draft?.content)).toContain(asStatement(rule));
});

test("a rule of several sentences without spaces between them is several rules", () => {
  const found = seenBy(USER_CORRECTION, [
    { user: "hello there" },
    { user: "这个仓库统一用 pnpm。提交信息必须用英文写!好的谢谢" },
  ]);
  expect(found.map(({ draft }) => draft?.content)).toEqual([
    "这个仓库统一用 pnpm。",
    "提交信息必须用英文写!",
  ]);
});
