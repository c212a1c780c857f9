import { type Kysely, sql } from "kysely";
import { claimDeliveries } from "#app/domain/outbox/sending/claim.server.ts";
import { enqueueDue } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import { recordResults } from "#app/domain/outbox/sending/record.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { newSender, roomFor } from "../../support/messages/deliveries.ts";
import { postSigned, statusFields } from "../../fakes/twilio/webhooks.ts";
import { newMessageStore } from "../../fakes/twilio/messages.ts";
import { startWeb } from "../program.ts";
import { startProvider } from "../provider.ts";
import type { Random } from "../random.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";

const atOnce = 20;

/**
 * Twilio reports each message as sent and then its fate, twice, sometimes before our own record.
 */
export const reportsInAnyOrder: Row = {
  name: "reports-in-any-order",
  fault: "webhooks twice, out of order, before the record",
  count: 1_000,
  async run({ count, random, installation }) {
    const { db, settings } = installation;
    await using _twilio = await startProvider(installation, "twilio");
    await using web = await startWeb(installation);
    const { outbox } = newSender(db, settings);
    const { reminderIds } = await seedReminders(db, count);
    await makeDue(db, reminderIds);
    await tickReminders(db, nowIso());
    await noteStates(db);
    const caller = {
      accountSid: settings.TWILIO_ACCOUNT_SID ?? "",
      authToken: settings.TWILIO_AUTH_TOKEN ?? "",
    };
    const store = newMessageStore(caller.accountSid);
    const expected = new Map<string, string>();
    let refused = 0;
    for (let done = 0; done < count; done += atOnce) {
      const ids = (await enqueueDue(db, outbox, roomFor(atOnce), nowIso())).map(({ id }) => id);
      const claimed = await db
        .transaction()
        .execute((trx) => claimDeliveries(trx, ids, outbox, nowIso()));
      const steps = [...claimed.values()].flatMap((claim) => {
        const { delivery, to } = claim;
        const end = random.pick(["delivered", "undelivered"]);
        expected.set(delivery.id, end);
        const message = store.add({
          from: null,
          to,
          body: "",
          status: "queued",
          direction: "outbound-api",
        });
        const result = {
          delivery,
          to,
          outcome: { status: "sent", providerId: message.sid },
        } as const;
        const record = () =>
          db.transaction().execute((trx) => recordResults(trx, outbox, [result], nowIso()));
        const report = (status: string) => async () => {
          const callback = `${web.url}/webhooks/twilio/status?delivery=${delivery.id}`;
          const errorCode = status === "undelivered" ? 30003 : null;
          const fields = statusFields(caller, { ...message, status, error_code: errorCode });
          if (!(await postSigned(caller, callback, fields)).ok) refused += 1;
        };
        return [record, report("sent"), report("sent"), report(end), report(end)];
      });
      for (const some of inLots(shuffled(steps, random)))
        await Promise.all(some.map((step) => step()));
    }
    const rows = await db.selectFrom("deliveries").select(["id", "state"]).execute();
    const wrong = rows.filter(({ id, state }) => expected.get(id) !== state).length;
    const backwards = await countBackwards(db);
    return judge(
      { messages: count, reports: count * 4, refused, backwards, "wrong end": wrong },
      {
        "every report is taken": refused === 0,
        "states only go forward": backwards === 0,
        "each ends as was reported": wrong === 0 && rows.length === count,
      },
    );
  },
};

function shuffled<Item>(items: Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

function inLots<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / 5) }, (_, lot) =>
    items.slice(lot * 5, lot * 5 + 5),
  );
}

async function noteStates(db: Kysely<Database>): Promise<void> {
  await sql`create table state_order (n integer primary key, id text, was text, became text)`.execute(
    db,
  );
  await sql`create trigger note_state after update of state on deliveries when old.state <> new.state begin
    insert into state_order (id, was, became) values (new.id, old.state, new.state); end`.execute(
    db,
  );
}

/** Counts transitions other than the three forward ones. */
async function countBackwards(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from state_order
    where not (was = 'ready' and became = 'sending') and not (was = 'sending' and became = 'sent')
      and not (was in ('sending', 'sent') and became in ('delivered', 'undelivered'))`.execute(db);
  return rows[0]?.count ?? Number.NaN;
}
