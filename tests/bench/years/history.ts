import { type Kysely, sql } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** What a family leaves behind in one or in three years. */
export interface History {
  days: number;
  tasks: number;
  deliveries: number;
  auditEvents: number;
}

export const aYear: History = { days: 365, tasks: 7_000, deliveries: 20_000, auditEvents: 1_000 };
export const threeYears: History = {
  days: 1_095,
  tasks: 20_000,
  deliveries: 60_000,
  auditEvents: 3_000,
};

/** Older deliveries are counted by day and deleted. */
const daysOfDeliveries = 179;
const [openAhead, overdue, seriesCount] = [150, 40, 30];

/** Returns the id of the first chore's open task. */
export const openChoreOf = (householdId: string) => `${householdId}-s0-open`;

/** Writes a household's history straight into the database: the pages would take days. */
export async function addHistory(
  db: Kysely<Database>,
  parents: { householdId: string; userId: string; otherId: string },
  history: History,
): Promise<void> {
  await addFamily(db, parents);
  await addTasks(db, parents, history);
  await addReminders(db, parents);
  await addSeries(db, parents, history);
  await addDeliveries(db, history);
  await addRequests(db, parents);
  await addAudit(db, parents, history);
}

async function addFamily(
  db: Kysely<Database>,
  { householdId, userId }: { householdId: string; userId: string },
): Promise<void> {
  const owned = { household_id: householdId, added_by: userId, created_at: nowIso() };
  await db
    .insertInto("people")
    .values([
      { id: `${householdId}-emma`, ...owned, name: "Emma", relation: "child" },
      { id: `${householdId}-ben`, ...owned, name: "Ben", relation: "child" },
      { id: `${householdId}-ines`, ...owned, name: "Ines", relation: "grandparent" },
    ])
    .execute();
}

/** The newest ones are still ahead, some before them are overdue, and all others are done. */
async function addTasks(
  db: Kysely<Database>,
  { householdId, userId, otherId }: { householdId: string; userId: string; otherId: string },
  { days, tasks }: History,
): Promise<void> {
  const stepMs = (days * 86_400_000) / tasks;
  await sql`
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${tasks - 1}),
    times as (
      select n, n >= ${tasks - openAhead - overdue} as is_open,
        cast(unixepoch() * 1000.0 - (${tasks - openAhead} - n) * ${stepMs} as int) as ms from numbers
    ),
    dated as (
      select *, strftime('%Y-%m-%dT%H:%M:00.000Z', ms / 1000, 'unixepoch') as due,
        strftime('%Y-%m-%dT%H:%M:00.000Z', min(ms, unixepoch() * 1000) / 1000 - 172800, 'unixepoch') as added
      from times
    )
    insert into tasks (id, household_id, user_id, title, category, description, assignee, created_at,
      due_date, due_local, due_time_zone, is_completed, done_at, marked_as, marked_by, marked_at)
    select ${householdId} || format('-t%06d', n), ${householdId}, iif(n % 2, ${userId}, ${otherId}),
      json_array('Pick up Emma from ballet', 'Dentist for Ben', 'Order groceries', 'Call Ines about her pills',
        'Permission slip for the zoo', 'Pay the electricity bill') ->> (n % 6),
      json_array('Kids', 'Household', 'Elders') ->> (n % 3),
      iif(n % 7 = 0, 'Ask whether it can be moved to next week, and bring the blue folder', null),
      iif(n % 11 = 0, 'Ines', null), added, due, substr(due, 1, 16), 'UTC',
      not is_open, iif(is_open, null, due), iif(is_open, null, 'completed'),
      iif(is_open, null, iif(n % 2, ${userId}, ${otherId})), iif(is_open, null, due)
    from dated
  `.execute(db);
}

/** Each parent has a reminder of each task. */
async function addReminders(
  db: Kysely<Database>,
  { householdId, userId, otherId }: { householdId: string; userId: string; otherId: string },
): Promise<void> {
  await sql`
    insert into reminders (id, task_id, user_id, origin, minutes_before, message, planned_at, scheduled_at, status)
    select tasks.id || '-' || members.value, tasks.id, members.value, 'preference', 60, title,
      strftime('%Y-%m-%dT%H:%M:00.000Z', due_date, '-1 hour'), strftime('%Y-%m-%dT%H:%M:00.000Z', due_date, '-1 hour'),
      iif(due_date < ${nowIso()}, 'sent', 'pending')
    from tasks, json_each(json_array(${userId}, ${otherId})) as members where household_id = ${householdId}
  `.execute(db);
}

/** Chores of each day and week, whose history is as long as the family's. */
async function addSeries(
  db: Kysely<Database>,
  { householdId, userId }: { householdId: string; userId: string },
  { days }: History,
): Promise<void> {
  const now = nowIso();
  await sql`
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${seriesCount - 1})
    insert into series (id, household_id, rule, counts_from, starts_on, local_time, time_zone, title, category, created_at)
    select ${householdId} || '-s' || n, ${householdId}, iif(n % 3, 'FREQ=WEEKLY', 'FREQ=DAILY'), 'due',
      date('now', ${`-${days} days`}), '18:00', 'UTC', 'Chore number ' || n, 'Household', ${now}
    from numbers
  `.execute(db);
  await sql`
    insert into tasks (id, household_id, user_id, title, category, created_at, due_date, due_local, due_time_zone)
    select id || '-open', household_id, ${userId}, title, category, ${now},
      date('now', '+1 day') || 'T18:00:00.000Z', date('now', '+1 day') || 'T18:00', 'UTC'
    from series where household_id = ${householdId}
  `.execute(db);
  await sql`
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${days})
    insert into series_occurrences (series_id, household_id, number, occurs_on, next_on, task_id, task_version, state,
      missed_at, closed_at, done_by, turn_person_id)
    select series.id, household_id, last - n + 1,
      date('now', '+1 day', format('%+d days', -n * step)),
      date('now', '+1 day', format('%+d days', (1 - n) * step)), iif(n = 0, series.id || '-open', null), 1,
      iif(n = 0, 'open', 'done'), iif(n = 0, date('now', '+2 days') || 'T00:00:00.000Z', null),
      iif(n = 0, null, date('now', '+1 day', format('%+d days', -n * step)) || 'T18:30:00.000Z'),
      iif(n = 0, null, person), person
    from numbers join (
      select id, household_id, (select id from people where user_id = ${userId}) as person,
        iif(rule = 'FREQ=DAILY', 1, 7) as step,
        cast(${days} / iif(rule = 'FREQ=DAILY', 1, 7) as int) as last
      from series where household_id = ${householdId}
    ) as series on n <= last
  `.execute(db);
}

/** The messages of the reminders, spread over the days that they are kept. */
async function addDeliveries(db: Kysely<Database>, { deliveries }: History): Promise<void> {
  await sql`
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${deliveries - 1}),
    people as (select row_number() over (order by id) - 1 as n, id from users),
    times as (
      select n, cast(unixepoch() * 1000.0 - (${deliveries} - n) * (${daysOfDeliveries} * 86400000.0 / ${deliveries})
        as int) as ms from numbers
    ),
    rows as (
      select n, strftime('%Y-%m-%dT%H:%M:%fZ', ms / 1000.0, 'unixepoch') as at, format('%012x', ms) as hex from times
    )
    insert into deliveries (id, kind, channel, user_id, subject_id, state, is_own, reason, cause, dedupe_key, due_at,
      not_before, attempts, claimed_at, ended_at, created_at)
    select substr(hex, 1, 8) || '-' || substr(hex, 9) || format('-7000-8000-%012x', rows.n),
      iif(rows.n % 60, 'reminder', 'daily_summary'), json_array('sms', 'push', 'email') ->> (rows.n % 3), people.id,
      'history-' || rows.n, json_array('delivered', 'sent', 'merged', 'cancelled', 'delivered', 'failed', 'sent')
        ->> (rows.n % 7), 1,
      iif(rows.n % 7 = 5, 'bad_address', null), 'history-' || rows.n, 'history-' || rows.n, at, at, 1, at, at, at
    from rows join people on people.n = rows.n % (select count(*) from users)
  `.execute(db);
}

/** A request to Ines for each fiftieth task, which she accepted. */
async function addRequests(
  db: Kysely<Database>,
  { householdId, userId }: { householdId: string; userId: string },
): Promise<void> {
  await sql`
    insert into delegations (id, task_id, asked_by, person_id, delegate_name, method, state, answer, asked_at,
      answered_at, ended_at)
    select id || '-ask', id, ${userId}, ${`${householdId}-ines`}, 'Ines', 'link', 'task_completed', 'accepted', created_at,
      created_at, due_date
    from tasks where household_id = ${householdId} and is_completed = 1 and substr(id, -2) in ('00', '50')
  `.execute(db);
}

/** In the 180 days that they are kept. */
async function addAudit(
  db: Kysely<Database>,
  { userId, otherId }: { userId: string; otherId: string },
  { auditEvents }: History,
): Promise<void> {
  await sql`
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${auditEvents - 1}),
    times as (
      select n, cast(unixepoch() * 1000.0 - (${auditEvents} - n) * (${daysOfDeliveries} * 86400000.0 / ${auditEvents})
        as int) as ms from numbers
    ),
    rows as (
      select n, strftime('%Y-%m-%dT%H:%M:%fZ', ms / 1000.0, 'unixepoch') as at, format('%012x', ms) as hex from times
    )
    insert into audit_events (id, recorded_at, kind, user_id, done_by, network, device, logged_at)
    select substr(hex, 1, 8) || '-' || substr(hex, 9) || format('-7000-8000-%012x', n), at, 'signed_in',
      iif(n % 2, ${userId}, ${otherId}), 'self', '198.51.100.7', 'Safari on iPhone', at
    from rows
  `.execute(db);
}
