import { expect, test } from "vitest";
import {
  askToRead,
  listShownCalendars,
  removeShownCalendar,
} from "#app/domain/calendar/shown/shown-calendars.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { show } from "../../support/records/shown-calendar.ts";

const now = "2041-06-12T16:00:00.000Z";
const addressOf = (number: number) => `https://school.example/${number}.ics`;

test("a household has up to 20 calendars, each once", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  for (let count = 0; count < 20; count += 1)
    expect(await show(own.db, nora, addressOf(count), { now })).toBe("added");
  expect(await show(own.db, nora, addressOf(3), { now })).toBe("there_already");
  expect(await show(own.db, nora, addressOf(20), { now })).toBe("too_many");
  expect(await show(own.db, await newFamily(own.db), addressOf(3), { now })).toBe("added");
});

test("a household can make Mila call servers 30 times an hour", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const addAndRemove = async (at: string) => {
    const added = await show(db, nora, addressOf(1), { now: at });
    for (const { id } of await listShownCalendars(db, nora))
      await removeShownCalendar(db, nora, id);
    return added;
  };
  for (let count = 0; count < 28; count += 1) expect(await addAndRemove(now)).toBe("added");
  await show(db, nora, addressOf(1), { now });
  const { id } = (await listShownCalendars(db, nora))[0]!;
  expect(await askToRead(db, nora, id, now)).toBe("asked");
  expect(await askToRead(db, nora, id, now)).toBe("too_often");
  expect(await show(db, nora, addressOf(2), { now })).toBe("too_often");
  expect(await askToRead(db, nora, id, laterBy(now, { minutes: 61 }))).toBe("asked");
});
