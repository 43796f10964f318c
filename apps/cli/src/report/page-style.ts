/**
 * Style of a report page, light and dark. Colours are defined only here; report.test.ts checks their contrast against WCAG
 * AA.
 */

export interface Palette {
  readonly ground: string;
  readonly raised: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly link: string;
  readonly good: string;
  readonly bad: string;
  readonly read: string;
  readonly edit: string;
  readonly check: string;
  readonly run: string;
  readonly web: string;
  readonly delegate: string;
  readonly other: string;
}

export const LIGHT: Palette = {
  ground: "#ffffff",
  raised: "#f4f5f7",
  line: "#c9ced6",
  text: "#1a1d21",
  quiet: "#555c66",
  link: "#0b57a4",
  good: "#1c6b34",
  bad: "#b3261e",
  read: "#6a7f9b",
  edit: "#0b57a4",
  check: "#1c7c54",
  run: "#8a5a00",
  web: "#7b3fa0",
  delegate: "#a0376d",
  other: "#767c85",
};

export const DARK: Palette = {
  ground: "#14171b",
  raised: "#1e2228",
  line: "#3d4550",
  text: "#e7eaee",
  quiet: "#a9b2bd",
  link: "#8ec2ff",
  good: "#7fd49a",
  bad: "#ff9d94",
  read: "#8fa3bd",
  edit: "#6fb1ff",
  check: "#5cc796",
  run: "#e0ad55",
  web: "#c79be8",
  delegate: "#f08fbf",
  other: "#9aa2ac",
};

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(";");
}

const KIND_RULES = ["read", "edit", "check", "run", "web", "delegate", "other"]
  .map((kind) => `.k-${kind}{fill:var(--${kind})}`)
  .join("");

/** The complete style of the page; the page's policy allows exactly its hash. */
export const STYLE = `:root{color-scheme:light dark;${variables(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${variables(DARK)}}}
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--ground);color:var(--text)}
body{margin:0 auto;max-width:64rem;padding:1.5rem 1rem 4rem}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
h1{font-size:1.45rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{display:inline;font-size:1.1rem;margin:0}
h3{font-size:1rem;margin:1rem 0 .25rem}
p{margin:.35rem 0}
.quiet{color:var(--quiet)}
.good{color:var(--good)}
.bad{color:var(--bad)}
.mixed{color:var(--run)}
.note{border-left:4px solid var(--run);background:var(--raised);padding:.5rem .75rem}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:1rem 0}
.facts dt{color:var(--quiet)}
.facts dd{margin:0;overflow-wrap:anywhere}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:1rem 0;padding:0}
details.part{border-top:1px solid var(--line);padding:.75rem 0}
.body{scroll-margin-top:3.5rem}
summary{cursor:pointer;padding:.25rem 0}
summary:hover h2,summary:hover .asked{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.2em}
.part>summary{font-weight:600}
.count{color:var(--quiet);font-weight:400}
ul,ol{margin:.25rem 0;padding-left:1.25rem}
.rows{list-style:none;padding:0}
.rows>li{border-top:1px solid var(--line);padding:.5rem 0}
.rows>li:first-child{border-top:0}
li,td,th,summary{overflow-wrap:anywhere}
bdi{unicode-bidi:isolate}
code,.mono{font:.875em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--raised);border-radius:3px;padding:0 .25em;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th,td{border-top:1px solid var(--line);padding:.25rem .5rem .25rem 0;text-align:left;vertical-align:top}
th{color:var(--quiet);font-weight:400}
td.n,th.n{text-align:right;white-space:nowrap;width:1%;padding-left:.75rem;font-variant-numeric:tabular-nums}
.turn{margin:.5rem 0}
.turn>summary,p.turn{padding-left:1.15rem;text-indent:-1.15rem}
p.turn{text-indent:0}
.asked{font-weight:600}
.size{display:block;text-indent:0}
.times{list-style:none;margin:.25rem 0 .75rem;padding-left:1.15rem}
.times>li{display:grid;grid-template-columns:max-content 1fr;gap:0 .75rem;padding:.15rem 0}
.times .mono{line-height:1.7}
.rows>li>details{margin-top:.15rem}
.picture{border:1px solid var(--line);border-radius:6px;padding:.5rem}
figure{margin:1rem 0}
figcaption{color:var(--quiet);font-size:.9rem;margin-top:.35rem}
svg{display:block;width:100%;height:auto}
.narrow{display:none}
svg text{fill:var(--quiet);font:12px system-ui,-apple-system,"Segoe UI",sans-serif}
.grid{stroke:var(--line);stroke-width:1}
${KIND_RULES}
.m-asked{fill:var(--text)}
.m-told{fill:var(--link)}
.m-commit{fill:var(--good)}
.m-wrong{fill:var(--bad)}
.m-compaction{fill:var(--quiet)}
footer{border-top:1px solid var(--line);color:var(--quiet);font-size:.9rem;margin-top:1.5rem;padding-top:.75rem}
@media screen and (max-width:44rem){.wide{display:none}span.narrow{display:inline}svg.narrow{display:block;max-width:30rem}}
@media (max-width:36rem){.times>li{display:block}.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:.35rem}}
@media print{:root{${variables(LIGHT)}}html{font-size:11pt}body{max-width:none;padding:0}nav,.screen{display:none}
details::details-content{content-visibility:visible;block-size:auto;opacity:1}
.picture{border:0;padding:0}.rows>li,tr,figure{break-inside:avoid}a{color:inherit;text-decoration:none}}
`;
