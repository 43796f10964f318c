/** Forms of the first argument of a call from which type parameters are inferred. */

/** `new Name<A>(` up to the opening bracket. */
export const NEW_EXPRESSION = /^\s*new\s+([\p{ID_Start}_$][\w$.]*)\s*(<[^()=;"'{}]*>)?\s*\(/u;
/** Matches a capitalised name, a class, as the first argument. */
export const NAMED = /^\s*([\p{Lu}][\w$]*)\s*(?:,|$)/u;
/** Matches a class after a text: `find("#name", Input)`. */
export const NAMED_SECOND =
  /^\s*(?:"[^"\n]*"|'[^'\n]*')\s*,\s*(?:\w+\s*=\s*)?(\p{Lu}\w*)\s*(?:,|$)/u;
/** Matches a class as a value, `Name.class`, as the first argument. */
const CLASS_LITERAL = /^\s*(\$?[\w.]+)\.class\s*(?:,|$)/;

/** Returns the type of a first argument that is a class as a value, as type arguments; "" for any other. */
export function classLiteral(inside: string, isGeneric: boolean): string {
  const name = CLASS_LITERAL.exec(inside)?.[1];
  if (name === undefined) return "";
  return isGeneric ? `<=Class<${name}>>` : `<=${name}>`;
}

/** Any name or member path as the first argument. A constructed object's type arguments are inferred from it. */
export const NAMED_OR_OWN =
  /^\s*((?:this\.)?[\p{ID_Start}_$][\w$]*(?:\.[\p{ID_Start}_$][\w$]*)*)\s*(?:,|$)/u;
