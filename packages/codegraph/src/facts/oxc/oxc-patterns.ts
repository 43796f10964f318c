/** Names for the patterns of the query of `languages/typescript.ts`, used by the oxc readers. */

import { isDotted } from "./oxc-nodes.ts";

/** Patterns by their number in the query. Items with the same start and end are sorted by it. */
export const P = {
  function: 0,
  generator: 1,
  signature: 2,
  class: 3,
  abstractClass: 4,
  classValue: 5,
  interface: 6,
  alias: 7,
  enum: 8,
  enumName: 9,
  enumAssignment: 10,
  namespace: 11,
  module: 12,
  method: 13,
  methodSignature: 14,
  abstractMethod: 15,
  fieldFunction: 16,
  field: 17,
  property: 18,
  pairFunction: 19,
  variableFunction: 20,
  variable: 21,
  destructured: 22,
  defaultValue: 23,
  assigned: 24,
  reassigned: 25,
  parameterField: 26,
  parameter: 27,
  optionalParameter: 28,
  bareParameter: 29,
  arrow: 30,
  functionExpression: 31,
  generatorExpression: 32,
  functionType: 33,
  constructorType: 34,
  callSignature: 35,
  constructSignature: 36,
  argument: 37,
  element: 43,
  elements: 44,
  arrowReturn: 45,
  return: 46,
  extends: 47,
  implements: 48,
  interfaceExtends: 49,
  typeParameters: 50,
  call: 51,
  new: 52,
  decorator: 53,
  argumentReference: 54,
  import: 55,
  require: 56,
  dynamicImport: 57,
  export: 58,
  instanceOf: 59,
  predicate: 60,
  predicateChosen: 61,
  predicateAnd: 62,
  globalBlock: 63,
  shorthand: 64,
  pair: 65,
  jsx: 66,
  jsxClosed: 67,
  jsxValue: 68,
} as const;

/** Number of patterns of `argument`, one for each argument position. */
export const ARGUMENTS_WITH_CONTEXT = 6;

/**
 * Returns the pattern and the role of an assignment to this target: a member, a name, or "" for targets that are not
 * followed.
 */
export function assignment(left: { readonly type: string }): readonly [number, string] {
  if (isDotted(left)) return [P.assigned, "assigned"];
  return left.type === "Identifier" ? [P.reassigned, "reassigned"] : [P.reassigned, ""];
}
