/**
 * Made-up tokens, assembled when a test runs: written out in a file, they would set off every scanner that reads this
 * repository.
 */

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";

export const CHARACTERS = {
  alnum: UPPER + LOWER + DIGITS,
  lower: LOWER + DIGITS,
  hex: `${DIGITS}abcdef`,
  upper: UPPER + DIGITS,
  digits: DIGITS,
  slug: `${UPPER}${LOWER}${DIGITS}_-`,
  base64: `${UPPER}${LOWER}${DIGITS}+/`,
} as const;

/**
 * Returns made-up characters, the same for the same seed. Ends in a letter and a digit, because a token must not end in a
 * dash.
 */
export function madeUp(alphabet: keyof typeof CHARACTERS, length: number, seed = 7): string {
  const from = CHARACTERS[alphabet];
  const tail = alphabet === "digits" ? "47" : alphabet === "upper" ? "K4" : "b4";
  let state = seed * 2_654_435_761 + length;
  let body = "";
  for (let i = 0; i < length - 2; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    body += from.charAt((state >>> 8) % from.length);
  }
  return body + tail;
}

const a = (length: number): string => madeUp("alnum", length);
const s = (length: number): string => madeUp("slug", length);
const x = (length: number): string => madeUp("hex", length);
const u = (length: number): string => madeUp("upper", length);
const d = (length: number): string => madeUp("digits", length);
const b = (length: number): string => madeUp("base64", length);
const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export function madeUpJwt(): string {
  const head = json({ alg: "HS256", typ: "JWT" });
  return [head, json({ sub: "somebody", iat: 1_700_000_000 }), s(43)].join(".");
}

/** Returns one token of each format that is recognized by its shape: its name and its text. */
export function madeUpTokens(): [name: string, token: string][] {
  return [
    ["Anthropic", `sk-ant-${"api03"}-${s(93)}AA`],
    ["OpenAI project", `sk-proj-${s(120)}`],
    ["OpenAI service account", `sk-svcacct-${s(120)}`],
    ["OpenAI admin", `sk-admin-${s(100)}`],
    ["OpenAI, old", `sk-${a(48)}`],
    ["OpenRouter", `sk-or-v1-${x(64)}`],
    ["DeepSeek", `sk-${x(32)}`],
    ["Hugging Face", `hf_${a(34)}`],
    ["Groq", `gsk_${a(52)}`],
    ["xAI", `xai-${a(80)}`],
    ["Perplexity", `pplx-${a(48)}`],
    ["Replicate", `r8_${a(37)}`],
    ["NVIDIA", `nvapi-${s(64)}`],
    ["LangSmith", `lsv2_pt_${x(32)}_${x(10)}`],
    ["GitHub personal", `ghp_${a(36)}`],
    ["GitHub OAuth", `gho_${a(36)}`],
    ["GitHub user", `ghu_${a(36)}`],
    ["GitHub server", `ghs_${a(36)}`],
    ["GitHub refresh", `ghr_${a(76)}`],
    ["GitHub fine-grained", `github_pat_${a(22)}_${a(59)}`],
    ["GitLab personal", `glpat-${s(20)}`],
    ["GitLab deploy", `gldt-${s(20)}`],
    ["GitLab runner", `glrt-${s(20)}`],
    ["Bitbucket app password", `ATBB${a(32)}`],
    ["Atlassian", `ATATT3${s(180)}=${u(8)}`],
    ["npm", `npm_${a(36)}`],
    ["PyPI", `pypi-AgEIcHlwaS5vcmc${s(120)}`],
    ["RubyGems", `rubygems_${x(48)}`],
    ["Docker", `dckr_pat_${s(27)}`],
    ["AWS access key", `AKIA${u(16)}`],
    ["AWS session key", `ASIA${u(16)}`],
    ["AWS Bedrock", `ABSK${b(128)}`],
    ["Google API key", `AIza${s(35)}`],
    ["Google OAuth client", `GOCSPX-${s(28)}`],
    ["Google access token", `ya29.${s(100)}`],
    ["Azure client secret", `${a(3)}8Q~${s(34)}`],
    ["DigitalOcean", `dop_v1_${x(64)}`],
    ["Alibaba", `LTAI${a(20)}`],
    ["Databricks", `dapi${x(32)}`],
    ["Heroku", `HRKU-${s(60)}`],
    ["Fly", `fo1_${s(43)}`],
    ["Vercel", `vcp_${a(56)}`],
    ["Netlify", `nfp_${a(36)}`],
    ["Supabase", `sbp_${x(40)}`],
    ["PlanetScale", `pscale_tkn_${s(43)}`],
    ["Pulumi", `pul-${x(40)}`],
    ["Terraform", `${a(14)}.atlasv1.${s(67)}`],
    ["Vault", `hvs.${s(90)}`],
    ["Doppler", `dp.pt.${a(43)}`],
    ["Tailscale", `tskey-auth-${a(12)}-${a(32)}`],
    ["Slack bot", `xoxb-${d(12)}-${d(12)}-${a(24)}`],
    ["Slack user", `xoxp-${d(12)}-${d(12)}-${d(12)}-${x(32)}`],
    ["Slack app", `xapp-1-A${u(10)}-${d(13)}-${x(64)}`],
    ["Discord bot", `M${a(25)}.${a(6)}.${s(38)}`],
    ["Telegram bot", `${d(10)}:AA${s(33)}`],
    ["SendGrid", `SG.${s(22)}.${s(43)}`],
    ["Mailgun", `key-${x(32)}`],
    ["Brevo", `xkeysib-${x(64)}-${a(16)}`],
    ["Resend", `re_${a(8)}_${a(24)}`],
    ["Twilio", `SK${x(32)}`],
    ["Stripe live", `sk_live_${a(24)}`],
    ["Stripe restricted", `rk_live_${a(24)}`],
    ["Stripe webhook", `whsec_${a(32)}`],
    ["Square", `sq0atp-${s(22)}`],
    ["Shopify", `shpat_${x(32)}`],
    ["Linear", `lin_api_${a(40)}`],
    ["Notion", `ntn_${a(46)}`],
    ["Notion, old", `secret_${a(43)}`],
    ["Figma", `figd_${s(40)}`],
    ["Airtable", `pat${a(14)}.${x(64)}`],
    ["Postman", `PMAK-${x(24)}-${x(34)}`],
    ["1Password", `ops_eyJ${b(250)}`],
    ["Mapbox secret", `sk.eyJ${s(60)}.${s(22)}`],
    ["age", `AGE-SECRET-KEY-1${u(58)}`],
    ["Grafana", `glsa_${a(32)}_${x(8)}`],
    ["New Relic", `NRAK-${u(27)}`],
    ["Sentry", `sntryu_${x(64)}`],
    ["Sonar", `squ_${x(40)}`],
    ["Buildkite", `bkua_${x(40)}`],
    ["JSON web token", madeUpJwt()],
  ];
}
