/**
 * Words of which one is in every wording that takes something back, states a new value, or revokes that something was taken back.
 * Most prompts have none, so that a hook needs neither the wordings (forms.ts) nor their expressions.
 */
const WORDS =
  /(?<![\p{L}\d])(?:forget|drop|ignore|scratch|disregard|discard|never ?mind|lift|retire|rules?|instructions?|conventions?|preferences?|guidelines?|now|again|any ?more|longer|stopped|keep|kidding|vergiss|regel|mehr|oublie|règle|plus|finalement|en fait|maintenant|nouveau|désormais|in the end|after all|moved|changed|switched|bumped|raised|lowered|increased|reduced|migrated)(?![\p{L}\d])/iu;

export function hasTakeBackWords(text: string): boolean {
  return WORDS.test(text);
}

/** Words of which one is in every sentence that corrects a value. */
const CORRECTS = /\b(?:not|no|no longer|pas|plus|non|nicht|wrong|faux|sbagliato|falso|falsch)\b/i;

export function hasCorrectionWords(text: string): boolean {
  return CORRECTS.test(text);
}
