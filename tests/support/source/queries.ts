import { globSync, readFileSync } from "node:fs";
import { type CallExpression, type Node, parseSync, visitorKeys } from "oxc-parser";

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
  if (!mayQuery.test(text)) return [];
  const calls: QueryCall[] = [];
  visit(parseSync(file, text, { preserveParens: false }).program, []);
  return calls;

  /** @param around the nodes that contain it, outermost first */
  function visit(node: Node, around: Node[]): void {
    for (const child of childrenOf(node)) visit(child, [...around, node]);
    if (node.type === "TaggedTemplateExpression" && sourceOf(node.tag) === "sql")
      calls.push({ file, method: "sql", tables: tablesInSql(node.quasi), columns: null });
    if (node.type !== "CallExpression") return;
    const method = nameOf(node);
    const [first] = node.arguments;
    const called = sourceOf(node.callee);
    if (called === "sql.raw" && first)
      calls.push({ file, method: "sql", tables: tablesInSql(first), columns: null });
    if (called === "sql.table" && first)
      calls.push({ file, method: "sql", tables: tablesIn(first), columns: null });
    if (namesTables.test(method) && first)
      calls.push({ file, method, tables: tablesIn(first), columns: [] });
    if (!writesColumns.test(method)) return;
    const tables = startOf(node, around);
    if (tables.length > 0) calls.push({ file, method, tables, columns: columnsIn(first) });
  }

  function nameOf({ callee }: CallExpression): string {
    return callee.type === "MemberExpression" ? sourceOf(callee.property) : sourceOf(callee);
  }

  /** Returns an empty list if the chain is not a query. */
  function startOf(chain: Node, around: Node[]): string[] {
    if (chain.type === "Identifier") return startOfNamed(chain.name, around);
    if (chain.type !== "CallExpression") return [];
    const [first] = chain.arguments;
    if (namesTables.test(nameOf(chain)) && first) return tablesIn(first);
    return chain.callee.type === "MemberExpression" ? startOf(chain.callee.object, around) : [];
  }

  /** Follows `const waiting = db.updateTable(…)` and the parameters of callbacks to their query. */
  function startOfNamed(name: string, around: Node[]): string[] {
    for (let at = around.length - 1; at >= 0; at -= 1) {
      const [node, outer] = [around[at]!, around.slice(0, at)];
      if (
        node.type === "ArrowFunctionExpression" &&
        node.params.some((parameter) => sourceOf(parameter) === name)
      )
        return startOf(outer.at(-1)!, outer.slice(0, -1));
      if (node.type !== "BlockStatement" && node.type !== "Program") continue;
      const declarations = node.body.flatMap((statement) =>
        statement.type === "VariableDeclaration" ? statement.declarations : [],
      );
      const own = declarations.find(({ id }) => sourceOf(id) === name);
      if (own) return own.init ? startOf(own.init, around.slice(0, at + 1)) : [];
    }
    return [];
  }

  function tablesInSql(template: Node): string[] {
    return [...sourceOf(template).matchAll(tableInSql)].map(([, table = ""]) => table);
  }

  function sourceOf({ start, end }: Node): string {
    return text.slice(start, end);
  }
}

function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? [])
    .flatMap((key) => (node as unknown as Record<string, Node | (Node | null)[] | null>)[key])
    .filter((child) => child !== null && child !== undefined);
}

function tablesIn(argument: Node): string[] {
  if (argument.type === "ArrayExpression")
    return argument.elements.flatMap((element) => (element ? tablesIn(element) : []));
  return [stringIn(argument)?.replace(/ as \w+$/, "") ?? "?"];
}

/** Returns null unless it is a text without variables. */
function stringIn(node: Node): string | null {
  if (node.type === "TemplateLiteral" && node.quasis.length === 1)
    return node.quasis[0]!.value.cooked;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

function columnsIn(argument: Node | undefined): string[] | null {
  if (!argument) return null;
  if (argument.type === "ArrowFunctionExpression") return columnsIn(argument.body);
  const column = stringIn(argument);
  if (column !== null) return [column];
  if (argument.type !== "ObjectExpression") return null;
  const names = argument.properties.map((property) => {
    if (property.type !== "Property" || property.computed) return null;
    return property.key.type === "Identifier" ? property.key.name : stringIn(property.key);
  });
  return names.every((name) => name !== null) ? names : null;
}
