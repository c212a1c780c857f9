import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Delivery, Prepare, Preparation } from "../preparation.ts";
import { lateRemindersMessage } from "../texts/late-reminders.ts";
import {
  addressFor,
  findReminded,
  reasonAgainst,
  reasonAgainstChannel,
  type Reminded,
  remindedTask,
} from "./reminded.server.ts";

/** One message for all that was due while nothing could go out: what of it is still open (DELIVERY.md, "Late"). */
export const prepareLateReminders: Prepare = async (trx, deliveries, instance, now) => {
  const merged = await findMerged(trx, deliveries);
  const reminded = await findReminded(trx, [...merged.values()].flat());
  const prepared = new Map<string, Preparation>();
  for (const delivery of deliveries) {
    const about = (merged.get(delivery.id) ?? []).flatMap((id) => reminded.get(id) ?? []);
    const open = about.filter((reminder) => !reasonAgainst(reminder) && !reasonAgainstChannel(delivery, reminder));
    prepared.set(delivery.id, prepareOne(delivery, about, open));
  }
  return prepared;

  function prepareOne(delivery: Delivery, about: Reminded[], open: Reminded[]): Preparation {
    const [first] = open;
    const to = first && addressFor(delivery, first);
    if (first && to) {
      const tasks = open.flatMap((reminder) => remindedTask(reminder) ?? []);
      const timeZone = first.time_zone ?? instance.timeZone;
      return {
        to,
        isToAnother: false,
        message: lateRemindersMessage({ tasks, timeZone, origin: instance.origin, now }),
      };
    }
    const [any] = about;
    return { cancelled: (any && (reasonAgainst(any) ?? reasonAgainstChannel(delivery, any))) ?? "withdrawn" };
  }
};

/** The reminders' ids, by the delivery that they were merged into. */
async function findMerged(trx: Transaction<Database>, deliveries: Delivery[]): Promise<Map<string, string[]>> {
  const rows = await trx
    .selectFrom("deliveries")
    .select(["merged_into", "subject_id"])
    .where(
      "merged_into",
      "in",
      deliveries.map(({ id }) => id),
    )
    .orderBy("due_at")
    .execute();
  const byDelivery = new Map<string, string[]>();
  for (const { merged_into, subject_id } of rows) {
    if (merged_into) byDelivery.set(merged_into, [...(byDelivery.get(merged_into) ?? []), subject_id]);
  }
  return byDelivery;
}
