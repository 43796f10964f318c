/** Words that a wording may use though its memory does not, and words that it may not bring in. */

/** Of which every text has some, whatever it says. Shorter ones than four letters are not counted anyway. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `about above after again although another because been before being below between both
  cannot could does doing done during each either else even ever every example first following from
  have having here however instead into itself just later least less like made make makes making many might
  more most must need needed needs neither next none once only other otherwise over please rather same shall
  should since some such than that their them then there therefore these they this those though through
  thus under unless until upon used uses using very want well were what when where whereas whether which while
  whose will with within without would your yours`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * Programs that act, and what somebody who wants to misuse a reader asks for. Where the memory itself speaks of them they
 * are its own.
 */
export const ACTING_WORDS: ReadonlySet<string> = new Set(
  `apt bash brew bun bunx cargo chmod chown cmd conda cp crontab curl dd deno docker dpkg eval exec gcloud gem git
  gpg helm iex javac kill kubectl mv nc netcat node npm npx perl php pip pip3 pipx pkill pnpm podman powershell python
  python3 rm rsync ruby scp sed sftp sh sqlite3 ssh sudo systemctl tar telnet terraform uv uvx wget xargs yarn zsh
  admin api_key approve assistant attacker backdoor base64 bypass click conceal confidential contact credential credentials delete deleted deletes
  deleting deploy destroy disable disabled disables disabling disregard download downloads drop email erase execute exfiltrate
  forget force forced grant hide ignore ignored ignores ignoring install instruction instructions key keys leak login malware
  override passphrase password passwords payload prompt prompts private publish push reboot rebase remove removed removes reset reveal revert root
  secret secrets send sends shutdown silence skip skipped skips system token tokens trust trusted upload uploads user username visit wipe`
    .split(/\s+/)
    .filter(Boolean),
);

/** That something is not certain. One of them may be said as another. */
export const HEDGES: ReadonlySet<string> = new Set(
  "usually often sometimes mostly normally may might probably perhaps expect likely rarely".split(
    " ",
  ),
);

/**
 * With what a wording may go beyond its memory and PLAIN_WORDS: words that edit and tell nothing. Every other new word
 * could be a fact of its own (`full` for `empty`, `obsolete`), so there is no share of those that is harmless.
 */
export const NEUTRAL_WORDS: ReadonlySet<string> = new Set(
  `accordingly again always usually often sometimes mostly affect affects along apply applies beware called case cause change changed changes changing check checking code codebase
  comes command commands committing complains copy correct detail edit edits ensure error errors expect expected file files finished finishing goes
  fixing folder follow follows formatting found gives handing happen happens help indentation keep keeping kind know known
  lead leads linting line lines list look match matching mean means message module name named note occur occurs
  order output part parts path paths place print prints problem project purpose reach react reads reason refer
  relate related rely relies remember repair repeat report reports repository result results return returns review running say says
  section seen sequence still setup show shows side source step steps take takes task tell tells testing text thing things together tool
  tools touch touches trigger type types typically update updates value way ways words work working works write`
    .split(/\s+/)
    .filter(Boolean),
);

/** Short ones that stand in any sentence; of these nothing hangs. */
export const SHORT_WORDS: ReadonlySet<string> = new Set(
  `a an the in on of at to by as is be it its if or and so do you we our us for has had was are can too use run see try via any
  now per who how why yet but did may not no i e g eg ie vs etc t s re ve ll d m don doesn didn isn aren won`
    .split(/\s+/)
    .filter(Boolean),
);

/** Numbers in letters. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million half twice few many several second third`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * Words that say how two things stand to each other, or what becomes of one, with where that thing is told of: behind the
 * word, or before it. Words of one kind may stand for each other.
 */
export const LINKS: ReadonlyMap<
  string,
  { readonly kind: string; readonly about: "behind" | "before" }
> = new Map(
  (
    [
      [
        "no",
        "behind",
        "not no never don't doesn't didn't isn't aren't can't cannot won't avoid neither nor none nothing",
      ],
      ["without", "behind", "without"],
      ["before", "behind", "before"],
      ["after", "behind", "after"],
      ["then", "behind", "then next afterwards"],
      ["first", "before", "first"],
      ["until", "behind", "until unless"],
      ["instead", "behind", "instead"],
      ["over", "behind", "than"],
      ["replaces", "behind", "replace replaces replacing supersedes"],
      ["replaced", "before", "replaced superseded"],
      ["from", "behind", "from"],
      ["to", "behind", "into"],
      ["when", "behind", "when whenever if once while during because since"],
      ["refuses", "behind", "refuse refuses reject rejects"],
      [
        "fails",
        "before",
        "fails fail failed refused illegal unrecognized unexpected unknown misses miss missed says say said reports report reported complains",
      ],
      ["works", "before", "works work worked passes pass passed succeeds"],
    ] as const
  ).flatMap(([kind, about, words]) =>
    words.split(" ").map((word) => [word, { kind, about }] as const),
  ),
);

/** Between such a word and what it is about; as their endings leave them. */
export const PASSED_OVER: ReadonlySet<string> = new Set(
  `a an the this that these those it its they them their there here you your we our in on at of for to and or so do does did
  is are was were be been being has have had will would can could should us use used using run runs running call called
  also too again any each itself just please chang change changes touch edit edits
  same other another such very need needs make made which what who whose where how`
    .split(/\s+/)
    .filter(Boolean),
);
