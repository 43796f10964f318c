/** Expressions of Ruby as chains. */
import { expect, test } from "vitest";
import { rubyChain } from "./ruby-chain.ts";

test.each([
  ["foo", "foo()"],
  ["Foo::Bar.new(x, [1]).run", "Foo.Bar.new().run()"],
  ["::Foo.new", "$.Foo.new()"],
  ["@store&.items", "this.@store.items()"],
  ["@@all", "Self.@@all"],
  ["self.class.build", "this.class().build()"],
  ["foo.bar 1, two: 2", "foo().bar()"],
  ["foo.map { |x| x.y }.first", "foo().map().first()"],
  ["foo.each do |x| x.y end", "foo().each()"],
  ["foo\n  .bar # why\n  .baz", "foo().bar().baz()"],
  ["x.valid? ? Foo.new : Bar.new", "Foo.new()|Bar.new()"],
  ["@x ||= Foo.new", "this.@x|Foo.new()"],
  ["y = Foo.new", "Foo.new()"],
  ["Foo.new if ready?", "Foo.new()"],
  ["a && b.c", "b().c()"],
  ["find or raise Missing", "find()"],
  ["foo[1].bar", "foo()[].bar()"],
  ['"a #{b["c"]} d".strip', '".strip()'],
  ["%w[a b].each", "[.each()"],
  [":sym.to_proc", "#.to_proc()"],
  ["(a || b).c", "a().c()|b().c()"],
  ["Kit::Widget(1)", "Kit.Widget()"],
  ["handler.(1)", "handler().call()"],
  ["nil", ""],
  ["a + b", ""],
  ["if a then b end", ""],
  ["-> { Foo.new }", ""],
  ["foo(", ""],
  ["a { b", ""],
  [`a${".b".repeat(2000)}`, ""],
])("%s is %s", (text, chain) => {
  expect(rubyChain(text)).toBe(chain);
});
