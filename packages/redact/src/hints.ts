/**
 * Finds where a secret could be. One scan over a text finds what every search but the cheapest needs: most texts have no hint
 * and are not searched further. A hint means "maybe"; the searches decide, and without a hint they find nothing.
 */
import { TOKEN_RULES } from "./tokens/token-rules.ts";

export interface Hints {
  /** Possible starts of a token's prefix, ascending. */
  readonly tokens: readonly number[];
  /** Possible starts of a word that indicates a secret, ascending. */
  readonly secretHints: readonly number[];
  /** Whether there is a tag that opens a private span. */
  readonly hasTag: boolean;
  /** Whether two full stops are as far apart as in a Discord token. */
  readonly hasDots: boolean;
  /** Whether there is the id of an AWS key. */
  readonly hasAwsId: boolean;
  /** Whether there is the head of a JSON web token. */
  readonly hasJwtHead: boolean;
  /** Whether there is the address of a webhook. */
  readonly hasHook: boolean;
  /** Whether there is a flag that takes a user with a password. */
  readonly hasUserFlag: boolean;
  /** Whether there is a command that takes a password after `-p`. */
  readonly hasCommand: boolean;
  /** Whether there is a command that takes it after another flag, or after none. */
  readonly hasRareCommand: boolean;
  /** Whether there is the flag that passes cookies to curl. */
  readonly hasCookieFlag: boolean;
  /** Whether there is the beginning of an old Vault token. */
  readonly hasVaultHead: boolean;
  /** Whether there is the data centre that ends a Mailchimp key. */
  readonly hasDataCentre: boolean;
  /** Whether there is a name for the words of a wallet. */
  readonly hasWalletWord: boolean;
}

const [TELLING, TAG, AWS_ID, JWT, HOOK, USER_FLAG, COMMAND, PREFIX, RARE_COMMAND] = [
  1, 2, 4, 8, 16, 32, 64, 128, 256,
];
const [COOKIE_FLAG, VAULT, DATA_CENTRE, WALLET] = [512, 1024, 2048, 4096];
/** Three characters of each word, in any case: the first three, or three that few words contain. */
const WORDS: readonly (readonly [hint: number, triples: readonly string[]])[] = [
  [
    TELLING,
    ["pas", "pwd", "pin", "sec", "tok", "key", "aut", "cre", "bea", "coo", "sig", "_pw", "pw "],
  ],
  // `_PAT` and `--pat`: a personal access token
  [TELLING, ["_pa", "-pa"]],
  // Kennwort, wachtwoord, contraseña, clave, senha; and other scripts, spelt as below
  [TELLING, ["nnw", "htw", "ras", "lav", "nha", "qjz", "qx", "qv", "qfv", "qfx"]],
  [TAG, ["<pr"]],
  [AWS_ID, ["aki", "asi"]],
  [JWT, ["eyj"]],
  [HOOK, ["hoo"]],
  // `-u`, and the ends of curl's other flags when joined with it in one word
  [USER_FLAG, ["-u", "--u", "--p", "su ", "ku ", "lu ", "vu ", "fu "]],
  // sshpass, mysql, mariadb, redis-cli, docker
  [COMMAND, ["shp", "ysq", "adb", "s-c", "cke"]],
  // sqlcmd, bcp, zip, 7z, unrar, ldap, openssl, mongosh, htpasswd
  [
    RARE_COMMAND,
    ["qlc", "bcp", "zip", "7z ", "7za", "7zr", "7zz", "nra", "lda", "nss", "gos", "htp"],
  ],
  [COOKIE_FLAG, ["-b "]],
  [VAULT, [" s."]],
  [DATA_CENTRE, ["-us"]],
  // Mnemonic, seed phrase
  [WALLET, ["mne", "phr"]],
];
/** Characters with a class of their own. Letters are classes 1 to 26; all else is 0: digits, blanks, what is not ASCII. */
const OWN_CLASS = "_/<-.";
/**
 * Class letters of characters that are not ASCII and begin the words for a password in other scripts: these letters follow
 * each other in no word.
 */
const SPELT = { п: "q", П: "q", а: "j", А: "j", р: "z", Р: "z" } as const;
const SPELT_EAST = {
  ...{ 密: "q", 码: "x", 碼: "x", 口: "q", 令: "v" },
  ...{ パ: "q", ス: "f", ワ: "v", 비: "q", 밀: "f", 번: "x" },
} as const;
const FULL_STOP = 46;
const DOTS_APART = 7;
const NONE: readonly number[] = [];

interface Tables {
  /** Class of each character. */
  readonly classes: Uint8Array;
  /** Hints by the classes of three characters. */
  readonly hints: Uint16Array;
}

const TRIPLES = 1 << 15;
const LAST = TRIPLES - 1;

let tables: Tables | undefined;

export function hintsIn(text: string): Hints {
  // Built at the first call, so that a process that never redacts does not pay for the tables.
  tables ??= buildTables();
  const { classes, hints } = tables;
  let [tokens, secretHints] = [NONE as number[], NONE as number[]];
  let found = 0;
  let triple = 0;
  let lastStop = -DOTS_APART - 1;
  let hasDots = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    triple = ((triple << 5) | (classes[code] as number)) & LAST;
    const hint = hints[triple] as number;
    if (hint !== 0) {
      found |= hint;
      if ((hint & PREFIX) !== 0) tokens = added(tokens, i - 2);
      if ((hint & TELLING) !== 0) secretHints = added(secretHints, i - 2);
    }
    if (code === FULL_STOP) {
      hasDots ||= i - lastStop === DOTS_APART;
      lastStop = i;
    }
  }
  return {
    tokens,
    secretHints,
    hasDots,
    hasTag: (found & TAG) !== 0,
    hasAwsId: (found & AWS_ID) !== 0,
    hasJwtHead: (found & JWT) !== 0,
    hasHook: (found & HOOK) !== 0,
    hasUserFlag: (found & USER_FLAG) !== 0,
    hasCommand: (found & COMMAND) !== 0,
    hasRareCommand: (found & RARE_COMMAND) !== 0,
    hasCookieFlag: (found & COOKIE_FLAG) !== 0,
    hasVaultHead: (found & VAULT) !== 0,
    hasDataCentre: (found & DATA_CENTRE) !== 0,
    hasWalletWord: (found & WALLET) !== 0,
  };
}

function added(places: number[], at: number): number[] {
  if (places === NONE) return [at];
  places.push(at);
  return places;
}

function buildTables(): Tables {
  const classes = new Uint8Array(1 << 16);
  for (let letter = 0; letter < 26; letter++) {
    classes[65 + letter] = letter + 1;
    classes[97 + letter] = letter + 1;
  }
  for (const [i, char] of [...OWN_CLASS].entries()) classes[char.charCodeAt(0)] = 27 + i;
  for (const [char, letter] of Object.entries({ ...SPELT, ...SPELT_EAST }))
    classes[char.charCodeAt(0)] = classes[letter.charCodeAt(0)] ?? 0;
  const hints = new Uint16Array(TRIPLES);
  const mark = (start: string, hint: number) => {
    const [a, b, c] = [0, 1, 2].map((i) => classes[start.charCodeAt(i)] ?? 0) as [
      number,
      number,
      number,
    ];
    // A shorter start matches any next character.
    const thirds = start.length < 3 ? Array.from({ length: 32 }, (_, third) => third) : [c];
    for (const third of thirds) {
      const at = (a << 10) | (b << 5) | third;
      hints[at] = (hints[at] ?? 0) | hint;
    }
  };
  for (const [hint, triples] of WORDS) for (const triple of triples) mark(triple, hint);
  for (const { prefixes } of TOKEN_RULES) for (const prefix of prefixes) mark(prefix, PREFIX);
  return { classes, hints };
}
