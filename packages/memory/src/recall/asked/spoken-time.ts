/**
 * Normalizes the wordings of a time to the form that time-range.ts reads: "the last two weeks" → "last 2 weeks", "In March
 * 2026" → "2026-03", "15th of March" → "march 15", "la semaine dernière" → "last week". Other text stays unchanged.
 */
export const MONTHS = [
  ...["january", "february", "march", "april", "may", "june", "july", "august", "september"],
  ...["october", "november", "december"],
];

const NUMBERS = [
  ...["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"],
  "twelve",
];
const UNIT = "hours?|days?|weeks?|months?|years?";
const COUNTED = new RegExp(`(?<=^|\\s)(an?|${NUMBERS.join("|")})(?= (?:${UNIT})\\b)`);
const MONTH = `(${MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join("|")}|sept)\\.?`;
const MONTH_OF_YEAR = new RegExp(`^${MONTH} (\\d{4})$`);
const DAY_OF_MONTH = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of )?${MONTH}(?:,? (\\d{4}))?$`,
);
const MONTH_AND_DAY = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?$`);
const SHORT_MONTH = new RegExp(`^(last )?${MONTH}$`);
/** Excludes phrases such as "In 3 days", which are in the future. */
const PLACED = new RegExp(`^(?:in|on|during) (?!(?:\\d+|an?|${NUMBERS.join("|")}) (?:${UNIT})$)`);

/** Phrases of the other languages most used in code comments. */
const OTHER_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  today: ["aujourd'hui", "heute", "hoy", "oggi", "hoje", "сегодня", "今日", "今天", "오늘"],
  yesterday: ["hier", "gestern", "ayer", "ieri", "ontem", "вчера", "昨日", "昨天", "어제"],
  tomorrow: ["demain", "morgen", "mañana", "domani", "amanhã", "завтра", "明日", "明天", "내일"],
  "this week": ["cette semaine", "diese woche", "esta semana", "questa settimana", "今週", "本周"],
  "last week": [
    ...["la semaine dernière", "semaine dernière", "letzte woche", "la semana pasada"],
    ...["la settimana scorsa", "a semana passada", "на прошлой неделе", "先週", "上周", "지난주"],
  ],
  "this month": [
    "ce mois-ci",
    "ce mois",
    "diesen monat",
    "este mes",
    "questo mese",
    "今月",
    "本月",
  ],
  "last month": [
    ...["le mois dernier", "mois dernier", "letzten monat", "el mes pasado", "il mese scorso"],
    ...["o mês passado", "в прошлом месяце", "先月", "上个月", "지난달"],
  ],
  "last year": [
    ...["l'année dernière", "l'an dernier", "letztes jahr", "el año pasado", "l'anno scorso"],
    ...["o ano passado", "в прошлом году", "去年", "작년"],
  ],
};
const IN_ENGLISH: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_LANGUAGES).flatMap(([english, others]) =>
    others.map((other) => [other, english]),
  ),
);

/** Returns the time in lower case, without the preposition that joins it to a sentence. */
export function plainTime(text: string): string {
  const folded = text.normalize("NFC").trim().toLowerCase().replace(/\s+/g, " ").replace(/’/g, "'");
  const translation = IN_ENGLISH.get(folded);
  if (translation !== undefined) return translation;
  const words = folded
    .replace(PLACED, "")
    .replace(/^the /, "")
    .replace(COUNTED, (number) => String(Math.max(1, NUMBERS.indexOf(number) + 1)))
    .replace(/^past (?=\d)/, "last ");
  return dated(words);
}

function dated(words: string): string {
  const [, named, year] = MONTH_OF_YEAR.exec(words) ?? [];
  if (named !== undefined) return `${year}-${two(monthOf(named) + 1)}`;
  const [, date, ofMonth, ofYear] = DAY_OF_MONTH.exec(words) ?? [];
  if (date !== undefined) return onDay(ofMonth, date, ofYear);
  const [, month, day, inYear] = MONTH_AND_DAY.exec(words) ?? [];
  if (month !== undefined) return onDay(month, day, inYear);
  const [, last = "", short] = SHORT_MONTH.exec(words) ?? [];
  return short === undefined ? words : `${last}${MONTHS[monthOf(short)]}`;
}

function onDay(month = "", day = "", year?: string): string {
  const at = monthOf(month);
  return year === undefined ? `${MONTHS[at]} ${Number(day)}` : `${year}-${two(at + 1)}-${two(day)}`;
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3)));
}

function two(number: number | string): string {
  return String(number).padStart(2, "0");
}
