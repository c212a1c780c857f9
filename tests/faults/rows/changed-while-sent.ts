import { assert, asyncProperty, constantFrom, scheduler } from "fast-check";
import { type Kysely, sql } from "kysely";
import { claimDeliveries } from "#app/domain/outbox/sending/claim.server.ts";
import { enqueueDue } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import { toProviderMessage } from "#app/domain/outbox/sending/to-provider-message.server.ts";
import { recordResults } from "#app/domain/outbox/sending/record.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { completeTask, deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { newSender, roomFor } from "../../support/messages/deliveries.ts";
import { countCopies } from "../outcome.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";

const changes = {
  completed: completeTask,
  deleted: deleteTask,
  moved: (db: Kysely<Database>, actor: { userId: string; householdId: string }, id: string) =>
    setDueDate(db, actor, id, "2032-09-09T09:00", "America/New_York"),
};

/** Two workers and one change, their steps in every order that fast-check finds. */
export const changedWhileSent: Row = {
  name: "changed-while-sent",
  fault: "completing, deleting, moving a task against its sending",
  count: 5_000,
  quickCount: 200,
  async run({ count, random, installation }) {
    const { db } = installation;
    await sql`pragma synchronous = off`.execute(db);
    await keepOrder(db);
    await using twilio = await startProvider(installation, "twilio");
    const { outbox, providers } = newSender(db, installation.settings);
    const { taskIds, reminderIds, people } = await seedReminders(db, count);
    await makeDue(db, reminderIds);
    await tickReminders(db, nowIso());
    while ((await enqueueDue(db, outbox, roomFor(1_000), nowIso())).length > 0);
    const deliveries = await db.selectFrom("deliveries").select(["id", "subject_id"]).execute();
    const deliveryOf = new Map(deliveries.map(({ id, subject_id }) => [subject_id, id]));

    async function send(id: string, step: (name: string) => Promise<void>): Promise<void> {
      await step("claim");
      const claims = await db
        .transaction()
        .execute((trx) => claimDeliveries(trx, [id], outbox, nowIso()));
      const claimed = claims.get(id);
      await step("send");
      if (!claimed) return;
      const outcome = await providers.send(toProviderMessage(claimed, outbox));
      await step("record");
      const result = { delivery: claimed.delivery, to: claimed.to, outcome };
      await db.transaction().execute((trx) => recordResults(trx, outbox, [result], nowIso()));
    }

    let turn = -1;
    const orders = asyncProperty(
      scheduler(),
      constantFrom(...Object.keys(changes)),
      async (order, name) => {
        turn += 1;
        const [taskId = "", id = ""] = [taskIds[turn], deliveryOf.get(reminderIds[turn] ?? "")];
        const step = (label: string) => order.schedule(Promise.resolve(), label);
        const change = changes[name as keyof typeof changes];
        const changing = step("change").then(() =>
          change(db, people[turn % people.length]!, taskId),
        );
        await order.waitFor(Promise.all([send(id, step), send(id, step), changing]));
      },
    );
    await assert(orders, { numRuns: count, seed: random.whole(0, 1e9), endOnFailure: true });

    const wrong = await sentAfterChange(db);
    const ends = await db.selectFrom("deliveries").select(["state", "reason"]).execute();
    const counts = Object.fromEntries(
      [...Map.groupBy(ends, ({ state }) => state)].map(([state, some]) => [state, some.length]),
    );
    const copies = countCopies(twilio.accepted());
    return judge(
      { orders: count, ...counts, "claimed after the change and sent": wrong },
      {
        "nothing goes out whose claim came after the change": wrong === 0,
        "each goes out once or not at all":
          copies.size === counts.sent && Math.max(...copies.values()) === 1,
        "each is sent or cancelled": (counts.sent ?? 0) + (counts.cancelled ?? 0) === count,
        "both happen": (counts.sent ?? 0) > 0 && (counts.cancelled ?? 0) > 0,
      },
    );
  },
};

/** Records the order of commits in the database itself. */
async function keepOrder(db: Kysely<Database>): Promise<void> {
  await sql`create table commit_order (n integer primary key, what text, task_id text)`.execute(db);
  await sql`create trigger note_claim after update of state on deliveries when new.state = 'sent' begin
    insert into commit_order (what, task_id) select 'sent', task_id from reminders where id = new.subject_id; end`.execute(
    db,
  );
  await sql`create trigger note_sending after update of state on deliveries when new.state = 'sending' begin
    insert into commit_order (what, task_id) select 'claimed', task_id from reminders where id = new.subject_id; end`.execute(
    db,
  );
  await sql`create trigger note_change after update of version on tasks begin
    insert into commit_order (what, task_id) values ('changed', new.id); end`.execute(db);
}

async function sentAfterChange(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`select count(*) as wrong from commit_order as sent
    where sent.what = 'sent' and (select max(n) from commit_order where what = 'claimed' and task_id = sent.task_id)
      > (select n from commit_order where what = 'changed' and task_id = sent.task_id)`.execute(db);
  return rows[0]?.wrong ?? Number.NaN;
}
