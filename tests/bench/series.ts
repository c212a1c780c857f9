import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import "#app/domain/wiring/rules.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";
import type { Database } from "#db/schema.ts";
import { newFamily, type TestFamily } from "../support/records/family.ts";

const [seriesCount, idleTicks, busyTicks, missedAtOnce] = [100_000, 500, 100, 5];

/** Makes each open dated task the open one of a weekly series, in turns. */
export async function makeSeries(dataFolder: string): Promise<void> {
  await using db = openDatabase(`${dataFolder}/mila.db`);
  await addSeries(db, nowIso());
}

async function addSeries(db: Kysely<Database>, now: string): Promise<void> {
  await sql`
    insert into series (id, household_id, rule, counts_from, starts_on, local_time, time_zone, title, category, created_at)
    select 's-' || id, household_id, 'FREQ=WEEKLY', 'due', substr(due_local, 1, 10), substr(due_local, 12, 5),
      due_time_zone, title, category, ${now}
    from tasks where is_completed = 0 and due_local is not null and id not in (select coalesce(task_id, '') from series_occurrences)
  `.execute(db);
  await sql`
    insert into series_occurrences (series_id, household_id, number, occurs_on, next_on, task_id, task_version, state, missed_at, turn_person_id)
    select 's-' || tasks.id, tasks.household_id, 1, substr(due_local, 1, 10), date(due_local, '+7 days'), tasks.id, version, 'open',
      strftime('%Y-%m-%dT%H:%M:%S.000Z', max(due_date, ${now}), '+5 days'), (select id from people where people.user_id = tasks.user_id)
    from tasks join series on series.id = 's-' || tasks.id
    where tasks.id not in (select coalesce(task_id, '') from series_occurrences)
  `.execute(db);
  await sql`insert or ignore into series_turns (series_id, turn_order) select id, 'each' from series`.execute(
    db,
  );
  await sql`
    insert or ignore into series_turn_people (series_id, position, person_id)
    select series_id, 0, turn_person_id from series_occurrences
  `.execute(db);
}

/**
 * The work of each second: while none is missed, and while as many are missed as a tick replaces.
 */
export async function seriesTickFigures() {
  const folder = mkdtempSync(join(tmpdir(), "mila-bench-"));
  try {
    await using db = openDatabase(join(folder, "mila.db"));
    await migrateToLatest(db);
    await addFamilies(db);
    const now = nowIso();
    await addSeries(db, now);
    const idle = await measure(idleTicks, () => tickSeries(db, () => now));
    const busy = await measure(
      busyTicks,
      () => tickSeries(db, () => now),
      () => missSome(db, now),
    );
    return {
      [`${seriesCount} series, none missed`]: figuresOf(idle),
      [`${seriesCount} series, ${missedAtOnce} missed`]: figuresOf(busy),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of a hundred series each, due in the next days. */
async function addFamilies(db: Kysely<Database>): Promise<void> {
  for (let count = 0; count < seriesCount; count += 100) await addTasks(db, await newFamily(db));
}

async function addTasks(
  db: Kysely<Database>,
  { userId, householdId, timeZone }: TestFamily,
): Promise<void> {
  await sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 100)
    insert into tasks (id, household_id, user_id, title, category, created_at, due_date, due_local, due_time_zone)
    select ${householdId} || '-' || n, ${householdId}, ${userId}, 'Trash ' || n, 'Household', ${nowIso()},
      strftime('%Y-%m-%dT%H:%M:00.000Z', 'now', '+' || (n + 5) || ' hours'),
      strftime('%Y-%m-%dT%H:%M', 'now', '+' || n || ' hours'), ${timeZone}
    from numbers
  `.execute(db);
}

async function missSome(db: Kysely<Database>, now: string): Promise<void> {
  const past = earlierBy(now, { minutes: 1 });
  await sql`
    update series_occurrences set missed_at = ${past} where series_id in (
      select series_id from series_occurrences where number = 1 and state = 'open' limit ${missedAtOnce})
  `.execute(db);
}

interface Tick {
  /** Unlike the time that passed, it hardly depends on what else the machine does. */
  cpuMs: number;
  ms: number;
  replaced: number;
}

async function measure(
  times: number,
  run: () => Promise<number>,
  prepare?: () => Promise<void>,
): Promise<Tick[]> {
  const ticks: Tick[] = [];
  for (let time = 0; time < times; time += 1) {
    await prepare?.();
    const [start, before] = [performance.now(), process.threadCpuUsage()];
    const replaced = await run();
    const { user, system } = process.threadCpuUsage(before);
    ticks.push({ cpuMs: (user + system) / 1_000, ms: performance.now() - start, replaced });
  }
  return ticks;
}

function figuresOf(ticks: Tick[]) {
  const at = (name: keyof Tick, share: number) =>
    rounded(
      ticks.map((tick) => tick[name]).toSorted((one, other) => one - other)[
        Math.floor(ticks.length * share)
      ]!,
    );
  const sum = (name: keyof Tick) => ticks.reduce((total, tick) => total + tick[name], 0);
  return {
    "CPU p50": at("cpuMs", 0.5),
    "CPU p99": at("cpuMs", 0.99),
    "elapsed p50": at("ms", 0.5),
    "elapsed p99": at("ms", 0.99),
    "CPU of each replaced": sum("replaced") > 0 ? rounded(sum("cpuMs") / sum("replaced")) : null,
  };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
