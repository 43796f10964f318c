/** Returns the parts of a function's parameter in any syntax. */
import type * as Ast from "oxc-parser";
import type { Span } from "../parser/items.ts";
import { patternSpan } from "./oxc-spans.ts";

export function parameterOf(text: string, node: Ast.ParamPattern) {
  const isProperty = node.type === "TSParameterProperty";
  const inner = isProperty ? node.parameter : node;
  const hasDefault = inner.type === "AssignmentPattern";
  const pattern = hasDefault ? inner.left : inner;
  const decorators: readonly Span[] = (isProperty ? node : inner).decorators ?? [];
  return {
    span: { start: Math.min(node.start, decorators[0]?.start ?? node.start), end: node.end },
    name: patternSpan(text, pattern),
    type: pattern.typeAnnotation ?? inner.typeAnnotation,
    value: hasDefault ? inner.right : undefined,
    isOptional: "optional" in pattern && pattern.optional === true,
    /** `private a` also declares a member. */
    isField: isProperty && pattern.type === "Identifier",
  };
}
