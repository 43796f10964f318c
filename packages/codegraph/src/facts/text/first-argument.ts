/** Forms of the first argument of a call from which type parameters are inferred. */

/** `new Name<A>(` up to the opening bracket. */
export const NEW_EXPRESSION = /^\s*new\s+([\p{ID_Start}_$][\w$.]*)\s*(<[^()=;"'{}]*>)?\s*\(/u;
/** Matches a capitalised name, a class, as the first argument. */
export const NAMED = /^\s*([\p{Lu}][\w$]*)\s*(?:,|$)/u;
/** Matches a class after a text: `find("#name", Input)`. */
export const NAMED_SECOND =
  /^\s*(?:"[^"\n]*"|'[^'\n]*')\s*,\s*(?:\w+\s*=\s*)?(\p{Lu}\w*)\s*(?:,|$)/u;
/** Any name or member path as the first argument. A constructed object's type arguments are inferred from it. */
export const NAMED_OR_OWN =
  /^\s*((?:this\.)?[\p{ID_Start}_$][\w$]*(?:\.[\p{ID_Start}_$][\w$]*)*)\s*(?:,|$)/u;
