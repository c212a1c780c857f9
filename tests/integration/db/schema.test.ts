import { globSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import ts from "typescript-parser";
import { expect, test } from "vitest";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";

type Column = { type: string; isNullable: boolean; hasDefault: boolean };

test("the typed schema matches the migrations, column by column", async () => {
  await using own = newDatabase();
  const made: Record<string, Record<string, Column>> = {};
  for (const table of await own.db.introspection.getTables()) {
    made[table.name] = Object.fromEntries(
      table.columns.map(({ name, dataType, isNullable, hasDefaultValue }) => [
        name,
        { type: dataType.toLowerCase(), isNullable, hasDefault: hasDefaultValue },
      ]),
    );
  }
  expect(made).toEqual(readTypedSchema());
});

test("every table is strict, and every foreign key has an index", async () => {
  await using own = newDatabase();
  const tables = await sql<{ name: string; strict: number }>`
    select name, strict from pragma_table_list where schema = 'main' and name not like 'sqlite_%' and name not like 'kysely_%'
  `.execute(own.db);
  expect(tables.rows.filter(({ strict }) => !strict)).toEqual([]);

  const unindexed = await sql<{ name: string; column: string }>`
    select tables.name, keys."from" as "column"
    from pragma_table_list as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.schema = 'main' and not exists (
      select 1 from pragma_index_list(tables.name) as indexes, pragma_index_info(indexes.name) as columns
      where columns.seqno = 0 and columns.name = keys."from"
    )
  `.execute(own.db);
  expect(unindexed.rows.map(({ name, column }) => `${name}.${column}`)).toEqual([]);
});

test("Mila never has a second owner", async () => {
  await using own = newDatabase();
  const [first, second] = [await newFamily(own.db), await newFamily(own.db)];
  const makeOwner = ({ userId }: TestFamily) =>
    own.db.updateTable("users").set({ is_owner: 1 }).where("id", "=", userId).execute();
  await own.db.updateTable("users").set({ is_owner: 0 }).execute();
  await makeOwner(first);
  await expect(makeOwner(second)).rejects.toThrow("UNIQUE");
});

/** Reads db/schema.ts by the compiler: table → column → SQLite type. */
function readTypedSchema(): Record<string, Record<string, Column>> {
  const paths = ["db/schema.ts", ...globSync("db/tables/*.ts")];
  const source = paths.map((path) => readFileSync(path, "utf8")).join("\n");
  const file = ts.createSourceFile("schema.ts", source, ts.ScriptTarget.Latest);
  const interfaces = new Map(
    file.statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]),
  );
  const aliases = new Map(
    file.statements.filter(ts.isTypeAliasDeclaration).map((node) => [node.name.text, node.type]),
  );

  const describe = (type: ts.TypeNode): Column => {
    const inner =
      ts.isTypeReferenceNode(type) &&
      type.getText(file).startsWith("Generated<") &&
      type.typeArguments?.[0];
    if (inner) return { ...describe(inner), hasDefault: true };
    const alias = ts.isTypeReferenceNode(type) && aliases.get(type.getText(file));
    if (alias) return describe(alias);
    const text = type.getText(file);
    return {
      type: /\bnumber\b|\b[01]\b/.test(text) ? "integer" : "text",
      isNullable: /\bnull\b/.test(text),
      hasDefault: false,
    };
  };
  const propertiesOf = (name: string) =>
    interfaces.get(name)?.members.filter(ts.isPropertySignature) ?? [];
  const columnsOf = (name: string) =>
    Object.fromEntries(
      propertiesOf(name).map((column) => [
        column.name.getText(file),
        describe(column.type as ts.TypeNode),
      ]),
    );
  const tables = propertiesOf("Database");
  return Object.fromEntries(
    tables.map((table) => [table.name.getText(file), columnsOf(table.type?.getText(file) ?? "")]),
  );
}
