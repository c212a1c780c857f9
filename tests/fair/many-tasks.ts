import { type Kysely, sql } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { until } from "../faults/waiting.ts";

interface Account {
  email: string;
}

const categories = ["Kids", "Household", "Elders"] as const;
const atOnce = 1_000;

/**
 * Adds an account's open tasks, due in turn on each of the coming days at 3 PM in UTC.
 * The forms would take days for so many.
 */
export async function addManyTasks(
  db: Kysely<Database>,
  account: Account,
  { count, days }: { count: number; days: number },
): Promise<void> {
  const owner = await db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select(["user_id", "household_id"])
    .where("email", "=", account.email)
    .executeTakeFirstOrThrow();
  const now = nowIso();
  const rows = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const day = laterBy(now, { hours: 24 * (1 + (number % days)) }).slice(0, 10);
    return {
      ...owner,
      id: `${owner.user_id}-${number}`,
      title: `Water the plants, number ${number}`,
      category: categories[number % 3]!,
      created_at: now,
      due_date: `${day}T15:00:00.000Z`,
      due_local: `${day}T15:00`,
      due_time_zone: "UTC",
    };
  });
  for (let from = 0; from < count; from += atOnce)
    await db
      .insertInto("tasks")
      .values(rows.slice(from, from + atOnce))
      .execute();
}

/** Makes the account's first tasks the open ones of daily series. */
export async function makeDailySeries(
  db: Kysely<Database>,
  account: Account,
  count: number,
): Promise<void> {
  await sql`
    insert into series (id, household_id, rule, counts_from, starts_on, local_time, time_zone, title, category, created_at)
    select 's-' || id, household_id, 'FREQ=DAILY', 'due', substr(due_local, 1, 10), substr(due_local, 12, 5),
      due_time_zone, title, category, ${nowIso()}
    from tasks where user_id = ${idOf(account)} order by due_date limit ${count}
  `.execute(db);
  await sql`
    insert into series_occurrences (series_id, household_id, number, occurs_on, next_on, task_id, task_version, state, missed_at, turn_person_id)
    select 's-' || tasks.id, household_id, 1, substr(due_local, 1, 10), date(due_local, '+1 day'), tasks.id, version, 'open',
      strftime('%Y-%m-%dT00:00:00.000Z', due_date, '+1 day'), (select id from people where people.user_id = tasks.user_id)
    from tasks where 's-' || id in (select id from series) and user_id = ${idOf(account)}
  `.execute(db);
  await sql`
    insert into series_turns (series_id, turn_order)
    select id, 'each' from series where id like 's-' || ${idOf(account)} || '%'
  `.execute(db);
}

/** Nobody has ticked them off in their time, which is over now. */
export async function missSeries(
  db: Kysely<Database>,
  account: Account,
  now: string,
): Promise<void> {
  await sql`
    update series_occurrences set missed_at = ${now} where series_id like 's-' || ${idOf(account)} || '%'
  `.execute(db);
}

/** Waits for the next task of an account's only series, and returns when it was made. */
export async function untilItWentOn(db: Kysely<Database>, account: Account): Promise<string> {
  const find = () => nextTasks(db, account).select("tasks.created_at").executeTakeFirst();
  await until(async () => (await find()) !== undefined);
  return (await find())?.created_at ?? "9999";
}

/** Counts the account's series that went on between two instants. */
export async function countWentOn(
  db: Kysely<Database>,
  account: Account,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { count } = await nextTasks(db, account)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("tasks.created_at", ">", from)
    .where("tasks.created_at", "<", to)
    .executeTakeFirstOrThrow();
  return count;
}

function nextTasks(db: Kysely<Database>, account: Account) {
  return db
    .selectFrom("tasks")
    .innerJoin("series_occurrences", "series_occurrences.task_id", "tasks.id")
    .where("series_occurrences.number", "=", 2)
    .where("tasks.user_id", "=", idOf(account));
}

const idOf = ({ email }: Account) => sql<string>`(select id from users where email = ${email})`;
