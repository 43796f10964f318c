/** Converts oxc's tree into the items that the query of `languages/typescript.ts` finds, with their pattern numbers. */
import type * as Ast from "oxc-parser";
import type { Item, Span } from "../parser/items.ts";
import { LineIndex } from "./line-index.ts";
import { narrowing } from "./oxc-narrowing.ts";
import {
  type Declared,
  type FunctionLike,
  isBare,
  isDotted,
  isFunction,
  isModule,
  isName,
  isRequire,
  isReturned,
  isString,
  isTypedByContext,
  isUnnamed,
  type Member,
  namedProperties,
  type Parts,
  returned,
  unchained,
} from "./oxc-nodes.ts";
import { parameterOf } from "./oxc-parameter.ts";
import { ARGUMENTS_WITH_CONTEXT, assignment, P } from "./oxc-patterns.ts";
import {
  afterDecorators,
  keySpan,
  patternSpan,
  undeclared,
  withBlock,
  withoutSeparator,
  withTrailingComments,
} from "./oxc-spans.ts";

/** Collects the items of files, one file after the other. All files share one visitor, because oxc compiles it. */
export class OxcItems {
  #text = "";
  #lines = new LineIndex("");
  #items: Item[] = [];
  /** Functions that are methods, and declarators of loops, which their parent nodes identify. */
  #markedNodes = new Set<object>();

  /** Returns the items `visit` reports to the visitor, in the order of `itemsOf` in captures.ts. */
  collect(text: string, visit: () => void): Item[] {
    [this.#text, this.#lines] = [text, new LineIndex(text)];
    try {
      visit();
      return this.#items.sort(
        (a, b) => a.start - b.start || b.end - a.end || a.pattern - b.pattern,
      );
    } finally {
      [this.#text, this.#items, this.#markedNodes] = ["", [], new Set()];
    }
  }

  visitor(hasJsx: boolean): Ast.VisitorObject {
    return {
      ...this.#functions(),
      ...this.#types(),
      ...this.#classes(),
      ...this.#values(),
      ...this.#uses(),
      ...this.#statements(),
      ...(hasJsx ? this.#jsx() : {}),
    };
  }

  #jsx(): Ast.VisitorObject {
    return { JSXOpeningElement: ({ name }) => this.#add(P.jsx, "reference", name) };
  }

  #add(pattern: number, role: string, { start, end }: Span, parts: Parts = {}): void {
    const { name, type, value } = parts;
    this.#items.push({
      role,
      pattern,
      start,
      end,
      row: this.#lines.rowAt(start),
      name: name === undefined ? undefined : this.#named(name),
      type: type ?? undefined,
      value: value ?? undefined,
      functionStart: parts.function?.start ?? -1,
    });
  }

  #named({ start, end }: Span): Item["name"] {
    const row = this.#lines.rowAt(start);
    return { start, end, row, column: start - this.#lines.startOf(row) };
  }

  #functions(): Ast.VisitorObject {
    return {
      FunctionDeclaration: (node) => this.#function(node),
      FunctionExpression: (node) => this.#function(node),
      TSDeclareFunction: (node) => this.#function(node),
      TSEmptyBodyFunctionExpression: (node) => this.#parameters(node),
      ArrowFunctionExpression: (node) => this.#arrow(node),
      TSFunctionType: (node) => this.#lambda(P.functionType, node),
      TSConstructorType: (node) => this.#lambda(P.constructorType, node),
      TSCallSignatureDeclaration: (node) => this.#signature(P.callSignature, node),
      TSConstructSignatureDeclaration: (node) => this.#signature(P.constructSignature, node),
      TSTypeParameterDeclaration: (node) => this.#add(P.typeParameters, "typeparameters", node),
    };
  }

  #function(node: Ast.Function): void {
    if (!this.#markedNodes.has(node)) {
      const { end } = withTrailingComments(this.#text, node);
      if (node.id === null || node.type === "FunctionExpression") {
        const pattern = node.generator ? P.generatorExpression : P.functionExpression;
        this.#add(pattern, "lambda", { start: node.start, end });
      } else {
        const isSignature = node.type === "TSDeclareFunction";
        const pattern = node.generator ? P.generator : isSignature ? P.signature : P.function;
        const span = { start: undeclared(this.#text, node), end };
        this.#add(pattern, "definition.function", span, { name: node.id, type: node.returnType });
      }
    }
    this.#parameters(node);
  }

  #lambda(pattern: number, node: Span & FunctionLike, type?: Span | null): void {
    this.#add(pattern, "lambda", node, { type });
    this.#parameters(node);
  }

  #signature(pattern: number, node: Span & FunctionLike & Pick<Ast.Function, "returnType">): void {
    const { params, returnType } = node;
    this.#lambda(
      pattern,
      { params, ...withoutSeparator(this.#text, node, returnType) },
      returnType,
    );
  }

  #arrow(node: Ast.ArrowFunctionExpression): void {
    this.#add(P.arrow, "lambda", withBlock(this.#text, node, node));
    const [only] = node.params;
    if (only?.type === "Identifier" && isBare(this.#text, node, only)) {
      this.#add(P.bareParameter, "parameter", only, { name: only });
    } else this.#parameters(node);
    if (node.expression && isReturned(node.body as Ast.Expression)) {
      this.#add(P.arrowReturn, "return", node.body);
    }
  }

  #parameters({ params }: FunctionLike): void {
    for (const param of params) this.#parameter(param);
  }

  #parameter(node: Ast.ParamPattern): void {
    const { span, name, type, value, isOptional, isField } = parameterOf(this.#text, node);
    if (isOptional) {
      this.#add(P.optionalParameter, "parameter", span, { name, type });
      return;
    }
    if (isField) this.#add(P.parameterField, "field", span, { name, type });
    this.#add(P.parameter, "parameter", span, { name, type, value });
  }

  #types(): Ast.VisitorObject {
    const define = (pattern: number, kind: string) => (node: Span & Declared) =>
      this.#add(
        pattern,
        `definition.${kind}`,
        { start: undeclared(this.#text, node), end: node.end },
        { name: node.id },
      );
    const defineInterface = define(P.interface, "interface");
    return {
      TSInterfaceDeclaration: (node) => {
        defineInterface(node);
        for (const base of node.extends) this.#add(P.interfaceExtends, "base", base);
      },
      TSTypeAliasDeclaration: (node) => {
        const { end } = withTrailingComments(this.#text, node);
        const span = { start: undeclared(this.#text, node), end };
        const parts = { name: node.id, type: node.typeAnnotation };
        this.#add(P.alias, "definition.type_alias", span, parts);
      },
      TSEnumDeclaration: define(P.enum, "enum"),
      TSEnumMember: (node) => {
        if (node.id.type !== "Identifier") return;
        const pattern = node.initializer === null ? P.enumName : P.enumAssignment;
        this.#add(pattern, "definition.property", node, { name: node.id });
      },
      TSModuleDeclaration: (node) => {
        if (node.kind === "global") return this.#add(P.globalBlock, "global", node.body);
        const { id, declare, start } = node;
        const { end } = withTrailingComments(this.#text, node);
        const pattern = node.kind === "module" ? P.module : P.namespace;
        define(pattern, "module")({ start, end, declare, id });
      },
      TSMethodSignature: (node) => {
        const name = keySpan(this.#text, node);
        const span = withoutSeparator(this.#text, node, node.returnType);
        this.#add(P.methodSignature, "definition.method", span, { name, type: node.returnType });
        this.#parameters(node);
      },
      TSPropertySignature: (node) => {
        const { typeAnnotation: type } = node;
        const span = withoutSeparator(this.#text, node, type);
        const name = keySpan(this.#text, node);
        this.#add(P.property, "definition.property", span, { name, type });
      },
    };
  }

  #classes(): Ast.VisitorObject {
    const field = (node: Member) => this.#field(node);
    return {
      ClassDeclaration: (node) => this.#class(node),
      ClassExpression: (node) => this.#bases(node),
      MethodDefinition: (node) => this.#method(node),
      TSAbstractMethodDefinition: (node) => this.#method(node),
      PropertyDefinition: field,
      TSAbstractPropertyDefinition: field,
      AccessorProperty: field,
      TSAbstractAccessorProperty: field,
      Decorator: ({ expression }) => {
        if (expression.type === "Identifier" || isDotted(expression)) {
          this.#add(P.decorator, "reference", expression);
        }
      },
    };
  }

  #class(node: Ast.Class): void {
    if (node.id !== null) {
      const pattern = node.abstract === true ? P.abstractClass : P.class;
      const { end } = withTrailingComments(this.#text, node);
      const span = { start: undeclared(this.#text, node), end };
      this.#add(pattern, "definition.class", span, { name: node.id });
    }
    this.#bases(node);
  }

  #bases({ superClass, superTypeArguments, implements: implemented }: Ast.Class): void {
    if (superClass !== null) {
      const span = { start: superClass.start, end: superTypeArguments?.end ?? superClass.end };
      this.#add(P.extends, "base", span, { name: superClass, type: superTypeArguments });
    }
    for (const item of implemented ?? []) this.#add(P.implements, "base", item);
  }

  #method(node: Ast.MethodDefinition): void {
    this.#markedNodes.add(node.value);
    const isBodiless = node.value.type === "TSEmptyBodyFunctionExpression";
    const { end } = isBodiless
      ? withoutSeparator(this.#text, node, node.value.returnType)
      : withTrailingComments(this.#text, node);
    const span = { start: afterDecorators(this.#text, node), end };
    const parts = { name: keySpan(this.#text, node), type: node.value.returnType };
    const isAbstract = node.type === "TSAbstractMethodDefinition";
    const pattern = isAbstract ? P.abstractMethod : isBodiless ? P.methodSignature : P.method;
    this.#add(pattern, "definition.method", span, parts);
  }

  #field(node: Member): void {
    const { value, typeAnnotation: type } = node;
    const bare = withoutSeparator(this.#text, node, value ?? type);
    const span = value === null ? bare : withBlock(this.#text, bare, value);
    const name = keySpan(this.#text, node);
    if (value !== null && isFunction(value)) {
      const parts = { name, type: returned(value) ?? type, function: value };
      this.#add(P.fieldFunction, "definition.method", span, parts);
    }
    this.#add(P.field, "definition.property", span, { name, type, value });
  }

  #values(): Ast.VisitorObject {
    return {
      VariableDeclarator: (node) => this.#declarator(node),
      Property: (node) => this.#property(node as Ast.ObjectProperty),
      AssignmentExpression: ({ operator, left, right, start, end }) => {
        const [pattern, role] = assignment(left);
        if (operator !== "=" || role === "") return;
        this.#add(pattern, role, { start, end }, { name: left, value: right });
      },
      ForOfStatement: (node) => this.#loop(node),
      ForInStatement: ({ left }) => {
        if (left.type === "VariableDeclaration")
          this.#markedNodes.add(left.declarations[0] ?? left);
      },
      ReturnStatement: ({ argument }) => argument && this.#add(P.return, "return", argument),
    };
  }

  #declarator(node: Ast.VariableDeclarator): void {
    if (this.#markedNodes.has(node)) return;
    const { id, init: value } = node;
    const span = value === null ? node : withBlock(this.#text, node, value);
    const name = patternSpan(this.#text, id);
    const type = id.typeAnnotation;
    if (id.type !== "Identifier") {
      if (value !== null) this.#add(P.destructured, "destructured", span, { name, type, value });
      return;
    }
    if (value?.type === "ClassExpression")
      this.#add(P.classValue, "definition.class", span, { name });
    if (value !== null && isFunction(value)) {
      const parts = { name, type: returned(value) ?? type, function: value };
      this.#add(P.variableFunction, "definition.function", span, parts);
    }
    this.#add(P.variable, "definition.variable", span, { name, type, value });
    for (const { node, parts } of namedProperties(value)) {
      this.#add(parts.value === undefined ? P.shorthand : P.pair, "member", node, parts);
    }
  }

  #property(node: Ast.ObjectProperty): void {
    const { key, value, method, kind, computed } = node;
    if (method || kind !== "init") {
      this.#markedNodes.add(value);
      const type = (value as Ast.Function).returnType;
      const span = withTrailingComments(this.#text, node);
      this.#add(P.method, "definition.method", span, { name: keySpan(this.#text, node), type });
    } else if (!computed && key.type === "Identifier" && isFunction(value)) {
      const span = withBlock(this.#text, node, value);
      const parts = { name: key, type: returned(value), function: value };
      this.#add(P.pairFunction, "definition.method", span, parts);
    }
  }

  #loop(node: Ast.ForOfStatement): void {
    const [declared] = node.left.type === "VariableDeclaration" ? node.left.declarations : [];
    if (declared !== undefined) this.#markedNodes.add(declared);
    const left = declared?.id ?? node.left;
    const parts = { name: patternSpan(this.#text, left as Ast.BindingPattern), value: node.right };
    const isPattern = left.type === "ObjectPattern" || left.type === "ArrayPattern";
    if (left.type === "Identifier") this.#add(P.element, "element", node, parts);
    else if (isPattern) this.#add(P.elements, "destructured", node, parts);
  }

  #uses(): Ast.VisitorObject {
    return {
      CallExpression: (node) => {
        this.#add(P.call, "call", node.callee);
        this.#contexts(node);
        this.#references(node.arguments);
        if (isRequire(node)) this.#add(P.require, "import", node);
      },
      TaggedTemplateExpression: ({ tag }) => this.#add(P.call, "call", tag),
      ...narrowing((span, parts, pattern) => this.#add(pattern, "narrowed", span, parts)),
      JSXExpressionContainer: ({ expression }) => this.#references([expression]),
      NewExpression: (node) => {
        this.#add(P.new, "new", node.callee);
        this.#references(node.arguments);
      },
      TSImportType: (node) => this.#add(P.dynamicImport, "import", node),
      ImportExpression: (node) => {
        this.#references([node.source]);
        if (isString(node.source)) this.#add(P.dynamicImport, "import", node);
      },
    };
  }

  /** Adds functions passed as arguments, whose types may follow from the callee. */
  #contexts({ callee, arguments: input }: Ast.CallExpression): void {
    input.slice(0, ARGUMENTS_WITH_CONTEXT).forEach((item, place) => {
      if (isTypedByContext(item))
        this.#add(P.argument + place, `argument.${place}`, item, { name: callee });
    });
  }

  #references(input: readonly (Span & { readonly type: string })[]): void {
    for (const item of input) {
      const isOwn = isDotted(item) && unchained(item).object.type === "ThisExpression";
      if (isName(item) || isOwn) this.#add(P.argumentReference, "reference", item);
    }
  }

  #statements(): Ast.VisitorObject {
    const exported = (node: Span) => this.#add(P.export, "export", node);
    return {
      ImportDeclaration: (node) => this.#add(P.import, "import", node),
      TSImportEqualsDeclaration: (node) => {
        if (isModule(node)) this.#add(P.import, "import", node);
      },
      ExportNamedDeclaration: exported,
      ExportAllDeclaration: exported,
      TSExportAssignment: exported,
      TSNamespaceExportDeclaration: exported,
      ExportDefaultDeclaration: (node) => {
        exported(node);
        const { declaration } = node;
        if (!isUnnamed(declaration)) return;
        const isClass = declaration.type === "ClassDeclaration";
        const span = isClass ? declaration : withTrailingComments(this.#text, declaration);
        this.#add(P.defaultValue, "definition.function", span);
      },
    };
  }
}
