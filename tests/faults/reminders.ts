import type { Insertable, Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { confirmedPhone } from "../support/people/confirmed-phone.ts";

const neverDue = "2099-01-01T00:00:00.000Z";
const rowsAtOnce = 1_000;

/** A marker in a task's title appears in every message about it. */
export const markPattern = /Nr-\d{6}/g;

export interface Seeded {
  /** In marker order. */
  reminderIds: string[];
  taskIds: string[];
  people: Person[];
}

interface Shape {
  /** Reminders per person. */
  eachPerson?: number;
  /** So many in a row have the same words and recipient. */
  alike?: number;
  /** Email recipients; the others get SMS. */
  isByEmail?: (person: number) => boolean;
  /** Recipients with a channel other than SMS or email. */
  chosenChannel?: (person: number) => "ntfy" | "telegram" | null;
  scheduledAt?: (reminder: number) => string;
  /** The number of the first person and task, beside others that were seeded before. */
  first?: number;
}

export interface Person {
  userId: string;
  email: string;
  householdId: string;
  /** E.164. */
  phone: string;
}

/** Tasks with one far-future reminder each. */
export async function seedReminders(
  db: Kysely<Database>,
  count: number,
  {
    eachPerson = 20,
    alike = 1,
    isByEmail = () => false,
    chosenChannel = () => null,
    scheduledAt = () => neverDue,
    first = 0,
  }: Shape = {},
): Promise<Seeded> {
  const people = Array.from({ length: Math.ceil(count / eachPerson) }, (_, index) =>
    newPerson(first + index, { isByEmail: isByEmail(index), channel: chosenChannel(index) }),
  );
  const tasks = Array.from({ length: count }, (_, index) => {
    const words = Math.floor(index / alike);
    const person = people[words % people.length];
    if (!person) throw new Error("There are too few people");
    return newTask(first + words, person);
  });
  const reminders = tasks.map((task, index) => newReminder(task, scheduledAt(index)));
  await insert(
    db,
    "users",
    people.map(({ user }) => user),
  );
  await insert(
    db,
    "profiles",
    people.map(({ profile }) => profile),
  );
  await insert(
    db,
    "user_preferences",
    people.map(({ preferences }) => preferences),
  );
  await insert(
    db,
    "households",
    people.map(({ household }) => household),
  );
  await insert(
    db,
    "household_members",
    people.map(({ member }) => member),
  );
  await insert(db, "tasks", tasks);
  await insert(db, "reminders", reminders);
  return { reminderIds: reminders.map(({ id }) => id), taskIds: tasks.map(({ id }) => id), people };
}

/** Makes future reminders due, now by default. */
export async function makeDue(
  db: Kysely<Database>,
  ids: string[],
  at: string = nowIso(),
): Promise<void> {
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    await db
      .updateTable("reminders")
      .set({ scheduled_at: at, planned_at: at })
      .where("id", "in", ids.slice(from, from + rowsAtOnce))
      .where("status", "=", "pending")
      .execute();
  }
}

async function insert<Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  rows: Insertable<Database[Table]>[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await trx
        .insertInto(table)
        .values(rows.slice(from, from + rowsAtOnce))
        .execute();
    }
  });
}

/** The topic of a person by ntfy. */
export function topicOf(person: number): string {
  return `mila-topic-${person}`;
}

/** The chat of a person by Telegram. */
export function chatOf(person: number): number {
  return 1_000_000 + person;
}

function newPerson(
  index: number,
  { isByEmail, channel }: { isByEmail: boolean; channel: "ntfy" | "telegram" | null },
) {
  const [userId, householdId, now] = [newId(), newId(), nowIso()];
  const phone_number = `+1555${String(index).padStart(7, "0")}`;
  const email = `person-${index}@example.com`;
  return {
    userId,
    householdId,
    phone: phone_number,
    email,
    user: { id: userId, email, email_verified_at: now, created_at: now },
    profile: { id: userId, time_zone: "America/New_York", updated_at: now },
    preferences: {
      user_id: userId,
      ...confirmedPhone(phone_number),
      sms_enabled: isByEmail || channel ? 0 : 1,
      email_enabled: 1,
      ntfy_topic: channel === "ntfy" ? topicOf(index) : null,
      telegram_chat: channel === "telegram" ? String(chatOf(index)) : null,
    } as const,
    household: { id: householdId, created_at: now },
    member: {
      id: newId(),
      household_id: householdId,
      user_id: userId,
      role: "owner",
      joined_at: now,
    } as const,
  };
}

function newTask(index: number, { userId, householdId }: Person) {
  return {
    id: newId(),
    household_id: householdId,
    user_id: userId,
    title: `Errand Nr-${String(index).padStart(6, "0")}`,
    category: "Household",
    created_at: nowIso(),
    due_date: "2031-06-10T19:00:00.000Z",
    due_local: "2031-06-10T15:00",
    due_time_zone: "America/New_York",
  } as const;
}

function newReminder({ id, user_id, title }: ReturnType<typeof newTask>, scheduledAt: string) {
  const times = { minutes_before: 30, planned_at: scheduledAt, scheduled_at: scheduledAt };
  return {
    id: newId(),
    task_id: id,
    user_id,
    origin: "custom",
    message: title,
    status: "pending",
    ...times,
  } as const;
}
