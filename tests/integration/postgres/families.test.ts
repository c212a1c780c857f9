import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { moveWholeHousehold } from "#app/domain/lifecycle/move-household.server.ts";
import { addItems, listItems, undoAdded } from "#app/domain/lists/items.server.ts";
import { shoppingId } from "#app/domain/lists/limits.ts";
import { completeTask, deleteTask, restoreTask } from "#app/domain/tasks/changing/task.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";
import { recoverFromClockRollback } from "#app/domain/outbox/recovery/clock-rollback.server.ts";
import { enqueueDue } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { followReminders } from "#app/domain/reminders/following/follow-reminders.server.ts";
import { lapseReminders, tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { tickSummaries } from "#app/domain/summary/tick-summaries.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { limitSettings } from "#app/services/shares.server.ts";
import { inLocks, takeLocks } from "#db/sql/locks.ts";
import type { Database } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
  roomFor,
} from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { isOnPostgres } from "../../support/records/engines.ts";
import { newFamily, newPartner, type TestFamily } from "../../support/records/family.ts";
import { plantWebhook } from "../../support/records/plant-webhook.ts";
import { openTasks } from "../../support/records/series.ts";
import { weekly } from "../../support/records/weekly-series.ts";

let requests = 0;

const put = (db: Kysely<Database>, family: { userId: string }, name: string) =>
  addItems(db, family, shoppingId, { names: [name], requestId: `put-${(requests += 1)}` });

const namesOf = async (db: Kysely<Database>, family: TestFamily) =>
  (await listItems(db, family, shoppingId)).map(({ name }) => name);

/** Begins a change, and leaves it open until `end`. */
async function hold(change: (wait: () => Promise<void>) => Promise<unknown>) {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = change(() => {
    begun.resolve();
    return ended.promise;
  });
  await begun.promise;
  return {
    async end() {
      ended.resolve();
      await done;
    },
  };
}

const holdFamily = (db: Kysely<Database>, family: TestFamily) =>
  hold((wait) => inHousehold(db, family, wait));

/** Notes in which order these end. */
function watch() {
  const order: string[] = [];
  const noted = async (name: string, work: Promise<unknown>) => {
    await work;
    order.push(name);
  };
  return { order, noted };
}

test.skipIf(!isOnPostgres)(
  "a family writes while another one's change is open, and its own changes wait",
  async () => {
    await using own = newDatabase();
    const [nora, otto] = [await newFamily(own.db), await newFamily(own.db)];
    const open = await holdFamily(own.db, nora);
    const { order, noted } = watch();
    const waiting = noted("milk", put(own.db, nora, "Milk"));
    await noted("bread", put(own.db, otto, "Bread"));
    expect(order).toEqual(["bread"]);
    await open.end();
    await waiting;
    expect(await namesOf(own.db, nora)).toEqual(["Milk"]);
  },
);

test.skipIf(!isOnPostgres)(
  "a family that joins another waits for both, and stops no third one",
  async () => {
    await using own = newDatabase();
    const [nora, otto, mia] = [
      await newFamily(own.db),
      await newFamily(own.db),
      await newFamily(own.db),
    ];
    const [ofNora, ofOtto] = [await holdFamily(own.db, nora), await holdFamily(own.db, otto)];
    const { order, noted } = watch();
    const move = { userId: nora.userId, from: nora.householdId, to: otto.householdId, pairs: [] };
    const joining = noted(
      "joined",
      own.db.transaction().execute((trx) => moveWholeHousehold(trx, move, nowIso())),
    );
    await noted("third", put(own.db, mia, "Bread"));
    await noted("nora", ofNora.end());
    await noted("third", put(own.db, mia, "Eggs"));
    expect(order).toEqual(["third", "nora", "third"]);
    await ofOtto.end();
    await joining;
    await put(own.db, nora, "Milk");
    expect(await namesOf(own.db, otto)).toEqual(["Milk"]);
  },
);

test("what a family does at once is all kept, and each limit is reached exactly", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  const partner = await newPartner(db, nora);
  const both = [nora, partner];
  const many = Array.from({ length: 25 }, (_, index) => both[index % 2]!);
  const [added, same, counted, pressed] = await Promise.all([
    Promise.all(many.map((one, index) => put(db, one, `Item ${index}`))),
    Promise.all(many.map((one) => put(db, one, "Milk"))),
    Promise.all(
      many.map(() =>
        allow(db, [["adds_a_minute", "someone"]], nowIso(), { ...limitSettings, ADDS_A_MINUTE: 7 }),
      ),
    ),
    Promise.all(many.slice(0, 10).map((one) => completeTask(db, one, first))),
  ]);
  expect(added.every((one) => one instanceof Object && one.added.length === 1)).toBe(true);
  const news = same.flatMap((one) => (one instanceof Object ? one.added : []));
  expect(news).toEqual(["Milk"]);
  expect(counted.filter(({ refused }) => refused === null)).toHaveLength(7);
  expect(pressed.filter(Boolean)).toHaveLength(1);
  expect(await openTasks(db, nora)).toHaveLength(1);
  expect((await namesOf(db, nora)).toSorted()).toEqual(
    ["Milk", ...many.map((_, index) => `Item ${index}`)].toSorted(),
  );
  const taken = added.flatMap((one) => (one instanceof Object ? [one.requestId] : []));
  const undone = taken.flatMap((id) => both.map((one) => undoAdded(db, one, shoppingId, id)));
  expect((await Promise.all(undone)).filter(Boolean)).toHaveLength(25);
  expect(await namesOf(db, nora)).toEqual(["Milk"]);
  const [next] = await openTasks(db, nora);
  const deleted = await Promise.all(many.map((one) => deleteTask(db, one, next!.id)));
  expect(deleted.filter(Boolean)).toHaveLength(1);
  const restored = await Promise.all(many.map((one) => restoreTask(db, one, next!.id)));
  expect(restored.filter(Boolean)).toHaveLength(1);
});

test("families that tell webhooks at once number their messages one after the other", async () => {
  await using own = newDatabase();
  const families = [await newFamily(own.db), await newFamily(own.db), await newFamily(own.db)];
  for (const family of families) await plantWebhook(own.db, family, "http://127.0.0.1:9/");
  const puts = Array.from({ length: 10 }, (_, index) =>
    families.map((family) => put(own.db, family, `Item ${index}`)),
  );
  await Promise.all(puts.flat());
  const rows = await own.db
    .selectFrom("webhook_messages")
    .select("position")
    .orderBy("position")
    .execute();
  expect(rows.map(({ position }) => position)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  );
});

test.skipIf(!isOnPostgres)("of two changes that stop each other, one begins again", async () => {
  await using own = newDatabase();
  const isFirstTaken = Promise.withResolvers<void>();
  const isSecondTaken = Promise.withResolvers<void>();
  let runs = 0;
  const change = (keys: [string, string], taken: () => void, other: Promise<void>) =>
    inLocks(own.db, { keys: [keys[0]] }, async (trx) => {
      runs += 1;
      taken();
      await other;
      await takeLocks(trx, { keys: [keys[1]] });
      return keys[1];
    });
  const both = Promise.all([
    change(["one", "two"], isFirstTaken.resolve, isSecondTaken.promise),
    change(["two", "one"], isSecondTaken.resolve, isFirstTaken.promise),
  ]);
  expect(await both).toEqual(["two", "one"]);
  expect(runs).toBe(3);
});

test("three workers that claim at once send each message once", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const families = [];
  for (let count = 0; count < 4; count += 1)
    families.push(await newFamilyWithPhone(own.db, `+1555010123${count}`));
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1)
    ids.push((await addDueReminder(own.db, families[count % 4]!)).deliveryId);
  const senders = Array.from({ length: 3 }, () => newSender(own.db, twilio.settings));
  const sent = await Promise.all(ids.flatMap((id) => senders.map(({ deliver }) => deliver(id))));
  expect(sent.filter((outcome) => outcome?.status === "sent")).toHaveLength(12);
  expect(twilio.messages()).toHaveLength(12);
});

test.skipIf(!isOnPostgres)(
  "a message waits for its family's open change, and those of other families go out",
  async () => {
    await using own = newDatabase();
    await using twilio = await startFakeTwilio();
    const nora = await newFamilyWithPhone(own.db, "+15550101231");
    const otto = await newFamilyWithPhone(own.db, "+15550101232");
    const [ofNora, ofOtto] = [
      await addDueReminder(own.db, nora),
      await addDueReminder(own.db, otto),
    ];
    const { deliver } = newSender(own.db, twilio.settings);
    const open = await holdFamily(own.db, nora);
    const { order, noted } = watch();
    const waiting = noted("nora", deliver(ofNora.deliveryId));
    await noted("otto", deliver(ofOtto.deliveryId));
    expect(order).toEqual(["otto"]);
    await open.end();
    await waiting;
    expect(twilio.messages()).toHaveLength(2);
  },
);

test.skipIf(!isOnPostgres)(
  "the worker makes, enqueues and cleans up messages while a family's change is open",
  async () => {
    await using own = newDatabase();
    const [nora, otto] = [
      await newFamilyWithPhone(own.db, "+15550101231"),
      await newFamilyWithPhone(own.db, "+15550101232"),
    ];
    const mia = await newFamily(own.db);
    const now = nowIso();
    const reminders = new Map<string, string>();
    for (const family of [nora, otto]) {
      const { reminderId } = await addDueReminder(own.db, family);
      await own.db.deleteFrom("deliveries").where("subject_id", "=", reminderId).execute();
      await own.db
        .updateTable("reminders")
        .set({ status: "pending", scheduled_at: now })
        .where("id", "=", reminderId)
        .execute();
      reminders.set(family.userId, reminderId);
    }
    const statusOf = async (family: TestFamily) =>
      own.db
        .selectFrom("reminders")
        .select("status")
        .where("id", "=", reminders.get(family.userId)!)
        .executeTakeFirstOrThrow();
    const dormant = await addDueReminder(own.db, nora);
    await own.db
      .updateTable("reminders")
      .set({ status: "dormant", scheduled_at: earlierBy(now, { hours: 1 }) })
      .where("id", "=", dormant.reminderId)
      .execute();
    await using twilio = await startFakeTwilio();
    const { outbox } = newSender(own.db, twilio.settings);
    // It has changed rows that the worker would change, too.
    const open = await hold((wait) =>
      inHousehold(own.db, nora, async (trx) => {
        await trx
          .updateTable("reminders")
          .set({ follow_up_at: laterBy(now, { hours: 1_000 }) })
          .where("id", "in", [dormant.reminderId, reminders.get(nora.userId)!])
          .execute();
        await wait();
      }),
    );
    const work = async () => {
      await tickReminders(own.db, now);
      await lapseReminders(own.db, now);
      await followReminders(own.db, now);
      await mergeLateMessages(own.db, messageTypes, now);
      await tickSummaries(own.db, "UTC", now);
      await recoverFromClockRollback(own.db, messageTypes, now);
      return enqueueDue(own.db, outbox, roomFor(10), now);
    };
    const { order, noted } = watch();
    const working = noted("worked", work());
    await noted("put", put(own.db, mia, "Bread"));
    await working;
    expect(order.toSorted()).toEqual(["put", "worked"]);
    expect(await statusOf(nora)).toEqual({ status: "pending" });
    expect(await statusOf(otto)).toEqual({ status: "sent" });
    await open.end();
    await work();
    expect(await statusOf(nora)).toEqual({ status: "sent" });
  },
);

test.skipIf(!isOnPostgres)("pages are read while thirty changes wait", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const open = await hold((wait) =>
    own.db.transaction().execute(async (trx) => {
      await trx.selectFrom("households").select("id").execute();
      await wait();
    }),
  );
  const { order, noted } = watch();
  const waiting = Array.from({ length: 30 }, (_, index) =>
    noted("change", put(own.db, nora, `Item ${index}`)),
  );
  for (let count = 0; count < 5; count += 1) await noted("read", namesOf(own.db, nora));
  expect(order).toEqual(["read", "read", "read", "read", "read"]);
  await open.end();
  await Promise.all(waiting);
  expect(await namesOf(own.db, nora)).toHaveLength(30);
});
