import { globSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { parseSync, type TSSignature, type TSType } from "oxc-parser";
import { expect, test } from "vitest";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { listTables } from "../../support/records/tables.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

type Column = { type: string; isNullable: boolean; hasDefault: boolean };

test.skipIf(skippedOnPostgres.plans)(
  "the typed schema matches the migrations, column by column",
  async () => {
    await using own = newDatabase();
    const made: Record<string, Record<string, Column>> = {};
    const names = new Set(await listTables(own.db));
    for (const table of await own.db.introspection.getTables()) {
      // The full-text index has tables of its own, without types.
      if (!names.has(table.name)) continue;
      made[table.name] = Object.fromEntries(
        table.columns.map(({ name, dataType, isNullable, hasDefaultValue }) => [
          name,
          { type: dataType.toLowerCase(), isNullable, hasDefault: hasDefaultValue },
        ]),
      );
    }
    expect(made).toEqual(readTypedSchema());
  },
);

test.skipIf(skippedOnPostgres.plans)(
  "every table is strict, and every foreign key has an index",
  async () => {
    await using own = newDatabase();
    const tables = await sql<{ name: string; strict: number }>`
    select name, strict from pragma_table_list
    where schema = 'main' and type = 'table'
      and name not like 'sqlite_%' and name not like 'kysely_%'
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
  },
);

test.skipIf(skippedOnPostgres.plans)("Mila never has a second owner", async () => {
  await using own = newDatabase();
  const [first, second] = [await newFamily(own.db), await newFamily(own.db)];
  const makeOwner = ({ userId }: TestFamily) =>
    own.db.updateTable("users").set({ is_owner: 1 }).where("id", "=", userId).execute();
  await own.db.updateTable("users").set({ is_owner: 0 }).execute();
  await makeOwner(first);
  await expect(makeOwner(second)).rejects.toThrow("UNIQUE");
});

/** Reads the tables' types from their source: table → column → SQLite type. */
function readTypedSchema(): Record<string, Record<string, Column>> {
  const paths = ["db/schema.ts", ...globSync("db/tables/*.ts")];
  const source = paths.map((path) => readFileSync(path, "utf8")).join("\n");
  const textOf = ({ start, end }: TSType) => source.slice(start, end);
  const statements = parseSync("schema.ts", source).program.body.map((statement) =>
    statement.type === "ExportNamedDeclaration" ? statement.declaration : statement,
  );
  const aliases = new Map(
    statements.flatMap((node) =>
      node?.type === "TSTypeAliasDeclaration" ? [[node.id.name, node.typeAnnotation]] : [],
    ),
  );
  const interfaces = new Map(
    statements.flatMap((node) =>
      node?.type === "TSInterfaceDeclaration" ? [[node.id.name, propertiesIn(node.body.body)]] : [],
    ),
  );

  const describe = (type: TSType): Column => {
    const text = textOf(type);
    if (type.type === "TSTypeReference" && text.startsWith("Generated<"))
      return { ...describe(type.typeArguments!.params[0]!), hasDefault: true };
    const alias = aliases.get(text);
    if (alias) return describe(alias);
    return {
      type: /\bnumber\b|\bBit\b|\b[01]\b/.test(text) ? "integer" : "text",
      isNullable: /\bnull\b/.test(text),
      hasDefault: false,
    };
  };
  const columnsOf = (table: string) =>
    Object.fromEntries(interfaces.get(table)!.map(([column, type]) => [column, describe(type)]));
  return Object.fromEntries(
    interfaces.get("Database")!.map(([table, type]) => [table, columnsOf(textOf(type))]),
  );
}

function propertiesIn(members: TSSignature[]): [name: string, type: TSType][] {
  return members.flatMap((member) =>
    member.type === "TSPropertySignature" && member.key.type === "Identifier"
      ? [[member.key.name, member.typeAnnotation!.typeAnnotation]]
      : [],
  );
}
