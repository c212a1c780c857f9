import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Delivery, Prepare, Preparation } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { lateRemindersMessage } from "./late-reminders-text.ts";
import {
  addressFor,
  findReminded,
  reasonAgainst,
  reasonAgainstChannel,
  type Reminded,
  remindedTask,
} from "./reminded.server.ts";

/** One message for all that was due while nothing could go out: what of it is still open. */
export const prepareLateReminders: Prepare = async (trx, deliveries, instance, now) => {
  const merged = await findMerged(trx, deliveries);
  const reminded = await findReminded(
    trx,
    [...merged.values()].flat().map(({ subject_id }) => subject_id),
  );
  const prepared = new Map<string, Preparation>();
  for (const delivery of deliveries) {
    const about = (merged.get(delivery.id) ?? []).flatMap((one) => {
      const reminder = reminded.get(one.subject_id);
      // Each by the channel that was chosen for it: WhatsApp's may be among those that go by SMS.
      return reminder ? [{ reminder, against: reasonAgainst(reminder) ?? reasonAgainstChannel(one, reminder) }] : [];
    });
    prepared.set(delivery.id, prepareOne(delivery, about));
  }
  return prepared;

  function prepareOne(delivery: Delivery, about: { reminder: Reminded; against: Reason | null }[]): Preparation {
    const open = about.filter(({ against }) => !against);
    // One that is off only here may go elsewhere (change-channel.server.ts).
    const unwanted = about.find(({ against }) => against === "not_wanted");
    const cancelled = (unwanted ?? about[0])?.against ?? "withdrawn";
    const told = (open.length > 0 ? open : about).map(({ reminder }) => reminder);
    // Two reminders of one task may be late.
    const byId = new Map(told.map((reminder) => [reminder.task_id, reminder]));
    const tasks = [...byId.values()].flatMap((reminder) => remindedTask(reminder) ?? []);
    const [first] = told;
    const to = first && addressFor(delivery, first);
    if (!to || tasks.length === 0) return { cancelled };
    const timeZone = first.time_zone ?? instance.timeZone;
    const message = lateRemindersMessage({ tasks, timeZone, origin: instance.origin, now });
    return open.length > 0 ? { to, isToAnother: false, message } : { cancelled, to, message };
  }
};

/** The reminders' own deliveries, by the one that they were merged into. */
async function findMerged(trx: Transaction<Database>, deliveries: Delivery[]): Promise<Map<string | null, Delivery[]>> {
  const rows = await trx
    .selectFrom("deliveries")
    .selectAll()
    .where(
      "merged_into",
      "in",
      deliveries.map(({ id }) => id),
    )
    .orderBy("due_at")
    .execute();
  return Map.groupBy(rows, ({ merged_into }) => merged_into);
}
