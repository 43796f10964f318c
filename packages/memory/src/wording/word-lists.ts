/** Words that a wording may use though its memory does not, and words that it may not bring in. */

/** Of which every text has some, whatever it says. Shorter ones than four letters are not counted anyway. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `about above after again against although another because been before being below between both
  cannot could does doing done down during each either else even ever every example first following from
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
