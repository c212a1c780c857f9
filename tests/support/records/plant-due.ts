import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, instantOf, nowIso, Temporal } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

export const timeZone = "America/New_York";

export interface Planted {
  title: string;
  category?: "Kids" | "Household" | "Elders";
  /** Days from today, and a wall clock. */
  due?: [number, string];
  isDone?: boolean;
  isNew?: boolean;
}

interface Family {
  userId: string;
  householdId: string;
}

/** Inserts tasks that are two days old, unless they are new. */
export async function plantDue(db: Kysely<Database>, family: Family, tasks: Planted[]) {
  const now = nowIso();
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const rows = tasks.map(({ title, category = "Household", due, isDone, isNew }, index) => {
    const at = due && today.add({ days: due[0] }).toPlainDateTime(Temporal.PlainTime.from(due[1]));
    return {
      id: newId(),
      household_id: family.householdId,
      user_id: family.userId,
      title,
      category,
      due_date: at ? instantOf(at, timeZone) : null,
      due_local: at ? at.toString({ smallestUnit: "minute" }) : null,
      due_time_zone: at ? timeZone : null,
      is_completed: isDone ? (1 as const) : (0 as const),
      done_at: isDone ? earlierBy(now, { minutes: index }) : null,
      created_at: earlierBy(now, { hours: isNew ? 0 : 48, minutes: index }),
    };
  });
  await db.insertInto("tasks").values(rows).execute();
}
