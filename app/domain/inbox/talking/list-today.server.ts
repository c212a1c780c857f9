import type { Transaction } from "kysely";
import { instantOf, wallClockAt } from "#app/domain/core/time.ts";
import { listTasksDue } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Talk } from "./talk.ts";
import { maxListed, todayList } from "./reply-texts.ts";

export async function listToday(
  trx: Transaction<Database>,
  { user: { householdId, timeZone }, now }: Pick<Talk, "user" | "now">,
): Promise<string> {
  const tomorrow = wallClockAt(now, timeZone).toPlainDate().add({ days: 1 }).toPlainDateTime();
  const before = instantOf(tomorrow, timeZone);
  const today = await listTasksDue(trx, householdId, { from: now, before, most: maxListed });
  const overdue = await listTasksDue(trx, householdId, { before: now, most: 1 });
  return todayList(today, { overdue: overdue.count, timeZone });
}
