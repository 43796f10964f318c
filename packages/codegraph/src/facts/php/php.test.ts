/** Uses in PHP that are no calls: named classes, callables and the expressions of Blade templates. */
import { afterEach, expect, test } from "vitest";
import { unknownCallsOf } from "../../graph/unknown-calls.ts";
import { type TestTree, testTree } from "../../live/testing-tree.ts";
import { bladeAsPhp } from "./blade.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

const LIB = `<?php
namespace App\\Web;
class Page { public function show() {} public static function all() {} const LIMIT = 1; }
interface Shown {}
`;
const HELPER = "<?php\nfunction helper($x) { return $x; }\n";

/** A title, the text of a file and an edge from it. */
const EDGES: readonly (readonly [title: string, path: string, text: string, edge: string])[] = [
  [
    "a class that is passed by name",
    "a.php",
    "<?php\nuse App\\Web\\Page;\nfunction use1($x) { $x->push(Page::class); }",
    "a.php:use1 references lib.php:Page",
  ],
  [
    "an interface that is bound by name",
    "a.php",
    "<?php\nuse App\\Web as W;\nfunction use1($app) { $app->bind(W\\Shown::class); }",
    "a.php:use1 references lib.php:Shown",
  ],
  [
    "the method of a callable with a class",
    "a.php",
    "<?php\nuse App\\Web\\Page;\nRoute::get('/a', [Page::class, 'show']);",
    "a.php calls lib.php:Page.show",
  ],
  [
    "the method of a callable with the object itself",
    "a.php",
    '<?php\nclass A { function run($x) { $x->each([$this, "one"]); } function one() {} }',
    "a.php:A.run calls a.php:A.one",
  ],
  [
    "a class in a string",
    "a.php",
    "<?php\nfunction use1($app) { $app->make('App\\\\Web\\\\Page'); }",
    "a.php:use1 references lib.php:Page",
  ],
  [
    "a method in a string with the class and its namespace",
    "a.php",
    "<?php\nfunction use1($app) { $app->get('\\App\\Web\\Page@show'); }",
    "a.php:use1 calls lib.php:Page.show",
  ],
  ...[
    "<p>{{ helper('x') }}</p>",
    "<p>{!! helper('x') !!}</p>",
    "@if(helper(')')) yes @endif",
    "@include('a', ['x' => helper(1)])",
    "@foreach (helper([]) as $one) {{ $one }} @endforeach",
    "@php(helper(1))",
    "@php\n  helper(1);\n@endphp",
    "<?php echo helper('z'); ?>",
    "<?= helper('z') ?>",
    '<x-card title="a" :body="helper(1)" />',
  ].map(
    (text) =>
      [`in a template: ${text}`, "v.blade.php", text, "v.blade.php calls h.php:helper"] as const,
  ),
];

test.each(EDGES)("%s", async (_title, path, text, edge) => {
  tree = testTree({ "lib.php": LIB, "h.php": HELPER, [path]: text });
  const edges = await tree.edges(await tree.session());
  expect(edges.map((item) => item.replace(/ [\d.]+$/, ""))).toContain(edge);
});

const UNREAD = ["{{-- helper(1) --}}", "@verbatim {{ helper(1) }} @endverbatim", "a@helper(1)"];

test.each(UNREAD)("no use: %s", async (text) => {
  tree = testTree({ "h.php": HELPER, "v.blade.php": text });
  expect(await tree.reached("h.php:helper", "dependents", 1)).toEqual([]);
});

test("the method in a string whose class has no namespace is a possible use", async () => {
  tree = testTree({ "lib.php": LIB, "a.php": "<?php\nRoute::get('/a', 'Page@show');" });
  const { graph } = await (await tree.session()).fresh();
  expect(unknownCallsOf(graph, new Set(["show"]), "lib.php")).toEqual([
    { path: "a.php", line: 2, name: "show" },
  ]);
});

test("a template keeps the place of its expressions", () => {
  const text = "<b>{{ $a }}</b>\n@if($a)@include('b')\n@endif";
  const code = bladeAsPhp(text);
  expect(code).toHaveLength(text.length);
  expect([code.indexOf("$a"), code.indexOf("'b'"), code.indexOf("\n")]).toEqual([
    text.indexOf("$a"),
    text.indexOf("'b'"),
    text.indexOf("\n"),
  ]);
});

test("a template that can be read is read completely", async () => {
  tree = testTree({
    "h.php": HELPER,
    "v.blade.php": "@csrf\n@error('a') {{ $message }} @enderror\n@include('b')",
  });
  const session = await tree.session();
  await session.fresh();
  expect(session.unread()).toEqual({ none: [], partly: [] });
});
