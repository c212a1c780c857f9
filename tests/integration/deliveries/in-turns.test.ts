import { expect, test } from "vitest";
import { laterBy } from "#app/domain/core/time.ts";
import { enqueueDue } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { features } from "#app/domain/wiring/product.server.ts";
import { makeDue, seedReminders } from "../../faults/reminders.ts";
import { addDelivery, noon } from "../../support/records/add-delivery.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";

const source = { ...features, isSetUp: () => true };
const now = laterBy(noon, { minutes: 30 });

test("the accounts of a household share its turn, and a user without one has a turn", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, sam, other, alone] = [
    await newFamily(db),
    await newFamily(db),
    await newFamily(db),
    await newFamily(db),
  ] as const;
  const joined = { household_id: nora.householdId, role: "member" } as const;
  await db.updateTable("household_members").set(joined).where("user_id", "=", sam.userId).execute();
  await db.deleteFrom("household_members").where("user_id", "=", alone.userId).execute();
  for (let minute = 0; minute < 5; minute += 1) {
    await addDelivery(db, nora, { state: "ready", id: `nora ${minute}`, minute });
    await addDelivery(db, sam, { state: "ready", id: `sam ${minute}`, minute });
  }
  await addDelivery(db, other, { state: "ready", id: "other", minute: 8 });
  await addDelivery(db, alone, { state: "ready", id: "alone", minute: 9 });
  const enqueue = async (limit: number) =>
    (await enqueueDue(db, source, new Map([["sms", { limit, share: 3 }]]), now)).map(
      ({ id }) => id,
    );
  const first = await enqueue(4);
  expect(first.slice(1, 3)).toEqual(["other", "alone"]);
  expect([first[0], first[3]].toSorted()).toEqual(["nora 0", "sam 0"]);
  // Two of three are in the queue.
  expect(await enqueue(4)).toHaveLength(1);
  expect(await enqueue(4)).toEqual([]);
});

test("a reminder becomes a message in the first batch, however many of another user's were due before", async () => {
  await using own = newDatabase();
  const { reminderIds, people } = await seedReminders(own.db, 1_400, { eachPerson: 700 });
  const ofOne = (person: number) => reminderIds.filter((_, index) => index % 2 === person);
  await makeDue(own.db, ofOne(0), noon);
  await makeDue(own.db, ofOne(1).slice(0, 1), laterBy(noon, { minutes: 1 }));
  await tickReminders(own.db, now);
  const made = await own.db
    .selectFrom("deliveries")
    .select("user_id")
    .orderBy("id")
    .limit(500)
    .execute();
  expect(made.map(({ user_id }) => user_id)).toContain(people[1]!.userId);
});
