import type { Prepare, Preparation } from "../preparation.ts";
import { addressFor, findReminded, reasonAgainst, reasonAgainstChannel } from "./reminded.server.ts";
import { writeReminder } from "./reminder-message.ts";

/** A reminder of one task, if it is still to be done at the time that it was made for. */
export const prepareReminders: Prepare = async (trx, deliveries, instance) => {
  const reminded = await findReminded(
    trx,
    deliveries.map(({ subject_id }) => subject_id),
  );
  const prepared = new Map<string, Preparation>();
  for (const delivery of deliveries) {
    const about = reminded.get(delivery.subject_id);
    if (!about) continue;
    const to = addressFor(delivery, about);
    const wasMoved = about.scheduled_at !== delivery.due_at ? "task_moved" : null;
    const against = reasonAgainst(about) ?? wasMoved ?? reasonAgainstChannel(delivery, about);
    const message = writeReminder(about, instance);
    prepared.set(
      delivery.id,
      against || !to
        ? { cancelled: against ?? "no_address", ...(to && { to }), message }
        : { to, isToAnother: false, message },
    );
  }
  return prepared;
};
