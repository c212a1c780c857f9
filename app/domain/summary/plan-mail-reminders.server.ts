import type { Transaction } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { instantOf, wallClockAt } from "#app/domain/core/time.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { listMemberIds } from "#app/domain/people/household/membership.server.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";
import { nextDailySummaryAt } from "./plan-daily-summary.server.ts";

/** Wall clock, in the person's own zone. */
const mailReminderTime = "18:00";

/** Plans an evening reminder of the waiting mails for each member who wants one. */
export async function planMailReminders(
  trx: Transaction<Database>,
  { householdId }: { householdId: string },
  now: string,
): Promise<void> {
  const userIds = await listMemberIds(trx, householdId);
  const preferences = await findPreferencesByUser(trx, userIds);
  const people = await findPeople(trx, userIds);
  const deliveries = userIds.flatMap((userId) => {
    const own = preferences.get(userId);
    if (!own?.school_mail_enabled) return [];
    // The zone is known once the person has opened a page.
    const timeZone = people.get(userId)?.timeZone ?? "UTC";
    const notBefore = nextDailySummaryAt(now, mailReminderTime, timeZone);
    const date = wallClockAt(notBefore, timeZone).toPlainDate();
    return wantedChannels(own).map((channel) => ({
      kind: "school_mail" as const,
      channel,
      userId,
      subjectId: date.toString(),
      isOwn: true,
      dedupeKey: `school_mail:${userId}:${date.toString()}`,
      notBefore,
      expiresAt: instantOf(date.add({ days: 1 }).toPlainDateTime(), timeZone),
    }));
  });
  await addDeliveries(trx, deliveries, now);
}
