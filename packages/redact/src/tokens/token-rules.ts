/**
 * The tokens that give themselves away by a prefix: which provider, which characters may follow, how many.
 * Written from the providers' own descriptions of their formats; a prefix without a public fixed length has a
 * generous minimum instead.
 */

/** Which characters the body of a token is made of. */
export type Alphabet = "alnum" | "word" | "slug" | "dotted" | "hex" | "upper" | "base64" | "any";

export interface TokenRule {
  readonly rule: string;
  readonly prefixes: readonly string[];
  readonly body: Alphabet;
  /** Length of the body, prefix not counted. */
  readonly min: number;
  readonly max?: number;
  /** What the whole token must look like besides, for formats with inner structure. */
  readonly form?: RegExp;
  /** The body must look random: the prefix alone also starts ordinary words. */
  readonly isWeak?: true;
  /** Nothing else has this form: a body that counts up, as people type for a test, goes as well. */
  readonly isUnmistakable?: true;
}

export const TOKEN_RULES: readonly TokenRule[] = [
  // Language models
  { rule: "anthropic-key", prefixes: ["sk-ant-"], body: "slug", min: 20 },
  {
    rule: "openai-key",
    prefixes: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-", "sess-"],
    body: "slug",
    min: 24,
    isWeak: true,
  },
  { rule: "openrouter-key", prefixes: ["sk-or-v1-"], body: "hex", min: 40 },
  { rule: "secret-key", prefixes: ["sk-"], body: "slug", min: 30, isWeak: true },
  { rule: "huggingface-token", prefixes: ["hf_", "api_org_"], body: "alnum", min: 30, max: 50 },
  { rule: "groq-key", prefixes: ["gsk_"], body: "alnum", min: 40 },
  { rule: "xai-key", prefixes: ["xai-"], body: "alnum", min: 60 },
  { rule: "perplexity-key", prefixes: ["pplx-"], body: "alnum", min: 40 },
  { rule: "replicate-token", prefixes: ["r8_"], body: "alnum", min: 30 },
  { rule: "nvidia-key", prefixes: ["nvapi-"], body: "slug", min: 40 },
  { rule: "langsmith-key", prefixes: ["lsv2_pt_", "lsv2_sk_"], body: "word", min: 32 },
  { rule: "pinecone-key", prefixes: ["pcsk_"], body: "word", min: 40 },
  { rule: "tavily-key", prefixes: ["tvly-"], body: "slug", min: 20, isWeak: true },
  { rule: "jina-key", prefixes: ["jina_"], body: "slug", min: 40 },
  { rule: "firecrawl-key", prefixes: ["fc-"], body: "hex", min: 32, max: 32 },
  { rule: "cursor-key", prefixes: ["crsr_"], body: "hex", min: 40 },
  // Code hosts and registries
  {
    rule: "github-token",
    prefixes: ["ghp_", "gho_", "ghu_", "ghr_"],
    body: "alnum",
    min: 36,
    isUnmistakable: true,
  },
  { rule: "github-token", prefixes: ["ghs_"], body: "dotted", min: 36, isUnmistakable: true },
  { rule: "github-token", prefixes: ["github_pat_"], body: "word", min: 40, isUnmistakable: true },
  {
    rule: "gitlab-token",
    prefixes: [
      "glpat-",
      "gldt-",
      "glft-",
      "glsoat-",
      "glrt-",
      "glrtr-",
      "glcbt-",
      "glptt-",
      "glimt-",
      "glagent-",
      "gloas-",
      "glffct-",
      "glwt-",
    ],
    body: "dotted",
    min: 20,
  },
  { rule: "gitlab-token", prefixes: ["GR1348941"], body: "slug", min: 20 },
  { rule: "bitbucket-token", prefixes: ["ATBB"], body: "alnum", min: 32, max: 32 },
  { rule: "atlassian-token", prefixes: ["ATATT3", "ATCTT3"], body: "any", min: 60 },
  { rule: "npm-token", prefixes: ["npm_"], body: "alnum", min: 36, max: 36 },
  { rule: "pypi-token", prefixes: ["pypi-AgE", "pypi-"], body: "slug", min: 60 },
  { rule: "rubygems-key", prefixes: ["rubygems_"], body: "hex", min: 48 },
  { rule: "clojars-token", prefixes: ["CLOJARS_"], body: "alnum", min: 50 },
  { rule: "cargo-token", prefixes: ["cio"], body: "alnum", min: 32, max: 32, isWeak: true },
  { rule: "docker-token", prefixes: ["dckr_pat_", "dckr_oat_"], body: "slug", min: 20 },
  { rule: "jfrog-key", prefixes: ["AKCp", "cmVmdGtuOj"], body: "alnum", min: 50 },
  {
    rule: "sourcegraph-token",
    prefixes: ["sgp_local_", "sgp_"],
    body: "word",
    min: 40,
    isWeak: true,
  },
  // Clouds
  {
    rule: "aws-access-key",
    prefixes: ["AKIA", "ASIA", "ABIA", "ACCA"],
    body: "upper",
    min: 16,
    max: 16,
  },
  { rule: "aws-bedrock-key", prefixes: ["ABSK"], body: "base64", min: 100 },
  { rule: "google-key", prefixes: ["AIza"], body: "slug", min: 35, max: 35 },
  { rule: "google-oauth", prefixes: ["GOCSPX-", "ya29."], body: "slug", min: 24 },
  { rule: "google-oauth", prefixes: ["1//0"], body: "slug", min: 40 },
  // The last eight characters are a checksum.
  {
    rule: "cloudflare-token",
    prefixes: ["cfut_", "cfat_", "cfk_"],
    body: "alnum",
    min: 48,
    max: 48,
  },
  { rule: "digitalocean-token", prefixes: ["dop_v1_", "doo_v1_", "dor_v1_"], body: "hex", min: 60 },
  { rule: "alibaba-key", prefixes: ["LTAI"], body: "alnum", min: 16, max: 26, isWeak: true },
  { rule: "tencent-key", prefixes: ["AKID"], body: "alnum", min: 32, max: 32 },
  { rule: "yandex-key", prefixes: ["AQVN"], body: "slug", min: 35, max: 40 },
  { rule: "cloudflare-key", prefixes: ["v1.0-"], body: "slug", min: 160 },
  { rule: "databricks-token", prefixes: ["dapi"], body: "hex", min: 32, max: 32 },
  { rule: "heroku-key", prefixes: ["HRKU-"], body: "slug", min: 36 },
  { rule: "fly-token", prefixes: ["fo1_"], body: "slug", min: 40, isWeak: true },
  { rule: "fly-token", prefixes: ["fm1r_", "fm1a_", "fm2_"], body: "base64", min: 60 },
  {
    rule: "vercel-token",
    prefixes: ["vcp_", "vci_", "vca_", "vcr_", "vck_"],
    body: "alnum",
    min: 24,
  },
  { rule: "netlify-token", prefixes: ["nfp_", "nfc_", "nfo_"], body: "alnum", min: 36 },
  { rule: "render-key", prefixes: ["rnd_"], body: "alnum", min: 28, isWeak: true },
  { rule: "supabase-key", prefixes: ["sbp_"], body: "hex", min: 40 },
  { rule: "supabase-key", prefixes: ["sb_secret_"], body: "slug", min: 20 },
  {
    rule: "planetscale-key",
    prefixes: ["pscale_tkn_", "pscale_oauth_", "pscale_pw_"],
    body: "any",
    min: 32,
  },
  { rule: "neon-key", prefixes: ["napi_"], body: "alnum", min: 40 },
  { rule: "pulumi-token", prefixes: ["pul-"], body: "hex", min: 40, max: 40 },
  { rule: "terraform-token", prefixes: ["atlasv1."], body: "slug", min: 60 },
  { rule: "vault-token", prefixes: ["hvs.", "hvb.", "hvr."], body: "slug", min: 24 },
  {
    rule: "doppler-token",
    prefixes: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
    body: "dotted",
    min: 40,
  },
  {
    rule: "tailscale-key",
    prefixes: ["tskey-"],
    body: "slug",
    min: 24,
    form: /^tskey-(?:api|auth|client|scim|webhook)-/,
  },
  // Talk, mail, hooks
  {
    rule: "slack-token",
    prefixes: [
      "xoxb-",
      "xoxp-",
      "xoxa-",
      "xoxo-",
      "xoxs-",
      "xoxr-",
      "xoxe-",
      "xoxe.xoxb-",
      "xoxe.xoxp-",
      "xoxc-",
      "xoxd-",
      "xapp-",
      "xwfp-",
    ],
    body: "any",
    min: 20,
    form: /\d{4}/,
  },
  { rule: "sendgrid-key", prefixes: ["SG."], body: "any", min: 60, form: /^SG\.[^.]{16,}/ },
  { rule: "mailgun-key", prefixes: ["key-", "pubkey-"], body: "hex", min: 32, max: 32 },
  { rule: "mailchimp-key", prefixes: ["md-"], body: "slug", min: 22, max: 22, isWeak: true },
  { rule: "brevo-key", prefixes: ["xkeysib-", "xsmtpsib-"], body: "slug", min: 64 },
  { rule: "resend-key", prefixes: ["re_"], body: "word", min: 30, max: 40, isWeak: true },
  { rule: "twilio-key", prefixes: ["SK"], body: "hex", min: 32, max: 32 },
  { rule: "mailersend-key", prefixes: ["mlsn."], body: "hex", min: 64 },
  // Money and shops
  {
    rule: "stripe-key",
    prefixes: ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_prod_"],
    body: "alnum",
    min: 10,
    isWeak: true,
  },
  { rule: "stripe-webhook-secret", prefixes: ["whsec_"], body: "base64", min: 24 },
  { rule: "square-token", prefixes: ["sq0atp-", "sq0csp-", "sq0idp-"], body: "slug", min: 22 },
  { rule: "square-token", prefixes: ["EAAA"], body: "slug", min: 56, max: 64, isWeak: true },
  {
    rule: "shopify-token",
    prefixes: ["shpat_", "shpss_", "shpca_", "shppa_"],
    body: "hex",
    min: 32,
    max: 32,
  },
  { rule: "flutterwave-key", prefixes: ["FLWSECK_TEST-", "FLWSECK-"], body: "alnum", min: 12 },
  { rule: "easypost-key", prefixes: ["EZAK", "EZTK"], body: "alnum", min: 54 },
  { rule: "shippo-key", prefixes: ["shippo_live_", "shippo_test_"], body: "hex", min: 40 },
  { rule: "duffel-key", prefixes: ["duffel_live_", "duffel_test_"], body: "slug", min: 40 },
  {
    rule: "plaid-token",
    prefixes: ["access-production-", "access-development-", "access-sandbox-"],
    body: "slug",
    min: 36,
  },
  // Work tools
  { rule: "linear-key", prefixes: ["lin_api_", "lin_oauth_"], body: "alnum", min: 32 },
  { rule: "notion-token", prefixes: ["ntn_"], body: "alnum", min: 40 },
  { rule: "notion-token", prefixes: ["secret_"], body: "alnum", min: 43, max: 43 },
  { rule: "figma-token", prefixes: ["figd_", "figdr_"], body: "slug", min: 36 },
  {
    rule: "airtable-token",
    prefixes: ["pat"],
    body: "dotted",
    min: 79,
    max: 79,
    form: /^pat[A-Za-z0-9]{14}\.[0-9a-f]{64}$/,
  },
  { rule: "postman-key", prefixes: ["PMAK-"], body: "slug", min: 50 },
  { rule: "typeform-token", prefixes: ["tfp_"], body: "dotted", min: 50 },
  { rule: "contentful-token", prefixes: ["CFPAT-"], body: "slug", min: 40 },
  { rule: "onepassword-token", prefixes: ["ops_eyJ"], body: "any", min: 100 },
  {
    rule: "onepassword-key",
    prefixes: ["A3-"],
    body: "slug",
    min: 30,
    max: 40,
    form: /^A3(?:-[A-Z0-9]{5,11}){5,6}$/,
  },
  { rule: "hubspot-token", prefixes: ["pat-na1-", "pat-eu1-"], body: "slug", min: 36 },
  { rule: "facebook-token", prefixes: ["EAACEdEose0cBA"], body: "alnum", min: 40 },
  { rule: "facebook-token", prefixes: ["EAA"], body: "alnum", min: 100, isWeak: true },
  { rule: "intra42-secret", prefixes: ["s-s4t2ud-", "s-s4t2af-"], body: "hex", min: 64 },
  { rule: "mapbox-token", prefixes: ["sk.eyJ", "tk.eyJ"], body: "dotted", min: 50 },
  { rule: "age-key", prefixes: ["AGE-SECRET-KEY-1"], body: "upper", min: 58, max: 58 },
  // Building and watching
  { rule: "grafana-token", prefixes: ["glsa_"], body: "word", min: 38 },
  { rule: "grafana-token", prefixes: ["glc_"], body: "base64", min: 32, isWeak: true },
  {
    rule: "newrelic-key",
    prefixes: ["NRAK-", "NRII-", "NRRA-", "NRIQ-"],
    body: "slug",
    min: 27,
    max: 48,
  },
  { rule: "sentry-token", prefixes: ["sntrys_"], body: "any", min: 60 },
  { rule: "sentry-token", prefixes: ["sntryu_"], body: "hex", min: 64 },
  { rule: "sonar-token", prefixes: ["sqp_", "squ_", "sqa_"], body: "hex", min: 40 },
  { rule: "buildkite-token", prefixes: ["bkua_"], body: "hex", min: 40 },
  { rule: "circleci-token", prefixes: ["CCIPAT_", "CCIPRJ_"], body: "word", min: 40 },
  { rule: "dynatrace-token", prefixes: ["dt0c01.", "dt0s01."], body: "dotted", min: 60 },
  { rule: "posthog-key", prefixes: ["phx_"], body: "alnum", min: 40 },
  { rule: "prefect-key", prefixes: ["pnu_", "pnb_"], body: "alnum", min: 36 },
  { rule: "apify-token", prefixes: ["apify_api_"], body: "alnum", min: 30 },
  { rule: "infracost-key", prefixes: ["ico-"], body: "alnum", min: 32, max: 32 },
  { rule: "wakatime-key", prefixes: ["waka_"], body: "slug", min: 36 },
  { rule: "nuget-key", prefixes: ["oy2"], body: "alnum", min: 43, max: 43, isWeak: true },
];
