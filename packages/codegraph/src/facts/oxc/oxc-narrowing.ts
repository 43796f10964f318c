/** Tests that narrow the type of a name: `x instanceof Foo`, and `isFoo(x)` as a condition. */
import type * as Ast from "oxc-parser";
import type { Span } from "../parser/items.ts";
import { isDotted, isName, type Parts } from "./oxc-nodes.ts";
import { P } from "./oxc-patterns.ts";

type AddNarrowing = (span: Span, parts: Parts, pattern: number) => void;

export function narrowing(add: AddNarrowing): Ast.VisitorObject {
  const tested = (test: Ast.Expression) => {
    if (test.type !== "CallExpression" || test.arguments.length !== 1) return;
    const [only] = test.arguments;
    if (only === undefined || !isName(only) || !(isName(test.callee) || isDotted(test.callee)))
      return;
    add(test, { name: only, value: test.callee }, P.predicate);
  };
  return {
    BinaryExpression: (node) => {
      const { operator, left, right } = node;
      if (operator !== "instanceof" || left.type !== "Identifier") return;
      if (isName(right) || isDotted(right)) add(node, { name: left, type: right }, P.instanceOf);
    },
    IfStatement: ({ test }) => tested(test),
    ConditionalExpression: ({ test }) => tested(test),
    LogicalExpression: ({ operator, left }) => {
      if (operator === "&&") tested(left);
    },
  };
}
