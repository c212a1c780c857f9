import type { Insertable, Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";

/** In a household. */
export interface Shares {
  tasks: number;
  reminders: number;
  due: number;
}

/** Households of one transaction, and rows of one statement. */
const [householdsAtOnce, rowsAtOnce] = [100, 1_000];
const [sentEach, dueDays] = [20, 60];
const titles = [
  "Pick up Emma from ballet",
  "Dentist for Ben",
  "Order groceries",
  "Call Ines about her pills",
  "Permission slip for the zoo",
  "Pay the electricity bill",
];
const categories = ["Kids", "Household", "Elders"] as const;

/** Reminders of this burst wait for this time, so that one statement makes them due. */
export const timeOfRun = (run: number) => `2099-01-01T00:0${run}:00.000Z`;

type Rows = { [Table in keyof Database]?: Insertable<Database[Table]>[] };

/** Two parents in each household; half of its tasks are done, and 20 messages have gone out. */
export async function fill(
  db: Kysely<Database>,
  households: number,
  shares: Shares,
  runs: number,
): Promise<void> {
  for (let from = 0; from < households; from += householdsAtOnce) {
    const count = Math.min(householdsAtOnce, households - from);
    const some = Array.from({ length: count }, (_, index) => newHousehold(from + index));
    const rows: Rows = {};
    for (const { people, own } of some) {
      add(rows, own);
      add(rows, familyRows(people, shares, runs));
    }
    await insert(db, rows);
  }
}

/** Gives a household that is there as much as others have. Returns the id of an open task. */
export async function fillHousehold(
  db: Kysely<Database>,
  people: People,
  shares: Shares,
): Promise<string> {
  const rows = familyRows(people, shares, 0);
  await insert(db, rows);
  return rows.tasks?.find(({ is_completed }) => is_completed === 0)?.id ?? "";
}

function add(rows: Rows, more: Rows): void {
  for (const [table, some] of Object.entries(more)) {
    const found = ((rows as Record<string, unknown[]>)[table] ??= []);
    found.push(...some);
  }
}

async function insert(db: Kysely<Database>, rows: Rows): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [table, some] of Object.entries(rows)) {
      for (let from = 0; from < some.length; from += rowsAtOnce)
        await trx
          .insertInto(table as "tasks")
          .values(some.slice(from, from + rowsAtOnce) as never)
          .execute();
    }
  });
}

interface People {
  householdId: string;
  userIds: string[];
}

function newHousehold(number: number): { people: People; own: Rows } {
  const [householdId, now] = [newId(), nowIso()];
  const userIds = [newId(), newId()];
  const people = { householdId, userIds };
  return {
    people,
    own: {
      users: userIds.map((id, at) => ({
        id,
        email: `parent-${number}-${at}@example.com`,
        email_verified_at: now,
        created_at: now,
      })),
      profiles: userIds.map((id) => ({ id, time_zone: "America/New_York", updated_at: now })),
      user_preferences: userIds.map((user_id, at) => ({
        user_id,
        ...confirmedPhone(`+1${2_000_000_000 + number * 2 + at}`),
        sms_enabled: 1 as const,
      })),
      households: [{ id: householdId, created_at: now }],
      household_members: userIds.map((user_id, at) => ({
        id: newId(),
        household_id: householdId,
        user_id,
        role: at === 0 ? ("owner" as const) : ("member" as const),
        joined_at: now,
      })),
    },
  };
}

/** Its first open tasks are those of the runs. */
function familyRows({ householdId, userIds }: People, shares: Shares, runs: number): Rows {
  const now = nowIso();
  const openCount = Math.max(Math.ceil(shares.tasks / 2), shares.reminders);
  const tasks = Array.from({ length: shares.tasks }, (_, index) =>
    newTask(index, index < openCount, { householdId, userId: userIds[index % userIds.length]! }),
  );
  const dueIn = (index: number) =>
    Math.floor(index / shares.due) < runs
      ? timeOfRun(Math.floor(index / shares.due))
      : laterBy(now, { hours: 24 + ((index * 37) % (dueDays * 24)) });
  const reminders = tasks.slice(0, shares.reminders).map((task, index) => ({
    id: newId(),
    task_id: task.id,
    user_id: task.user_id,
    origin: "custom" as const,
    minutes_before: 30,
    message: task.title,
    planned_at: dueIn(index),
    scheduled_at: dueIn(index),
    status: "pending" as const,
  }));
  return { tasks, reminders, deliveries: tasks.slice(-sentEach).map(newSentMessage) };
}

function newTask(index: number, isOpen: boolean, whose: { householdId: string; userId: string }) {
  const now = `${nowIso().slice(0, 16)}:00.000Z`;
  const due = isOpen
    ? laterBy(now, { hours: 24 * (dueDays + 1) + index })
    : earlierBy(now, { hours: 24 * (index + 1) });
  return {
    id: newId(),
    household_id: whose.householdId,
    user_id: whose.userId,
    title: titles[index % titles.length]!,
    category: categories[index % categories.length]!,
    created_at: isOpen ? nowIso() : earlierBy(due, { hours: 48 }),
    due_date: due,
    due_local: due.slice(0, 16),
    due_time_zone: "UTC",
    is_completed: isOpen ? (0 as const) : (1 as const),
    done_at: isOpen ? null : due,
    marked_as: isOpen ? null : ("completed" as const),
    marked_by: isOpen ? null : whose.userId,
    marked_at: isOpen ? null : due,
  };
}

function newSentMessage({ user_id, due_date }: ReturnType<typeof newTask>) {
  const id = newId();
  const times = { due_at: due_date, not_before: due_date, created_at: due_date };
  return {
    id,
    kind: "reminder" as const,
    channel: "sms" as const,
    user_id,
    subject_id: id,
    dedupe_key: id,
    state: "delivered" as const,
    is_own: 1 as const,
    attempts: 1,
    provider_id: `SM${id}`,
    claimed_at: due_date,
    ended_at: due_date,
    ...times,
  };
}
