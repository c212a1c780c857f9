import { expect, test } from "vitest";
import { purgeTraces } from "#app/domain/deliveries/purge.server.ts";
import { purgeDeletedTasks } from "#app/domain/tasks/purge.server.ts";
import { laterBy, nowIso } from "#app/domain/time.ts";
import { newDatabase } from "../../support/database.ts";
import { newFamily } from "../../support/family.ts";
import { addTask } from "../../support/say.ts";

const daysAgo = (days: number) => laterBy(nowIso(), { hours: -24 * days });

test("a deleted task is gone for good after 30 days, with its reminders", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const [old, recent, open] = [
    await addTask(own.db, family, { text: "call the vet on January 5 2031" }),
    await addTask(own.db, family, { text: "pay the rent" }),
    await addTask(own.db, family, { text: "buy milk" }),
  ];
  const deletedOn = (id: string, deleted_at: string) =>
    own.db.updateTable("tasks").set({ deleted_at }).where("id", "=", id).execute();
  await deletedOn(old.id, daysAgo(31));
  await deletedOn(recent.id, daysAgo(29));
  expect(await purgeDeletedTasks(own.db, nowIso())).toBe(1);
  const left = await own.db.selectFrom("tasks").select("id").execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual([recent.id, open.id].toSorted());
  expect(await own.db.selectFrom("reminders").select("id").execute()).toEqual([]);
});

test("what providers reported is forgotten after 30 days, and what is newer is not", async () => {
  await using own = newDatabase();
  const events = [
    { id: "old", received_at: daysAgo(31) },
    { id: "new", received_at: daysAgo(29) },
  ];
  await own.db.insertInto("provider_events").values(events).execute();
  await purgeTraces(own.db, nowIso());
  expect(await own.db.selectFrom("provider_events").select("id").execute()).toEqual([{ id: "new" }]);
});
