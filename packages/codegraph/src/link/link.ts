/** Links the facts of all files into edges between files and symbols, each with the rule it is based on. */

import type { Call, Definition, Import, SymbolKind } from "../facts/facts.ts";
import { CONSTRUCTORS } from "../facts/facts.ts";
import { isStackOverflow } from "../facts/stack-overflow.ts";
import { type CompilerView, compilerView } from "../precise/scip/compiler-view.ts";
import { callTarget, meantBy } from "./call-target.ts";
import { declarationsOf } from "./cpp/native-calls.ts";
import { NAMESPACE_SEPARATOR } from "./cpp/native-files.ts";
import { createResolver } from "./create-resolver.ts";
import { isOtherClass } from "./csharp/attribute-uses.ts";
import { csharpParts } from "./csharp/parts.ts";
import { globalUsingMark } from "./csharp/usings.ts";
import type { ProjectNames } from "./declared-names.ts";
import { EdgeList } from "./edges/edge-list.ts";
import { variantsOf } from "./go-variants.ts";
import { hasClassValues, hasNamespaces, ofArity } from "./namespaces.ts";
import { isLibraryResult } from "./outside/library-results.ts";
import type { Program } from "./program.ts";
import type { Modules, Resolver } from "./resolver.ts";
import { rubyAlso } from "./ruby/ruby-calls.ts";
import { rubyInheritance } from "./ruby/ruby-inheritance.ts";
import { isRuby } from "./ruby/ruby-paths.ts";
import { satisfiedInterfaces } from "./types/go-interfaces.ts";
import { calledMember, memberAt } from "./types/members.ts";
import { replacedBy } from "./types/overloads.ts";
import { FUNCTION_TYPE, parseType, type TypeNode } from "./types/type-text.ts";
import { firstOfType } from "./types/types.ts";
import { isPartlyUnknown } from "./types/unions.ts";
import type { UniqueNames } from "./unique-names.ts";
import { isUncertain, UnknownCalls, unknownMember } from "./unknown-receivers.ts";
import {
  type CallTarget,
  type EdgeType,
  type LinkedFile,
  type LinkedSite,
  type Position,
  type Target,
  type Tier,
  targetOf,
  type Value,
} from "./value.ts";

/** Kinds of definitions that a call can refer to if its value has alternatives, and those whose members have a name. */
const CALLABLE_KINDS: ReadonlySet<string> = new Set(["class", "function", "method"]);
const MEMBER_HOLDER_KINDS: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "enum",
  "variable",
]);

export interface Linker {
  readonly linkFile: (file: number) => LinkedFile;
  readonly sitesOf: (file: number) => readonly LinkedSite[];
}

export function createLinker(
  program: Program,
  modules: Modules,
  { unique, declared }: ProjectNames,
): Linker {
  const r = createResolver(program, modules, declared);
  return {
    linkFile: (file) => {
      const linked = new FileLinker(r, unique, file).link();
      r.forget(file);
      return linked;
    },
    sitesOf: (file) => {
      const calls = program.tables(file)?.facts.calls ?? [];
      const linker = new FileLinker(r, unique, file);
      return calls.map((call) => {
        const found = linker.resolveCall(call);
        return { call, to: found?.target, tier: found?.tier };
      });
    },
  };
}

class FileLinker {
  readonly #r: Resolver;
  readonly #unique: UniqueNames;
  readonly #file: number;
  readonly #edges: EdgeList;
  readonly #unresolved = new Set<string>();
  readonly #unknown = new UnknownCalls();
  #tooDeep = 0;
  /** A compiler's resolution takes precedence over our own. */
  readonly #compiler: CompilerView | undefined;

  constructor(r: Resolver, unique: UniqueNames, file: number) {
    this.#r = r;
    this.#unique = unique;
    this.#file = file;
    this.#edges = new EdgeList(file);
    this.#compiler = compilerView(r.program, file);
  }

  link(): LinkedFile {
    const tables = this.#r.program.tables(this.#file);
    if (tables === undefined) return { edges: [], unresolved: [], unknownCalls: [], tooDeep: 0 };
    const { imports, definitions, bindings, calls } = tables.facts;
    this.#each(imports, (item) => this.#linkImport(item));
    this.#each(definitions, (definition, index) => this.#linkDefinition(definition, index));
    this.#each(bindings, (binding) => this.#linkType(binding.type, binding.scope));
    this.#each(calls, (call) => this.#linkCall(call));
    for (const { scope, target, type, tier } of this.#compiler?.others() ?? []) {
      this.#add(scope, target, type, tier);
    }
    // The used files of these languages are not named by an import.
    const used = hasNamespaces(this.#r, this.#file) ? [...this.#edges.edges] : [];
    for (const { to, tier } of used.filter((edge) => edge.to.file !== this.#file))
      this.#add(-1, { file: to.file, definition: -1 }, "imports", tier);
    return {
      edges: this.#edges.edges,
      unresolved: [...this.#unresolved, ...globalUsingMark(tables.facts)],
      unknownCalls: this.#unknown.written(),
      tooDeep: this.#tooDeep,
    };
  }

  /** Links each item and leaves out those that depend on too long a chain, so that the rest is still linked. */
  #each<One>(all: readonly One[], link: (item: One, index: number) => void): void {
    for (let index = 0; index < all.length; index++) {
      try {
        link(all[index] as One, index);
      } catch (error) {
        if (!isStackOverflow(error)) throw error;
        this.#tooDeep++;
      }
    }
  }

  #linkImport(item: Import): void {
    const { modules } = this.#r;
    if (item.specifier.startsWith(NAMESPACE_SEPARATOR)) return;
    const files = modules.resolve(this.#file, item.specifier);
    if (files.length === 0) this.#unresolved.add(item.specifier);
    for (const file of files) this.#add(-1, { file, definition: -1 }, "imports", "import");
    if (item.imported === "*" || item.imported === "") return;
    for (const below of modules.child(files, item.imported)) {
      this.#add(-1, { file: below, definition: -1 }, "imports", "import");
    }
    this.#linkImported(files, item.imported);
  }

  /** Adds an edge to the symbol where it is defined, possibly through several re-exporting files. */
  #linkImported(files: readonly number[], name: string): void {
    for (const file of files) {
      const value = this.#exportedAs(file, name, "value") ?? this.#exportedAs(file, name, "type");
      if (value === undefined) continue;
      this.#add(-1, value, "imports_symbol", "import");
      if (value.file !== file) {
        this.#add(-1, { file: value.file, definition: -1 }, "imports", "import");
      }
      return;
    }
  }

  #exportedAs(file: number, name: string, wanted: "value" | "type"): Target | undefined {
    const [first = "", ...rest] = name.split(".");
    return targetOf(memberAt(this.#r, this.#r.exported(file, first, wanted), rest));
  }

  #linkDefinition(definition: Definition, index: number): void {
    if (definition.kind === "lambda") return;
    const place: Position = { file: this.#file, scope: definition.container };
    if (isRuby(this.#r, this.#file)) {
      for (const { from, to, type } of rubyInheritance(this.#r, place.file, index))
        this.#add(from, to, type, "typed");
      return;
    }
    if (definition.bases.length > 0) this.#linkBases(definition, index, place);
    if (definition.kind === "class" || definition.kind === "impl")
      this.#linkSatisfied(definition, index, place);
    if (definition.type !== "") this.#linkType(definition.type, index);
  }

  #linkBases(definition: Definition, index: number, place: Position): void {
    const owner =
      definition.kind === "impl"
        ? this.#implemented(definition, place)
        : { file: this.#file, definition: index };
    for (const base of this.#r.bases({ file: this.#file, definition: index }, undefined)) {
      if (
        base.kind !== "instance" ||
        (base.file === owner?.file && base.definition === owner.definition)
      )
        continue;
      const kind = this.#r.program.definition(base.file, base.definition)?.kind;
      const isPromise = kind === "interface" && definition.kind !== "interface";
      this.#add(index, base, isPromise ? "implements" : "extends", "typed");
      this.#linkOverrides(index, base);
    }
  }

  /** Adds edges to the interfaces a type implements implicitly. */
  #linkSatisfied(definition: Definition, index: number, place: Position): void {
    const type =
      definition.kind === "impl"
        ? this.#implemented(definition, place)
        : { file: this.#file, definition: index };
    if (type === undefined) return;
    const members = this.#r.program.members(this.#file, index);
    for (const promise of satisfiedInterfaces(this.#r, this.#file, type)) {
      if (definition.kind === "class") this.#add(index, promise, "implements", "typed");
      for (const [name, above] of promise.methods) {
        for (const own of members.get(name) ?? []) this.#add(own, above, "overrides", "typed");
      }
    }
  }

  #implemented(definition: Definition, place: Position): Target | undefined {
    const value = this.#r.typeOf(parseType(definition.name), place);
    return value?.kind === "instance" ? value : undefined;
  }

  #linkOverrides(owner: number, base: Extract<Value, { kind: "instance" }>): void {
    for (const [name, indexes] of this.#r.program.members(this.#file, owner)) {
      if (CONSTRUCTORS.has(name) || name.startsWith("#")) continue;
      const above = this.#r.member(base, name);
      if (above?.kind !== "definition") continue;
      for (const index of indexes) {
        const own = { file: this.#file, definition: index };
        for (const one of replacedBy(this.#r, base, own, above))
          this.#add(index, one, "overrides", "typed");
      }
    }
  }

  #linkType(text: string, scope: number): void {
    if (text === "" || this.#compiler?.isWhole === true) return;
    const isOfFunction = text.startsWith(FUNCTION_TYPE);
    const bare = isOfFunction ? text.slice(FUNCTION_TYPE.length) : text;
    this.#linkTypeNode(parseType(bare), scope);
  }

  #linkTypeNode(node: TypeNode, scope: number): void {
    if (node.kind === "indexed") this.#linkTypeNode(node.of, scope);
    if (node.kind === "union") for (const typeNode of node.of) this.#linkTypeNode(typeNode, scope);
    if (node.kind === "function") {
      for (const typeNode of [...node.parameters, node.result]) this.#linkTypeNode(typeNode, scope);
    }
    if (node.kind !== "name") return;
    for (const arg of node.args) this.#linkTypeNode(arg, scope);
    const named = this.#named(node, { file: this.#file, scope });
    if (named !== undefined) this.#add(scope, named.target, "typed_as", named.tier);
  }

  #named(
    { name, args }: Extract<TypeNode, { readonly kind: "name" }>,
    place: Position,
  ): { target: Target; tier: Tier } | undefined {
    const [first = "", ...rest] = name.split(".");
    const found = firstOfType(this.#r, place, first, rest.length > 0);
    const value = memberAt(this.#r, found?.value, rest);
    if (value?.kind !== "definition" || found === undefined) return undefined;
    return { target: ofArity(this.#r, value, args.length), tier: found.tier };
  }

  #linkCall(call: Call): void {
    const found = this.resolveCall(call);
    if (call.kind === "call") this.#linkAsked(call, found?.target);
    const isOpen = isUncertain(this.#r, found) || isPartlyUnknown(this.#receiverOf(call));
    if (isOpen) this.#noteUnknown(call);
    if (found === undefined || isOtherClass(this.#r, call, found.target)) return;
    const kind = this.#r.program.definition(found.target.file, found.target.definition)?.kind;
    const isClass = kind === "class" || kind === "interface";
    if (call.kind === "reference" || call.kind === "read") {
      this.#linkNamed(call, found, kind);
      return;
    }
    const type = isClass ? "instantiates" : "calls";
    this.#add(call.scope, found.target, type, found.tier);
    const also = isRuby(this.#r, this.#file) ? rubyAlso : variantsOf;
    for (const target of also(this.#r, found.target))
      this.#add(call.scope, target, type, found.tier);
    if (kind === "variable" || kind === "property") this.#linkHeld(call, found.target);
    this.#linkOwn(call, found);
    this.#linkAlternatives(call);
  }

  #noteUnknown(call: Call): void {
    if (this.#compiler?.resolve(call) === "outside") return;
    const name = unknownMember(this.#r, this.#file, call);
    if (name !== undefined) this.#unknown.add(name, call.line);
  }

  #linkNamed(call: Call, found: CallTarget, kind: SymbolKind | undefined): void {
    const isClassValue = call.kind === "read" && hasClassValues(this.#r, this.#file);
    // Most readings of a class belong to another use of it.
    if (
      isClassValue &&
      kind === "class" &&
      this.#edges.has(this.#symbolAround(call.scope), found.target)
    )
      return;
    const isHeld = kind === "variable" || kind === "enum" || kind === "property" || isClassValue;
    if (!isHeld) {
      const isFunction = kind === "function" || kind === "method";
      if (call.kind !== "reference" && !(isFunction && call.callee.includes("."))) return;
      this.#add(call.scope, found.target, "calls", "reference");
      for (const target of declarationsOf(this.#r, found.target))
        this.#add(call.scope, target, "calls", "reference");
      return;
    }
    this.#add(call.scope, found.target, "references", found.tier);
  }

  #receiverOf(call: Call): Value | undefined {
    if (!call.callee.includes(".")) return undefined;
    return this.#r.evaluate(call.callee, { file: this.#file, scope: call.scope })?.receiver;
  }

  /**
   * Adds an edge to the receiver of `views.Home.as_view()` or `signals.saved.connect()`: it is used, wherever its method is
   * defined.
   */
  #linkAsked(call: Call, called: Target | undefined): void {
    const { program } = this.#r;
    const found = this.#r.evaluate(call.callee, { file: this.#file, scope: call.scope });
    if (found?.receiver?.kind !== "definition") return;
    if (call.callee.startsWith("Self.") && hasNamespaces(this.#r, this.#file)) return;
    const { file, definition } = found.receiver;
    const own = program.definition(file, definition);
    if (own === undefined || !MEMBER_HOLDER_KINDS.has(own.kind)) return;
    const around = called && program.definition(called.file, called.definition)?.container;
    if (called?.file === file && around === definition) return;
    if (around !== undefined && program.definition(called?.file ?? -1, around)?.name === own.name)
      return;
    this.#add(call.scope, found.receiver, "references", found.tier);
  }

  /** Adds an edge for `const node: Factory = { create() {} }`: the type's member is called, and the object's member runs. */
  #linkOwn(call: Call, found: CallTarget): void {
    const receiver = this.#receiverOf(call);
    if (receiver?.kind !== "definition") return;
    const { program } = this.#r;
    const holder = program.definition(receiver.file, receiver.definition);
    if (holder?.kind !== "variable" || holder.type === "") return;
    const name = program.definition(found.target.file, found.target.definition)?.name ?? "";
    for (const own of program.membersNamed(receiver.file, receiver.definition, name)) {
      this.#add(call.scope, { file: receiver.file, definition: own }, "calls", "typed");
    }
  }

  /** Adds an edge to each possible callee if the called value or its receiver has alternatives. */
  #linkAlternatives(call: Call): void {
    if (this.#compiler?.resolve(call) !== undefined) return;
    const found = this.#r.evaluate(call.callee, { file: this.#file, scope: call.scope });
    const tier = isLibraryResult(found?.receiver) ? "dispatch" : "typed";
    for (const value of found === undefined ? [] : meantBy(this.#r, found, call)) {
      const target = targetOf(calledMember(this.#r, value));
      const kind = target && this.#r.program.definition(target.file, target.definition)?.kind;
      if (target === undefined || kind === undefined || !CALLABLE_KINDS.has(kind)) continue;
      this.#add(call.scope, target, kind === "class" ? "instantiates" : "calls", tier);
    }
  }

  /** Adds an edge for `const { open } = require("./store")`: a call of the variable calls its value. */
  #linkHeld(call: Call, variable: Target): void {
    const held = this.#r.held(variable, undefined);
    const target = targetOf(held?.kind === "module" ? this.#r.member(held, "default") : held);
    const kind = target && this.#r.program.definition(target.file, target.definition)?.kind;
    if (target === undefined || kind === undefined || kind === "variable" || kind === "property")
      return;
    this.#add(call.scope, target, kind === "class" ? "instantiates" : "calls", "typed");
  }

  resolveCall(call: Call): CallTarget | undefined {
    const resolved = this.#compiler?.resolve(call);
    return resolved === "outside"
      ? undefined
      : (resolved ?? callTarget(this.#r, this.#unique, this.#file, call));
  }

  /** Adds an edge to a definition and, for a class in several parts, to each of them. */
  #add(scope: number, to: Target, type: EdgeType, tier: Tier): void {
    const from = this.#symbolAround(scope);
    this.#edges.add(from, to, type, tier);
    for (const part of csharpParts(this.#r, to)) this.#edges.add(from, part, type, tier);
  }

  /** Returns the enclosing symbol. Lambdas are not nodes: their content belongs to the enclosing symbol. */
  #symbolAround(scope: number): number {
    let at = scope;
    for (;;) {
      const own = this.#r.program.definition(this.#file, at);
      if (own === undefined) return -1;
      if (own.kind !== "lambda") return at;
      at = own.container;
    }
  }
}
