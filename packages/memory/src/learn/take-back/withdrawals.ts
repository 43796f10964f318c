/** Finds in a session where the user takes back a rule, or states that a value changed. Reads only what the user typed. Pure. */

import { withoutDenial, withoutOpening } from "../detect/statements/lead-in.ts";
import { sentences } from "../detect/statements/sentences.ts";
import { asRead } from "../detect/statements/spoken.ts";
import { isTyped, retractedTopic } from "../detect/statements/user-correction.ts";
import type { Message, Trace } from "../detect/trace.ts";
import { DETECT } from "../detect/tuning.ts";
import { type CorrectedValue, correctedValueIn } from "./corrected-value.ts";
import { FORMS, type Form } from "./forms.ts";
import { hasCorrectionWords, hasTakeBackWords } from "./take-back-words.ts";

export interface Withdrawal {
  readonly kind: "withdrawal";
  readonly message: Message;
  readonly sentence: string;
  readonly form: Form;
  readonly topic: string;
  /** Other clauses said with it, one of which may state the new rule. */
  readonly otherClauses: readonly string[];
}

export interface NewValue {
  readonly kind: "new_value";
  readonly message: Message;
  /** The clause with the value. */
  readonly sentence: string;
}

export type TakenBack = Withdrawal | NewValue | CorrectedValue;

/**
 * Conditions, guesses, reports, statements about one task or a short time, and rules of other programs. They say nothing about
 * a stored rule in general.
 */
const NOT_IN_GENERAL =
  /\?\s*$|^(?:should|shall|can|could|may|do|does|did|is|are|was|were|would|will|why|how|what|who|which|has|have)\b|\b(?:if|unless|once|when|whenever|until|till|should|could|would|might|maybe|perhaps|probably|suppose|imagine|pretend|assum(?:e|ing)|think|thought|wonder|guess|hope|whether|already|except|only|temporar\w*|for now|for a (?:moment|while|bit)|right now|at the moment|today|tonight|tomorrow|next (?:week|month|sprint|release)|soon|will|later|(?:this|that|current|next) (?:one|once|time|task|pr|branch|commit|change|session|run|ticket|file|test|case|example|script|spike|experiment|prototype|fix|issue|feature)|just (?:this|here|once)|says?|said|told|wrote|claims?|suggest\w*|according|apparently|seems|heard|ask(?:s|ed)?|wants|eslint|lint\w*|css|firewall|iptables|nginx|as if|wenn|falls|vielleicht|heute|vorerst|diesmal|si|peut-être|aujourd['’]hui|cette fois)\b/iu;
/** "Ignore the rule about X here". */
const IGNORES_HERE = /\bignore\b.*\bhere\b/i;
/** Several words in quotation marks, which are another person's. */
const QUOTED = /["“«][^"“”«»]*\s[^"“”«»]*["”»]/gu;
/** A message that begins with its author: "Slack from Bob: …". */
const BY_ANOTHER = /^[^:\n]{0,40}\b(?:from|by) @?\w+:/m;
/** What revokes a withdrawal in the same breath. */
const REVOKES = /\b(?:keep (?:it|(?:the|that|this) rule)|just kidding|never ?mind that)\b/i;

/** What states that a value is another one now. */
const CHANGED =
  /\b(?:(?:moved|changed|switched|bumped|raised|lowered|increased|reduced|migrated) (?:from .+ )?to|(?:is|are|runs?|listens?|lives?) now|now (?:is|are|on|at|runs?|listens?|lives?))\b|\bnow[.!]*$/i;
const CLAUSE_END =
  /(?:,| -| –|—)\s+(?:(?:and|but|so|und|et|mais) )?|\s(?:because|since|weil|denn|parce que|car)\s/iu;
const PIECE_END = /(?<=[.!?;])\s+/;

export function takenBackIn({ messages }: Trace): TakenBack[] {
  const byUser = messages.filter(({ by, agentId }) => by === "user" && agentId === null);
  return byUser.flatMap((message, i) => {
    if (!isTyped(message, i === 0) || BY_ANOTHER.test(message.text)) return [];
    if (REVOKES.test(message.text)) return [];
    const next = byUser[i + 1];
    if (next !== undefined && (retractedTopic(next.text) !== null || REVOKES.test(next.text)))
      return [];
    return takenBackBy(message);
  });
}

/** Whether a prompt takes something back, or revokes that it was taken back, if it was typed. */
export function mayTakeBack(prompt: string): boolean {
  const text = prompt.slice(0, DETECT.promptMaxChars);
  if (retractedTopic(text) !== null || REVOKES.test(text)) return true;
  const message: Message = { seq: 0, by: "user", text, agentId: null, ...TYPED, atMs: 0 };
  return takenBackBy(message).length > 0;
}

const TYPED = { isPasted: false, isTainted: false } as const;

function takenBackBy(message: Message): TakenBack[] {
  const [mayWithdraw, mayCorrect] = [
    hasTakeBackWords(message.text),
    hasCorrectionWords(message.text),
  ];
  if (!mayWithdraw && !mayCorrect) return [];
  const all = sentences(message.text.replace(QUOTED, "“…”"));
  const pieces = all.flatMap((sentence, i) =>
    // A line that ends with a colon introduces what another person wrote.
    all[i - 1]?.endsWith(":") === true ? [] : sentence.split(PIECE_END),
  );
  const meant = pieces.filter(isMeant);
  const otherClauses = meant.flatMap((piece) => piece.split(CLAUSE_END));
  const withdrawn = () =>
    meant.flatMap((piece) =>
      piece
        .split(CLAUSE_END)
        .flatMap((clause) => [
          ...withdrawnBy(message, clause, otherClauses),
          ...valuesIn(message, clause),
        ]),
    );
  return [...(mayWithdraw ? withdrawn() : []), ...(mayCorrect ? correctedIn(message, pieces) : [])];
}

function correctedIn(message: Message, pieces: readonly string[]): CorrectedValue[] {
  return pieces
    .filter((piece) => isMeant(withoutDenial(withoutOpening(asRead(piece)))))
    .flatMap((piece) => correctedValueIn(message, piece));
}

/** The user's own words, which are no report of another person's. */
const OWN_WORDS = /\b(?:what|everything) I (?:said|told|wrote)\b/gi;

function isMeant(piece: string): boolean {
  return !NOT_IN_GENERAL.test(piece.replace(OWN_WORDS, "")) && !IGNORES_HERE.test(piece);
}

/** A clause may be worded in several forms; of which one it is, the rules decide. */
function withdrawnBy(
  message: Message,
  clause: string,
  otherClauses: readonly string[],
): Withdrawal[] {
  const others = otherClauses.filter((item) => item !== clause);
  return FORMS.flatMap((form) => {
    const { topic, other } = form.pattern.exec(clause)?.groups ?? {};
    const about = topic ?? other;
    if (about === undefined) return [];
    return [
      {
        kind: "withdrawal",
        message,
        sentence: clause,
        form,
        topic: about,
        otherClauses: others,
      } as const,
    ];
  });
}

/** Returns the statement of a new value. What stands before a colon introduces it: "the port changed: X is on 5434 now". */
function valuesIn(message: Message, clause: string): NewValue[] {
  const sentence = clause.slice(clause.lastIndexOf(": ") + 1).trim();
  if (!/\d/.test(sentence) || !CHANGED.test(sentence)) return [];
  return [{ kind: "new_value", message, sentence }];
}
