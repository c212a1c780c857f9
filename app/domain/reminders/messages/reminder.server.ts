import type { Delivery, Instance, Prepare, Preparation } from "#app/domain/outbox/preparation.ts";
import { reminderMessage } from "./reminder-text.ts";
import {
  addressFor,
  findReminded,
  reasonAgainst,
  reasonAgainstChannel,
  type Reminded,
  remindedTask,
  whyMoved,
} from "./reminded.server.ts";

/** A reminder of one task, if it is still to be done at the time that it was made for. */
export const prepareReminders: Prepare = async (trx, deliveries, instance, now) => {
  const reminded = await findReminded(
    trx,
    deliveries.map(({ subject_id }) => subject_id),
  );
  const prepared = new Map<string, Preparation>();
  for (const delivery of deliveries) {
    const about = reminded.get(delivery.subject_id);
    if (about) prepared.set(delivery.id, prepareOne(delivery, about, instance, now));
  }
  return prepared;
};

function prepareOne(delivery: Delivery, about: Reminded, instance: Instance, now: string): Preparation {
  const to = addressFor(delivery, about);
  const wasMoved = about.scheduled_at !== delivery.due_at ? whyMoved(about) : null;
  const against = reasonAgainst(about) ?? wasMoved ?? reasonAgainstChannel(delivery, about);
  const task = remindedTask(about);
  if (!to || !task) return { cancelled: against ?? "task_moved" };
  const { origin } = instance;
  const message = reminderMessage({ task, timeZone: about.time_zone ?? instance.timeZone, origin, now });
  return against ? { cancelled: against, to, message } : { to, isToAnother: false, message };
}
