/** Interfaces that a Go type satisfies, and types and constants without explicit types. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

test("treats a type with an interface's methods as an implementation and reaches its methods through the interface", async () => {
  tree = testTree({
    "go.mod": "module example.com/m\n",
    "ui/window.go": `package ui
type Sized interface { Height() int }
type Window interface { Sized; Move(y int) bool }
type Odd interface { Height() string }
`,
    "light/light.go": `package light
import "example.com/m/ui"
var _ ui.Window = (*Light)(nil)
type base struct{}
func (b base) Height() int { return 1 }
type Light struct { base }
func (l *Light) Move(y int) bool { return true }
type Half struct{}
func (h Half) Move(y int) bool { return true }
`,
    "main.go": `package main
import "example.com/m/ui"
func draw(w ui.Window) { w.Move(w.Height()) }
`,
  });
  const session = await tree.session();
  const edges = await tree.edges(session);
  const relations = edges
    .filter((edge) => /implements|overrides/.test(edge))
    .map((edge) => edge.replace(/ [\d.]+$/, ""));
  expect(relations).toEqual([
    "light/light.go:Light implements ui/window.go:Sized",
    "light/light.go:Light implements ui/window.go:Window",
    "light/light.go:Light.Move overrides ui/window.go:Window.Move",
    "light/light.go:base implements ui/window.go:Sized",
    "light/light.go:base.Height overrides ui/window.go:Sized.Height",
  ]);
  expect(await tree.reached("light/light.go:Light.Move", "dependents", 1)).toContain(
    "main.go:draw",
  );
});

test.each([
  [
    "a type named after another",
    "type ID string\nfunc (i ID) used() {}\ntype T struct { id ID }\nfunc user(t T) { t.id.used() }",
    "ID.used",
  ],
  [
    "the elements of a named list",
    "type Item struct{}\nfunc (i Item) used() {}\ntype Items []*Item\nfunc user(xs Items) { for _, x := range xs { x.used() } }",
    "Item.used",
  ],
  [
    "the fields of a named struct",
    "type A struct { b B }\ntype B struct{}\nfunc (b B) used() {}\ntype C A\nfunc user(c C) { c.b.used() }",
    "B.used",
  ],
  [
    "a constant that repeats the type above it",
    "type E int\nfunc (e E) used() {}\nconst (\n\tOne E = iota\n\t// two\n\tTwo\n\tThree\n)\nfunc user() { Three.used() }",
    "E.used",
  ],
  [
    "one of many",
    "type Item struct{}\nfunc (i Item) used() {}\nfunc user(xs ...Item) { for _, x := range xs { x.used() } }",
    "Item.used",
  ],
  [
    "a type parameter's bound",
    "type R interface { used() }\nfunc user[T R](x T) { x.used() }",
    "R.used",
  ],
])("%s", async (_name, code, target) => {
  tree = testTree({ "go.mod": "module example.com/m\n", "a.go": `package a\n${code}\n` });
  expect(await tree.reached(`a.go:${target}`, "dependents", 1)).toContain("a.go:user");
});

test("records a dependency on a function of another package that is stored, returned or listed", async () => {
  tree = testTree({
    "go.mod": "module example.com/m\n",
    "algo/algo.go": "package algo\nfunc Fast() {}\nfunc Slow() {}\n",
    "field.go": `package main
import "example.com/m/algo"
type options struct { Run func(); Fast int }
func defaults(Slow int) *options { return &options{Run: algo.Fast, Fast: Slow} }
`,
    "list.go": 'package main\nimport "example.com/m/algo"\nvar all = []func(){algo.Fast}\n',
    "back.go":
      'package main\nimport "example.com/m/algo"\nfunc pick() func() { return algo.Fast }\n',
    "assigned.go":
      'package main\nimport "example.com/m/algo"\nfunc set(o *options) { o.Run = algo.Fast }\n',
    "held.go":
      'package main\nimport "example.com/m/algo"\nvar run = algo.Fast\nfunc hold() { f := algo.Fast; f() }\n',
  });
  expect((await tree.reached("algo/algo.go:Fast", "dependents", 1)).sort()).toEqual([
    "assigned.go:set",
    "back.go:pick",
    "field.go:defaults",
    "held.go:hold",
    "held.go:run",
    "list.go:all",
  ]);
  expect(await tree.reached("algo/algo.go:Slow", "dependents", 1)).toEqual([]);
});
