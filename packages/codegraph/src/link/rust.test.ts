/** Targets of Rust's paths, macros and bounds: one crate and one user per case. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

type Files = Readonly<Record<string, string>>;

const MANIFEST = '[package]\ncategories = ["a", "b"]\nname = "my-crate"\n';

/** Each case has `fn user` in one of its files and a target it must reach; `!` marks a target it must not. */
const CASES: readonly (readonly [string, Files, string])[] = [
  [
    "a type of a module that is written inside another file",
    {
      "src/lib.rs": "mod a;\npub mod inner { pub struct T; impl T { pub fn used(&self) {} } }",
      "src/a.rs": "use crate::inner::T;\nfn user(t: T) { t.used(); }",
    },
    "src/lib.rs:inner.T.used",
  ],
  [
    "the file around a module, by super",
    { "src/lib.rs": "fn used() {}\nmod tests { fn user() { super::used(); } }" },
    "src/lib.rs:used",
  ],
  [
    "all of the file around a module",
    {
      "src/lib.rs": "mod a;\npub fn used() {}",
      "src/a.rs": "fn used() {}\nmod tests { use super::*; fn user() { used(); } }",
    },
    "src/a.rs:used",
  ],
  [
    "what is passed on by another name",
    {
      "src/lib.rs": "mod a;\nmod b;",
      "src/a.rs": "pub(crate) use crate::b::{inner::{used as known}};\npub mod c;",
      "src/b.rs": "pub mod inner { pub fn used() {} }",
      "src/a/c.rs": "use crate::a;\nfn user() { a::known(); }",
    },
    "src/b.rs:inner.used",
  ],
  [
    "what a parent imports, by super",
    {
      "src/lib.rs": "mod a;\nmod b;",
      "src/a.rs": "use crate::b::used;\nmod c;",
      "src/a/c.rs": "use super::*;\nfn user() { used(); }",
      "src/b.rs": "pub fn used() {}",
    },
    "src/b.rs:used",
  ],
  [
    "a program whose root the manifest names",
    {
      "Cargo.toml": `${MANIFEST}[[bin]]\nname = "x"\npath = "crates/core/main.rs"\n`,
      "crates/core/main.rs": "mod flags;\nfn user() { crate::flags::used(); }",
      "crates/core/flags.rs": "pub fn used() {}",
    },
    "crates/core/flags.rs:used",
  ],
  [
    "a module beside the root of tests",
    {
      "Cargo.toml": `${MANIFEST}[[test]]\npath = "tests/tests.rs"\n`,
      "tests/tests.rs": "mod util;\nmod feature;",
      "tests/feature.rs": "use crate::util::used;\nfn user() { used(); }",
      "tests/util.rs": "pub fn used() {}",
    },
    "tests/util.rs:used",
  ],
  [
    "another crate's library",
    {
      "other/Cargo.toml": '[package]\nname = "other-one"\n[lib]\npath = "lib.rs"\n',
      "other/lib.rs": "pub mod m;",
      "other/m.rs": "pub fn used() {}",
      "src/lib.rs": "use other_one::m;\nfn user() { m::used(); }",
    },
    "other/m.rs:used",
  ],
  [
    "another crate by the name that a third one passes it on under",
    {
      "other/Cargo.toml": '[package]\nname = "other-one"\n',
      "other/src/lib.rs": "pub mod m;",
      "other/src/m.rs": "pub struct T;\nimpl T { pub fn used(&self) {} }",
      "all/Cargo.toml": '[package]\nname = "all"\n',
      "all/src/lib.rs": "pub extern crate other_one as one;",
      "src/lib.rs": "use all::one::m::T;\nfn user(t: T) { t.used(); }",
    },
    "other/src/m.rs:T.used",
  ],
  [
    "a crate by the name it has here",
    {
      "other/Cargo.toml": '[package]\nname = "other-one"\n',
      "other/src/lib.rs": "pub fn used() {}",
      "src/lib.rs": "extern crate other_one as one;\nfn user() { one::used(); }",
    },
    "other/src/lib.rs:used",
  ],
  [
    "another crate's function, by its whole path",
    {
      "other/Cargo.toml": '[package]\nname = "other-one"\n',
      "other/src/lib.rs": "mod m;\npub use self::m::used;",
      "other/src/m.rs": "pub fn used() {}",
      "src/lib.rs": "async fn user() { other_one::used().await; }",
    },
    "other/src/m.rs:used",
  ],
  [
    "another crate's type, by its whole path",
    {
      "other/Cargo.toml": '[package]\nname = "other-one"\n',
      "other/src/lib.rs": "pub mod m;",
      "other/src/m.rs": "pub struct T;\nimpl T { pub fn used(&self) {} }",
      "src/lib.rs": "fn user(t: &other_one::m::T) { t.used(); }",
    },
    "other/src/m.rs:T.used",
  ],
  [
    "no crate, where a name of the function is meant",
    {
      "other/Cargo.toml": '[package]\nname = "other"\n',
      "other/src/lib.rs": "pub fn used() {}",
      "src/lib.rs": "fn user(other: Unknown) { other.used(); }",
    },
    "!other/src/lib.rs:used",
  ],
  [
    "a module that is passed on with a function of its name",
    {
      "src/lib.rs": "mod a;\nfn user() { crate::a::parse::used(); }",
      "src/a/mod.rs": "pub use self::parse::parse;\nmod parse;",
      "src/a/parse.rs": "pub fn parse() {}\npub fn used() {}",
    },
    "src/a/parse.rs:used",
  ],
  [
    "a module beside a function of its name",
    {
      "src/lib.rs": "use parse::parse;\nmod parse;\nfn user() { parse(); parse::used(); }",
      "src/parse.rs": "pub fn parse() {}\npub fn used() {}",
    },
    "src/parse.rs:used",
  ],
  [
    "the function, where a module has its name",
    {
      "src/lib.rs": "use parse::parse;\nmod parse;\nfn user() { parse(); parse::used(); }",
      "src/parse.rs": "pub fn parse() {}\npub fn used() {}",
    },
    "src/parse.rs:parse",
  ],
  [
    "a macro of the crate",
    {
      "src/lib.rs": "#[macro_use]\nmod macros;\nmod a;",
      "src/macros.rs": "macro_rules! used { () => {}; }",
      "src/a.rs": "fn user() { used!(); }",
    },
    "src/macros.rs:used",
  ],
  [
    "a macro that another crate exports, by another name",
    {
      "other/Cargo.toml": '[package]\nname = "other"\n',
      "other/src/lib.rs": "mod m;",
      "other/src/m.rs": "#[macro_export]\nmacro_rules! used { () => {}; }",
      "src/lib.rs": "use other::used as own;\nfn user() { own!(); }",
    },
    "other/src/m.rs:used",
  ],
  [
    "no function of a macro's name",
    { "src/lib.rs": "fn used() {}\nfn user() { used!(); }" },
    "!src/lib.rs:used",
  ],
  [
    "no macro of another file that has a standard one's name",
    {
      "src/lib.rs": "mod a;\nfn user() { write!(x, y); }",
      "src/a.rs": "macro_rules! write { () => {}; }",
    },
    "!src/a.rs:write",
  ],
  [
    "a function that a macro writes",
    {
      "src/lib.rs":
        "macro_rules! make { ($name:ident, $t:ty) => { pub fn $name(x: $t) -> T { T } }; }\nmake!(used, u8);\nstruct T;\nfn user() { used(1); }",
    },
    "src/lib.rs:used",
  ],
  [
    "a method, where a field has its name",
    {
      "src/lib.rs":
        "struct T { used: bool }\nimpl T { fn used(&mut self, yes: bool) -> &mut T { self } fn end(&self) {} }\nfn user(t: T) { t.used(true).end(); }",
    },
    "src/lib.rs:T.end",
  ],
  [
    "a trait's method, by what a type parameter is at least",
    {
      "src/lib.rs":
        "trait Run { fn used(&self); }\nfn user<T, U>(t: T) where T: Run + Send, U: Copy { t.used(); }",
    },
    "src/lib.rs:Run.used",
  ],
  [
    "what a tuple's name stands for",
    {
      "src/lib.rs":
        "enum E { One }\nimpl E { fn used(&self) {} }\nfn user() { let (mut a, b,) = (1, E::One); b.used(); }",
    },
    "src/lib.rs:E.used",
  ],
  [
    "what a test asserts",
    {
      "src/lib.rs":
        'struct T;\nimpl T { fn used(&self) -> u8 { 1 } }\nfn user() { let t = T; assert_eq!(t.used(), 1, "{}", 2); }',
    },
    "src/lib.rs:T.used",
  ],
  [
    "what a macro is given that is named by its path",
    { "src/lib.rs": "fn used() {}\nfn user() { tokio::join!(used(), other()); }" },
    "src/lib.rs:used",
  ],
  [
    "what is in Some, and not in Err",
    {
      "src/lib.rs":
        "struct T;\nimpl T { fn used(&self) {} }\nfn find() -> Option<T> { None }\nfn user() { match find() { Some(t) => t.used(), None => {} } }",
    },
    "src/lib.rs:T.used",
  ],
];

test.each(CASES)("%s", async (_name, files, expected) => {
  tree = testTree({ "Cargo.toml": MANIFEST, ...files });
  const target = expected.replace("!", "");
  const found = await tree.reached(target, "dependents", 1);
  const isReached = found.some((item) => /:(?:tests\.)?user$/.test(item));
  expect(isReached, `${target}: ${found}`).toBe(!expected.startsWith("!"));
});
