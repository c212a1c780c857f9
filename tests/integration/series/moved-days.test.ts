import { expect, test } from "vitest";
import { formatDate, formatDateWithWeekday, nowIso, Temporal } from "#app/domain/core/time.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import {
  describeReplaced,
  findNextDay,
} from "#app/domain/series/changing/replaced-dates.server.ts";
import { completeTask, editTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";

import { weekdayCodes } from "#app/domain/recurrence/rule.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { newSeries, openTasks } from "../../support/records/series.ts";
import { weekly } from "../../support/records/weekly-series.ts";

test("a new day of this one and the following moves those that follow, and one of only this one doesn't", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const dayLater = (weeks: number) =>
    `${Temporal.PlainDate.from(due(weeks).slice(0, 10)).add({ days: 1 })}T19:00`;
  const draft = { title: "Take out the trash", category: "Household" } as const;
  await editTask(
    db,
    nora,
    first,
    { ...draft, dueDate: dayLater(0), version: 1, scope: "one" },
    nora.timeZone,
  );
  await completeTask(db, nora, first);
  const [second] = await openTasks(db, nora);
  expect(second).toMatchObject({ due_local: due(1) });
  const { version } = second!;
  await editTask(
    db,
    nora,
    second!.id,
    { ...draft, dueDate: dayLater(1), version, scope: "following" },
    nora.timeZone,
  );
  await completeTask(db, nora, second!.id);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: dayLater(2) }]);
});

test("a new day of the following ones keeps how many are left, and the other days of the week", async () => {
  await using home = await weekly("FREQ=WEEKLY;COUNT=3");
  const { db, nora, first, due } = home;
  const [start, inTwoDays] = [0, 2].map((days) =>
    Temporal.PlainDate.from(due(0).slice(0, 10)).add({ days }),
  );
  const codes = [start, inTwoDays].map((date) => weekdayCodes[date!.dayOfWeek - 1]);
  const rule = `FREQ=WEEKLY;BYDAY=${codes.join(",")};COUNT=5`;
  const twice = await newSeries(db, nora, { title: "Swim", rule, due: due(0), now: nowIso() });
  const moveTo = async (id: string, days: number) => {
    const { title, version, due_local } = (await findTasks(db, [id])).get(id)!;
    const dueDate = `${Temporal.PlainDate.from(due_local!.slice(0, 10)).add({ days })}T19:00`;
    const draft = { title, category: "Household", dueDate, version, scope: "following" } as const;
    expect(await editTask(db, nora, id, draft, nora.timeZone)).toBe("saved");
  };
  const rest = async (title: string) => {
    const days: number[] = [];
    for (;;) {
      const open = (await openTasks(db, nora)).find((task) => task.title === title);
      if (!open) return days;
      days.push(start!.until(open.due_local!.slice(0, 10)).days);
      await completeTask(db, nora, open.id);
    }
  };
  await completeTask(db, nora, first);
  await moveTo((await openTasks(db, nora)).find(({ title }) => title !== "Swim")!.id, 1);
  expect(await rest("Take out the trash")).toEqual([8, 15]);
  await moveTo(twice, 1);
  expect(await rest("Swim")).toEqual([1, 2, 8, 9, 15]);
});

test("a new day that is one of the rule's moves only this one, also in an edit of all", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const draft = { title: "Take out the trash", category: "Household", version: 1 } as const;
  const moved = due(2);
  await editTask(db, nora, first, { ...draft, dueDate: moved, scope: "all" }, nora.timeZone);
  await completeTask(db, nora, first);
  expect(await openTasks(db, nora)).toMatchObject([{ due_local: due(3) }]);
});

test("a new day of the first Monday of the month, or of every day, is for those that follow", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const move = async (rule: string, from: string, to: string) => {
    const title = rule;
    const id = await newSeries(own.db, nora, { title, rule, due: `${from}T19:00`, now: nowIso() });
    const draft = {
      title,
      category: "Household",
      dueDate: `${to}T19:00`,
      version: 1,
      scope: "following",
    } as const;
    expect(await editTask(own.db, nora, id, draft, nora.timeZone)).toBe("saved");
    await completeTask(own.db, nora, id);
    return (await openTasks(own.db, nora)).find((task) => task.title === title)?.due_local;
  };
  expect(await move("FREQ=MONTHLY;BYDAY=1MO", "2031-01-06", "2031-01-14")).toBe("2031-02-11T19:00");
  expect(await move("FREQ=YEARLY;BYMONTH=5;BYDAY=2SU", "2031-05-11", "2031-05-17")).toBe(
    "2032-05-15T19:00",
  );
  expect(await move("FREQ=DAILY", "2031-03-05", "2031-03-04")).toBe("2031-03-05T19:00");
  expect(await move("FREQ=DAILY;COUNT=2", "2031-04-01", "2031-04-05")).toBe("2031-04-06T19:00");
});

test("a task that is moved past the next date replaces it, and says so", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const { due_local } = (await findTasks(db, [first])).get(first)!;
  const before = { id: first, due_local };
  const inYear = `${due(0).slice(0, 4)}-06-15T12:00:00.000Z`;
  const day = (weeks: number) => Temporal.PlainDate.from(due(weeks).slice(0, 10));
  const shown = formatDateWithWeekday(day(1), day(1).year !== day(0).year);
  expect(await findNextDay(db, first, inYear)).toBe(shown);
  const moved = async (to: Temporal.PlainDate) => {
    expect(await setDueDate(db, nora, first, `${to.toString()}T19:00`, nora.timeZone)).toBe(true);
    return describeReplaced(db, before, inYear);
  };
  expect(await moved(day(1).subtract({ days: 1 }))).toBeUndefined();
  expect(await moved(day(1))).toBe(`It replaces the one on ${shown}.`);
  expect(await moved(day(1).add({ days: 6 }))).toBe(`It replaces the one on ${shown}.`);
  const card = (await findCardSeries(db, nora, [first])).get(first)?.words;
  expect(card).toContain(`next ${formatDate(`${day(2).toString()}T12:00:00.000Z`, "UTC")}`);
  expect(await findNextDay(db, first, inYear)).toBe(
    formatDateWithWeekday(day(2), day(2).year !== day(0).year),
  );
  expect(await moved(day(2))).toBe("It replaces all others up to then.");
  expect(await moved(Temporal.PlainDate.from("9999-12-30"))).toBe(
    "It replaces all others up to then.",
  );
  expect(
    await describeReplaced(db, (await findTasks(db, [first])).get(first)!, inYear),
  ).toBeUndefined();
});
