import { globSync, readFileSync } from "node:fs";
import ts from "typescript-parser";

/** A Kysely call with table names, written columns or SQL text. */
export interface QueryCall {
  file: string;
  method: string;
  /** "?" for names not visible in the source. */
  tables: string[];
  /** Written columns; null if not visible in the source. */
  columns: string[] | null;
}

const namesTables =
  /^(selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|using|(inner|left|right|full|cross)Join)$/;
const writesColumns = /^(set|values|doUpdateSet)$/;
const tableInSql = /\b(?:from|join|into|update)\s+(\w+)/gi;
const mayQuery =
  /\b(sql|selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|using|\w+Join)\b/;

export function findQueryCalls(pattern: string): QueryCall[] {
  return globSync(pattern).toSorted().flatMap(callsIn);
}

function callsIn(file: string): QueryCall[] {
  const text = readFileSync(file, "utf8");
  const calls: QueryCall[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  if (mayQuery.test(text)) visit(source);
  return calls;

  function visit(node: ts.Node): void {
    ts.forEachChild(node, visit);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql") {
      calls.push({ file, method: "sql", tables: tablesInSql(node.template), columns: null });
    }
    if (!ts.isCallExpression(node)) return;
    const method = nameOf(node);
    const [first] = node.arguments;
    const called = node.expression.getText();
    if (called === "sql.raw" && first)
      calls.push({ file, method: "sql", tables: tablesInSql(first), columns: null });
    if (called === "sql.table" && first)
      calls.push({ file, method: "sql", tables: tablesIn(first), columns: null });
    if (namesTables.test(method) && first)
      calls.push({ file, method, tables: tablesIn(first), columns: [] });
    if (!writesColumns.test(method)) return;
    const tables = startOf(node);
    if (tables.length > 0) calls.push({ file, method, tables, columns: columnsIn(first) });
  }
}

function nameOf({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** Empty if the chain is not a query. */
function startOf(chain: ts.Expression): string[] {
  if (ts.isIdentifier(chain)) return startOfNamed(chain);
  if (!ts.isCallExpression(chain)) return [];
  const [first] = chain.arguments;
  if (namesTables.test(nameOf(chain)) && first) return tablesIn(first);
  return ts.isPropertyAccessExpression(chain.expression)
    ? startOf(chain.expression.expression)
    : [];
}

/** Follows `const waiting = db.updateTable(…)` and the parameters of callbacks to their query. */
function startOfNamed(name: ts.Identifier): string[] {
  for (let node: ts.Node = name; node.parent; node = node.parent) {
    if (
      ts.isArrowFunction(node) &&
      node.parameters.some((parameter) => parameter.name.getText() === name.text)
    )
      return ts.isCallExpression(node.parent) ? startOf(node.parent) : [];
    if (!ts.isBlock(node) && !ts.isSourceFile(node)) continue;
    const declarations = node.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations);
    const own = declarations.find((one) => one.name.getText() === name.text);
    if (own) return own.initializer ? startOf(own.initializer) : [];
  }
  return [];
}

function tablesInSql(text: ts.Node): string[] {
  return [...text.getText().matchAll(tableInSql)].map(([, table = ""]) => table);
}

function tablesIn(argument: ts.Expression): string[] {
  if (ts.isArrayLiteralExpression(argument)) return argument.elements.flatMap(tablesIn);
  return [ts.isStringLiteralLike(argument) ? argument.text.replace(/ as \w+$/, "") : "?"];
}

function columnsIn(argument: ts.Node | undefined): string[] | null {
  if (!argument) return null;
  if (ts.isParenthesizedExpression(argument)) return columnsIn(argument.expression);
  if (ts.isArrowFunction(argument)) return columnsIn(argument.body);
  if (ts.isStringLiteralLike(argument)) return [argument.text];
  if (!ts.isObjectLiteralExpression(argument)) return null;
  const names = argument.properties.map(({ name }) =>
    name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : null,
  );
  return names.every((name) => name !== null) ? names : null;
}
