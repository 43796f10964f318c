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
  element: 40,
  elements: 41,
  arrowReturn: 42,
  return: 43,
  extends: 44,
  implements: 45,
  interfaceExtends: 46,
  typeParameters: 47,
  call: 48,
  new: 49,
  decorator: 50,
  argumentReference: 51,
  import: 52,
  require: 53,
  dynamicImport: 54,
  export: 55,
  instanceOf: 56,
  predicate: 57,
  predicateChosen: 58,
  predicateAnd: 59,
  jsx: 60,
  jsxClosed: 61,
  jsxValue: 62,
} as const;

/** Number of patterns of `argument`, one for each argument position. */
export const ARGUMENTS_WITH_CONTEXT = 3;

/**
 * Returns the pattern and the role of an assignment to this target: a member, a name, or "" for targets that are not
 * followed.
 */
export function assignment(left: { readonly type: string }): readonly [number, string] {
  if (isDotted(left)) return [P.assigned, "assigned"];
  return left.type === "Identifier" ? [P.reassigned, "reassigned"] : [P.reassigned, ""];
}
