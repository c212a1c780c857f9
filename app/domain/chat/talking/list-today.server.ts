import type { Transaction } from "kysely";
import { laterBy, wallClockAt } from "#app/domain/core/time.ts";
import { listTasksDue } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Talk } from "./talk.ts";
import { todayList } from "./reply-texts.ts";

/** More than any day has in any time zone. */
const hoursAhead = 26;

export async function listToday(
  trx: Transaction<Database>,
  { user: { householdId, timeZone }, now }: Pick<Talk, "user" | "now">,
): Promise<string> {
  const tasks = await listTasksDue(trx, [householdId], laterBy(now, { hours: hoursAhead }));
  const dateOf = (instant: string) => wallClockAt(instant, timeZone).toPlainDate();
  const isToday = ({ due_date }: { due_date: string }) => dateOf(due_date).equals(dateOf(now));
  const isOverdue = ({ due_date }: { due_date: string }) => due_date < now;
  return todayList(
    tasks.filter((task) => !isOverdue(task) && isToday(task)),
    { overdue: tasks.filter(isOverdue).length, timeZone },
  );
}
