import { type ColumnDefinitionBuilder, type Kysely, type RawBuilder, sql } from "kysely";

type Build = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

export const key: Build = (column) => column.primaryKey().notNull();

export const required: Build = (column) => column.notNull();

export const unique: Build = (column) => column.notNull().unique();

export function preset(value: string | number): Build {
  return (column) => column.notNull().defaultTo(value);
}

/** Refers to the row that this one belongs to and is deleted with. */
export function partOf(table: string): Build {
  return (column) => column.notNull().references(`${table}.id`).onDelete("cascade");
}

/** As `partOf`, for at most one row each. */
export function keyOf(table: string): Build {
  return (column) => column.primaryKey().notNull().references(`${table}.id`).onDelete("cascade");
}

/** Refers to a row that may be deleted earlier. */
export function linkTo(table: string): Build {
  return (column) => column.references(`${table}.id`).onDelete("set null");
}

export function bit(name: string): Build {
  return (column) => column.notNull().check(isOneOf(name, [0, 1]));
}

export function flag(name: string, value: 0 | 1 = 0): Build {
  return (column) => bit(name)(column.defaultTo(value));
}

export function date(name: string): Build {
  return (column) => column.notNull().check(isDate(name));
}

export function oneOf(name: string, values: string[]): Build {
  return (column) => column.notNull().check(isOneOf(name, values));
}

export function isOneOf(name: string, values: (string | number)[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(name)} in (${sql.join(values.map((value) => sql.lit(value)))})`;
}

export function isDate(name: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(name)} glob '????-??-??'`;
}

interface Index {
  on: string[];
  /** The only rows that it holds. */
  where?: [column: string, operator: "=" | ">" | "in" | "is" | "is not", value: unknown][];
  unique?: true;
}

export async function addIndexes(
  db: Kysely<any>,
  table: string,
  indexes: Record<string, Index>,
): Promise<void> {
  for (const [name, { on, where = [], unique: isUnique }] of Object.entries(indexes)) {
    let index = db.schema.createIndex(name).on(table).columns(on);
    if (isUnique) index = index.unique();
    for (const [column, operator, value] of where)
      index = index.where(sql.ref(column), operator, value);
    await index.execute();
  }
}
