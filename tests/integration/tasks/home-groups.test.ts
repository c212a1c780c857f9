import { expect, onTestFinished, test, vi } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { findHome } from "#app/domain/pages/home.server.ts";
import { readPlace } from "#app/domain/tasks/lists/home-input.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { type Planted, plantDue, timeZone } from "../../support/records/plant-due.ts";

test("tasks stand under their days, and what is far away is folded to its count", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-06-10T14:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await plantDue(own.db, family, [
    { title: "Yesterday", due: [-1, "23:59"] },
    { title: "This morning", due: [0, "09:59"] },
    { title: "Now", due: [0, "10:00"] },
    { title: "Tonight", due: [0, "23:59"] },
    { title: "Tomorrow, last", due: [1, "23:59"] },
    { title: "Tomorrow, first", due: [1, "00:00"] },
    { title: "In two days", due: [2, "00:00"] },
    { title: "In a week", due: [7, "23:59"] },
    { title: "In eight days", due: [8, "00:00"] },
    { title: "Some day" },
    { title: "Done", due: [0, "08:00"], isDone: true },
  ]);
  const viewer = { ...family, timeZone };
  const search = "household-next-7-days,household-later,household-no-date";
  const place = readPlace(new URLSearchParams({ open: search }), "area");
  const { tasks, groups, dueToday } = await findHome(own.db, viewer, nowIso(), place);
  expect(tasks.map(({ title, group }) => [title, group])).toEqual([
    ["Yesterday", "overdue"],
    ["This morning", "overdue"],
    ["Now", "today"],
    ["Tonight", "today"],
    ["Tomorrow, first", "tomorrow"],
    ["Tomorrow, last", "tomorrow"],
    ["In two days", "next-7-days"],
    ["In a week", "next-7-days"],
    ["In eight days", "later"],
    ["Some day", "no-date"],
    ["Done", "done"],
  ]);
  expect(groups).toMatchObject({
    "household-overdue": { count: 2 },
    "household-today": { count: 2 },
  });
  expect(dueToday).toBe(3);
  // Under a heading that names the day, the time is enough.
  expect(tasks.find(({ title }) => title === "Tonight")?.due?.label).toBe("11:59 PM");
  expect(tasks.find(({ title }) => title === "In a week")?.due?.label).toBe("Jun 17, 11:59 PM");
  const folded = await findHome(own.db, viewer, nowIso(), { view: "area", open: {}, whose: null });
  expect(folded.tasks.map(({ title }) => title)).not.toContain("In a week");
  expect(folded.groups["household-later"]).toEqual({ count: 1, isMore: false, isOpen: false });
});

test("a household of thousands has what Home can count, and says that there is more", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const far: Planted[] = Array.from({ length: 2_001 }, (_, index) => ({
    title: `Task ${index}`,
    due: [index < 2_000 ? 20 : 30, "09:00"],
  }));
  for (let from = 0; from < far.length; from += 500)
    await plantDue(own.db, family, far.slice(from, from + 500));
  await plantDue(own.db, family, [{ title: "Box" }, { title: "Trash", due: [1, "07:00"] }]);
  const place = { view: "area", open: {}, whose: null } as const;
  const { groups } = await findHome(own.db, { ...family, timeZone }, nowIso(), place);
  expect(groups).toEqual({
    "household-tomorrow": { count: 1, isMore: false, isOpen: true },
    "household-later": { count: 1_999, isMore: true, isOpen: false },
    "household-no-date": { count: 1, isMore: false, isOpen: false },
  });
});
