import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";

/** Counted by PostgreSQL, without those of this connection's own questions. */
export async function startCounting(db: Kysely<Database>): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`.execute(db);
  await sql`select pg_stat_statements_reset()`.execute(db);
}

export async function countStatements(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ calls: number }>`select coalesce(sum(calls), 0) as calls
    from pg_stat_statements
    where query !~ 'pg_stat_statements' and query !~* '^(begin|commit|rollback)'
      and query not like '%pg_advisory_xact_lock%'`.execute(db);
  return rows[0]?.calls ?? 0;
}

/** Of the server: it counts statements, and can write the plan of each into its log. */
export const measuringSettings = [
  "shared_preload_libraries = 'pg_stat_statements, auto_explain'",
  "auto_explain.log_min_duration = -1",
  "auto_explain.log_analyze = on",
  "auto_explain.log_timing = off",
  "auto_explain.log_format = json",
  "logging_collector = on",
  "log_destination = jsonlog",
  "log_directory = log",
  "log_filename = plans",
  "",
];

/** Tables with more rows grow with the households, and no statement should read so many. */
const [bigTable, manyRows] = [5_000, 1_000];

/**
 * Returns the statements of some work that read many rows of a big table: the table, the rows, and
 * the statement.
 */
export async function findGrowingScans(
  db: Kysely<Database>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  await sql`analyze`.execute(db);
  const { rows: big } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and reltuples > ${sql.lit(bigTable)}`.execute(db);
  await explainAll(db, true);
  await work();
  await explainAll(db, false);
  const { rows } = await sql<{ folder: string }>`select setting as folder from pg_settings
    where name = 'data_directory'`.execute(db);
  const lines = readFileSync(join(rows[0]!.folder, "log", "plans.json"), "utf8").split("\n");
  const names = new Set(big.map(({ name }) => name));
  const found = new Map<string, string>();
  for (const line of lines) {
    const plan = planIn(line);
    for (const read of readsIn(plan?.Plan, names))
      found.set(
        `${read.table} ${plan?.["Query Text"]}`,
        describe(read, plan?.["Query Text"] ?? ""),
      );
  }
  return [...found.values()];
}

/** For connections that begin from now on. */
async function explainAll(db: Kysely<Database>, isOn: boolean): Promise<void> {
  const ms = sql.lit(isOn ? 0 : -1);
  await sql`alter role current_user set auto_explain.log_min_duration = ${ms}`.execute(db);
}

interface PlanNode {
  "Relation Name"?: string;
  "Node Type": string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

function planIn(line: string): { Plan: PlanNode; "Query Text": string } | null {
  if (!line.includes("plan:")) return null;
  const { message } = JSON.parse(line) as { message: string };
  const at = message.indexOf("{");
  return at === -1 ? null : JSON.parse(message.slice(at));
}

interface Read {
  table: string;
  how: string;
  rows: number;
}

function readsIn(node: PlanNode | undefined, tables: Set<string>): Read[] {
  if (!node) return [];
  const table = node["Relation Name"] ?? "";
  const each = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
  const rows = each * (node["Actual Loops"] ?? 0);
  const own = tables.has(table) && rows > manyRows ? [{ table, how: node["Node Type"], rows }] : [];
  return [...own, ...(node.Plans ?? []).flatMap((one) => readsIn(one, tables))];
}

const describe = ({ table, how, rows }: Read, query: string) =>
  `${how} of ${table}, ${rows} rows: ${query.slice(0, 500)}`;

/** Statements that took longest in all, with the time for which they waited. */
export async function listCostly(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ ms: number; calls: number; query: string }>`
    select round(total_exec_time) as ms, calls, query from pg_stat_statements
    order by total_exec_time desc limit 15`.execute(db);
  return rows.map(({ ms, calls, query }) => `${ms} ms, ${calls} times: ${query.slice(0, 160)}`);
}
