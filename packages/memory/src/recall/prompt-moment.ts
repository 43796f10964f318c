/**
 * Distinguishes a prompt that asks or reports something from an instruction. A short question often shares no word with the
 * memory, so that only meaning can find it; an instruction or a plan resembles many memories that it does not need. Pure.
 */
import { isInOtherLanguage } from "../domain/language/function-words.ts";
import { words } from "../domain/text/text.ts";

/** Maximum words of a question; longer prompts are plans, logs and tickets. */
const MAX_WORDS = 40;
/** Beginnings of instructions and plans. */
const LEAD =
  /^\s*(?:(?:please|can you|could you|would you|now|then|also|great|good|nice|ok(?:ay)?|yes|and|let'?s|we (?:should|need to|have to)|i (?:want|need|would like)(?: you)? to)[\s,.!:]+)*/i;
const DEEDS = new Set(
  `add adapt address adjust allow apply archive bump build change check clean close combine commit compare complete configure
  continue convert copy create debug delete deploy describe disable do document drop enable ensure explain expose extend extract
  find finish fix follow format generate give go group handle hide implement import improve increase inline insert inspect install
  integrate investigate keep limit link list load log look make mention merge migrate move open optimise optimize pick port prepare
  publish pull push put read rebase redesign reduce refactor release reload remove rename render replace research resolve restart
  restore revert review rewrite rework run save scroll see send set setup show simplify skip sort split start stop summarise
  summarize support switch test translate trim try turn undo update upgrade use validate verify wire wrap write`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/**
 * `other_language`: a short prompt that is not in English. Its nearness to a memory says little, because the built-in encoder
 * knows English and code, and puts all texts of another language near each other.
 */
export type PromptMoment = "question" | "prompt" | "other_language";

export function promptMoment(prompt: string): PromptMoment {
  if ((prompt.match(/\S+/g) ?? []).length > MAX_WORDS) return "prompt";
  if (isInOtherLanguage(prompt)) return "other_language";
  const [first = ""] = words(prompt.replace(LEAD, "").slice(0, 200));
  return DEEDS.has(first) ? "prompt" : "question";
}
