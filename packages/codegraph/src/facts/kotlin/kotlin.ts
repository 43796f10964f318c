/** Kotlin. Names of a package are visible in all of its files, wherever these are; Java and Kotlin use each other's. */
import type { ImportClause, Language } from "../languages/language.ts";
import { givenBack } from "./given-back.ts";
import { plainKotlin, plainKotlinType } from "./plain-kotlin.ts";

const TYPE =
  "[(user_type) (nullable_type) (function_type) (parenthesized_type) (non_nullable_type)]";
/** A name or member that is called. */
const CALLED =
  "[(identifier) (navigation_expression) (callable_reference) (this_expression) (super_expression)]";

const QUERY = `
(package_header (qualified_identifier) @package)
(class_declaration (modifiers (class_modifier "enum")) "class" name: (identifier) @name) @definition.enum
(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration "class" name: (identifier) @name) @definition.class
(object_declaration name: (identifier) @name) @definition.class
(object_literal "object" @name) @definition.class
(companion_object) @companion
(type_alias type: (identifier) @name . (type_parameters)? . ${TYPE} @type) @definition.type_alias
(enum_entry . (modifiers)? . (identifier) @name) @definition.property
(class_body (function_declaration name: (identifier) @name (function_value_parameters) . ${TYPE} @type) @definition.method)
(class_body (function_declaration name: (identifier) @name) @definition.method)
(enum_class_body (function_declaration name: (identifier) @name (function_value_parameters) . ${TYPE} @type) @definition.method)
(enum_class_body (function_declaration name: (identifier) @name) @definition.method)
(function_declaration name: (identifier) @name (function_value_parameters) . ${TYPE} @type) @definition.function
(function_declaration name: (identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.method
(class_body (property_declaration (variable_declaration (identifier) @name) (property_delegate (call_expression (identifier) @method (annotated_lambda (lambda_literal (_) @value .))))) @definition.property (#eq? @method "lazy"))
(class_body (property_declaration (variable_declaration (identifier) @name . (_)? @type) (property_delegate (call_expression (call_expression (identifier) @method (value_arguments)) (annotated_lambda (lambda_literal (_) @value .))))) @definition.property (#eq? @method "lazy"))
(class_body (property_declaration (variable_declaration (identifier) @name) (property_delegate (call_expression (identifier) @method (type_arguments)) @value)) @definition.property (#eq? @method "inject"))
(class_body (property_declaration (variable_declaration (identifier) @name . (_)? @type) "=" . (_) @value) @definition.property)
(class_body (property_declaration (variable_declaration (identifier) @name . (_)? @type)) @definition.property)
(enum_class_body (property_declaration (variable_declaration (identifier) @name . (_)? @type)) @definition.property)
(property_declaration (variable_declaration (identifier) @name . (_)? @type) "=" . (_) @value) @definition.variable
(property_declaration (variable_declaration (identifier) @name) (property_delegate (call_expression (identifier) @method (annotated_lambda (lambda_literal (_) @value .)))) (#eq? @method "lazy")) @definition.variable
(property_declaration (variable_declaration (identifier) @name . (_)? @type)) @definition.variable
(function_declaration (type_parameters)? . ${TYPE} @type . name: (identifier)) @extended
(property_declaration (type_parameters)? . ${TYPE} @type . (variable_declaration)) @extended
(class_parameter (identifier) @name . (_) @type) @kotlinfield
(function_value_parameters (parameter (identifier) @name . (_) @type) @kotlinparameter)
(anonymous_function (function_value_parameters)) @lambda
(function_body "=" . (_) @return)
(getter (function_body "=" . (_) @return))
(return_expression (_) @return .)
(lambda_literal) @kotlinlambda
(lambda_parameters [(variable_declaration) (multi_variable_declaration)] @kotlininput)
(anonymous_initializer) @lambda
(getter (function_body (block))) @lambda
(setter (identifier) @name @local)
(if_expression condition: (is_expression left: (identifier) @name "!is" right: (_) @type) [(return_expression) (throw_expression) (block . (return_expression)) (block . (throw_expression))]) @narrowed
(when_entry condition: (type_test)) @lambda
(if_expression condition: (is_expression)) @lambda
(if_expression condition: (binary_expression (is_expression))) @lambda
(call_expression . ${CALLED} @name (annotated_lambda (lambda_literal) @trailing))
(call_expression . (call_expression . ${CALLED} @name (value_arguments) @value) (annotated_lambda (lambda_literal) @trailing))
(binary_expression left: (binary_expression left: ${CALLED} @name "<" right: (identifier)) ">" right: (lambda_literal) @trailing)
(call_expression . ${CALLED} @name (value_arguments . (value_argument . (lambda_literal) @argument.0)))
(call_expression . ${CALLED} @name (value_arguments . (value_argument) . (value_argument . (lambda_literal) @argument.1)))
(for_statement (variable_declaration (identifier) @name . (_)? @type) . (_) @value) @element
(multi_variable_declaration (variable_declaration (identifier) @name @local))
(catch_block (identifier) @name (user_type) @type) @local
(is_expression left: (identifier) @name "is" right: (_) @type) @narrowed
(when_expression (when_subject (identifier) @name .) (when_entry condition: (type_test "is" (_) @type) @narrowed))
((binary_expression left: (binary_expression left: (identifier) @method "<" right: [(identifier) (navigation_expression)] @type) ">" right: (parenthesized_expression . (identifier) @name .)) @narrowed (#eq? @method "assertIs"))
(when_expression (when_subject (variable_declaration (identifier) @name)) (when_entry condition: (type_test "is" (_) @type) @narrowed))
(when_expression (when_subject (variable_declaration (identifier) @name . (_)? @type) . (_) @value) @local)
(delegation_specifier (user_type) @base)
(delegation_specifier (constructor_invocation (user_type) @base))
(explicit_delegation (user_type) @base)
(type_parameters) @typeparameters
(type_constraint (identifier) @name . (_) @type) @bound
(call_expression . ${CALLED} @name (value_arguments)) @invocation
(call_expression . ${CALLED} @name (annotated_lambda)) @invocation
(call_expression . (unary_expression (identifier) @name) (value_arguments)) @invocation
(binary_expression left: (binary_expression left: ${CALLED} @name "<" right: (identifier)) ">" right: [(parenthesized_expression) (lambda_literal)]) @invocation
(infix_expression . (_) @value . (identifier) @name) @infix
(callable_reference) @reference
(navigation_expression "::" (identifier)) @reference
(annotation (user_type) @reference)
(annotation (constructor_invocation (user_type) @reference))
(import) @import
`;

export const KOTLIN: Language = {
  name: "kotlin",
  grammar: "tree-sitter-kotlin.wasm",
  hasGiantLexer: true,
  extensions: [".kt", ".kts"],
  depth: "full",
  hasPackages: true,
  hasOverloads: true,
  hasGlobalNames: true,
  hasLabels: true,
  query: QUERY,
  dialect: {
    lineComment: "//",
    hasTypeArguments: true,
    hasTrailingLambdas: true,
    interpolation: "${",
    plain: plainKotlin,
    resultOf: givenBack,
    plainType: plainKotlinType,
  },
  readImports: importClauses,
  prepare: withoutEmptyConstructors,
  repairs: (text) => [() => repaired(text)],
  isExported: (_name, head) => !/\bprivate\b/.test(head),
  isStatic: () => false,
};

const EMPTY_CONSTRUCTOR =
  /(?<=\bclass[ \t]+[\p{ID_Continue}`]{1,200}[ \t]+)(?:internal|private|protected|public)[ \t]+constructor\(\)/gu;

/** Leaves out `private constructor()`: behind two annotations, the grammar reads the class as names beside each other. */
function withoutEmptyConstructors(text: string): string {
  return text.includes("constructor()") ? text.replace(EMPTY_CONSTRUCTOR, hidden) : text;
}

/** Modifiers that can also be the name of a function, behind what starts a statement. */
const SOFT =
  /((?:^|[{;]|->)[ \t]*)(abstract|actual|annotation|companion|const|data|enum|expect|external|final|infix|inline|inner|lateinit|open|operator|out|override|sealed|suspend|tailrec|value|vararg)(?=\()/gm;

const CONSTRUCTOR_BELOW =
  /(\bclass[ \t]+[\p{ID_Continue}`]+(?:<[^{}()\n]{1,200}>)?[ \t]*\r?\n[ \t]*)[ip](?=(?:nternal|rivate|rotected|ublic) constructor\b)/gu;

/** Words of the language that are also names: `a get b`, `where = x`, `val set: Set<A>`, `dynamic`. */
const NAMES: readonly RegExp[] = [
  /(?<=[)}\]\p{ID_Continue}] )get(?= [\p{ID_Start}(])/gu,
  /\bwhere\b(?=\s?(?:[=?.:),[]|!!))/g,
  /\b[gs]et(?= ?[.:=),])|\bget(?=\([^)])/g,
  /\bdynamic\b/g,
];

/** What can be left out: a text behind `$$`, annotations of a getter, parameters from the context. */
const LEFT_OUT: readonly RegExp[] = [
  /(?<=\$\$")[^"\n]{1,1000}|\$\$+(?=")/g,
  /@\w+(?:\([^()\n]{0,200}\))?(?=\s+[gs]et\()/g,
  /\bcontext\([^()]{1,300}\)(?=\s+(?:@\w+\s+|\w+\s+){0,6}(?:fun|val|var)\b)/g,
  /\bsuspend(?= ?\{)/g,
];

/**
 * Writes what the grammar does not know in another way, at the same length: the end of a declaration in
 * `class A { val x = 1 }`, the condition in `is A if isOpen ->`, calls of `open()`, `actual constructor`, the modifier
 * of a constructor in the line after the name of a class, where the grammar accepts an annotation only, and names that are
 * words of the language elsewhere.
 */
function repaired(written: string): string {
  const named = NAMES.reduce(
    (text, words) => text.replace(words, (word) => "x".repeat(word.length)),
    written,
  );
  const text = LEFT_OUT.reduce((rest, signs) => rest.replace(signs, hidden), named);
  return text
    .replace(SOFT, (_whole, before: string, word: string) => before + "x".repeat(word.length))
    .replace(/\bactual(?= constructor\b)/g, "      ")
    .replace(CONSTRUCTOR_BELOW, "$1@")
    .replace(/(?<=[^\s{;]) \}/g, ";}")
    .replace(/(?<=\bis [\w.<>*?, ]{1,80} )if(?= [^\n{}]{1,300}->| ?\([^{}]{1,500}\) ->)/g, ", ");
}

/** Returns a text of the same lines and length without signs. */
function hidden(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

function importClauses(statement: string): ImportClause[] {
  const match =
    /^import\s+([\p{ID_Continue}$.`]+?)(\.\*)?(?:\s+as\s+([\p{ID_Continue}$`]+))?\s*;?\s*$/u.exec(
      statement,
    );
  const specifier = match?.[1]?.replaceAll("`", "");
  if (specifier === undefined) return [];
  if (match?.[2] !== undefined) return [{ specifier, imported: "*", local: "*" }];
  const imported = specifier.slice(specifier.lastIndexOf(".") + 1);
  return [{ specifier, imported, local: match?.[3]?.replaceAll("`", "") ?? imported }];
}
