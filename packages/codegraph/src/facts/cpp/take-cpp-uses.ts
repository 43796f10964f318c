/** Converts matches in C and C++ to uses: calls, constructed objects, the calls in a macro's text. */

import type { Item, Span } from "../parser/items.ts";
import { innermost, lineAt, partOf, type Sweep } from "../sweep.ts";
import { takeCall, takeInvocation } from "../take-uses.ts";
import { SCOPE_MARK } from "../text-scanner.ts";
import { calleesIn } from "../token-calls.ts";
import { readDeclarator } from "./declarators.ts";

/** Words that look like a called function. */
const NO_CALLS = new Set(
  `static_cast dynamic_cast const_cast reinterpret_cast sizeof alignof _Alignof decltype typeof __typeof__ typeid defined
   offsetof va_start va_end va_arg va_copy __attribute__ __builtin_expect static_assert _Static_assert assert if for while
   switch return do else catch throw new delete __has_include __declspec alignas noexcept co_await co_yield requires`.split(
    /\s+/,
  ),
);
const MAKER = /\b(?:make_unique|make_shared|allocate_shared|make_optional|make_intrusive)\s*<\s*/g;

export function takeCppCall(sweep: Sweep, item: Item): void {
  const callee = partOf(sweep, item.name);
  const word = /^\s*(\w+)\s*(?:<|$)/.exec(callee)?.[1];
  if (word !== undefined && NO_CALLS.has(word)) return;
  takeInvocation(sweep, item);
  const made = [...callee.slice(-300).matchAll(MAKER)].at(-1);
  if (made === undefined || item.name === undefined) return;
  const start = item.name.end - Math.min(300, callee.length) + made.index + made[0].length;
  addMade(sweep, { start, end: item.name.end - 1 });
}

/** Adds the construction of an object of a type. */
export function addMade(sweep: Sweep, type: Span | undefined): void {
  if (type === undefined || type.end - type.start > 300) return;
  const written = partOf(sweep, type);
  const plain = sweep.language.dialect.plainType?.(written).replace(/<[\s\S]*$/, "") ?? "";
  if (!/^[\p{ID_Start}_][\p{ID_Continue}.]*$/u.test(plain) || PLAIN.has(plain)) return;
  const callee = plain.replace(".", `${SCOPE_MARK}.`);
  const read = readDeclarator(
    written.replace(/^(?:(?:const|struct|class|union|typename)\s+)+/, (all) =>
      " ".repeat(all.length),
    ),
  );
  const at = type.start + (read?.start ?? 0);
  const line = lineAt(sweep, at + 1);
  const column = at - (sweep.lineStarts[line - 1] ?? 0);
  sweep.calls.push({ scope: innermost(sweep), kind: "new", callee, args: "", line, column });
}

/** Types without a constructor of the project. */
const PLAIN = new Set("int char bool float double void auto size_t wchar_t".split(" "));

export function takeCppNew(sweep: Sweep, item: Item): void {
  addMade(sweep, item);
}

/** Adds the calls in the text of a macro. */
export function takeMacroText(sweep: Sweep, item: Item): void {
  const text = partOf(sweep, item).slice(0, MAX_MACRO_CHARS).replace(/->/g, ". ");
  for (const { start, end } of calleesIn(text)) {
    const span = { start: item.start + start, end: item.start + end };
    if (NO_CALLS.has(partOf(sweep, span))) continue;
    takeCall(sweep, { ...item, ...span, role: "call" });
  }
}

const MAX_MACRO_CHARS = 20_000;
