import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { v7 as newId } from "uuid";
import { earlierBy, instantOf, nowIso, Temporal } from "#app/domain/core/time.ts";
import { findHome } from "#app/domain/pages/home.server.ts";
import { readPlace } from "#app/domain/tasks/lists/home-input.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const timeZone = "America/New_York";

interface Planted {
  title: string;
  category?: "Kids" | "Household" | "Elders";
  /** Days from today, and a wall clock. */
  due?: [number, string];
  isDone?: boolean;
  isNew?: boolean;
}

type Family = Pick<Awaited<ReturnType<typeof signedInFamily>>, "userId" | "householdId">;

async function plant(db: SharedMila["db"], family: Family, tasks: Planted[], now = nowIso()) {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const rows = tasks.map(({ title, category = "Household", due, isDone, isNew }, index) => {
    const at = due && today.add({ days: due[0] }).toPlainDateTime(Temporal.PlainTime.from(due[1]));
    return {
      id: newId(),
      household_id: family.householdId,
      user_id: family.userId,
      title,
      category,
      due_date: at ? instantOf(at, timeZone) : null,
      due_local: at ? at.toString({ smallestUnit: "minute" }) : null,
      due_time_zone: at ? timeZone : null,
      is_completed: isDone ? (1 as const) : (0 as const),
      done_at: isDone ? earlierBy(now, { minutes: index }) : null,
      created_at: earlierBy(now, { hours: isNew ? 0 : 48, minutes: index }),
    };
  });
  await db.insertInto("tasks").values(rows).execute();
}

const box = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Box ${index + 1}` }));

async function newNora(tasks: Planted[]) {
  const family = await signedInFamily(mila.db);
  await plant(mila.db, family, tasks);
  return new FormBrowser(mila.url, { cookie: family.cookie });
}

test("tasks stand under their days, and what is far away is folded to its count", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-06-10T14:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await plant(own.db, family, [
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
  const folded = await findHome(own.db, viewer, nowIso(), { view: "area", open: {} });
  expect(folded.tasks.map(({ title }) => title)).not.toContain("In a week");
  expect(folded.groups["household-later"]).toEqual({ count: 1, isMore: false, isOpen: false });
});

test("a folded group opens by its link, stays open after an action, and folds again", async () => {
  const nora = await newNora([
    { title: "Dentist", due: [20, "09:00"] },
    { title: "Haircut", due: [21, "09:00"] },
    { title: "Recital", category: "Kids", due: [1, "18:00"] },
  ]);
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Recital"]);
  await nora.follow("Later 2");
  expect(nora.headings(3)).toEqual(["Recital", "Dentist", "Haircut"]);
  await nora.card("Dentist").press("Mark as complete");
  expect(nora.url).toContain("open=household-later");
  expect(nora.headings(3)).toEqual(["Recital", "Haircut", "Dentist"]);
  await nora.follow("Later 1");
  expect(nora.headings(3)).toEqual(["Recital", "Dentist"]);
});

test("a group shows ten, and the others by a link that goes on where it was", async () => {
  const nora = await newNora(box(43).map((task) => ({ ...task, due: [1, "09:00"] })));
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toHaveLength(10);
  await nora.follow("33 more in Tomorrow");
  expect(nora.headings(3)).toHaveLength(43);
  expect(nora.text).not.toContain("more in Tomorrow");
});

test("a task that was just added shows in its folded group", async () => {
  const nora = await newNora([...box(3), { title: "Cancel Netflix", isNew: true }]);
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Cancel Netflix"]);
  expect(nora.text).toContain("No date 4");
});

test("the last completed tasks show, and the others unfold", async () => {
  const nora = await newNora(
    Array.from({ length: 7 }, (_, index) => ({ title: `Errand ${index + 1}`, isDone: true })),
  );
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Errand 1", "Errand 2", "Errand 3"]);
  await nora.follow("Completed 7");
  expect(nora.headings(3)).toHaveLength(7);
});

test("days of all areas stand together by day, which can be remembered", async () => {
  const nora = await newNora([
    { title: "Trash", due: [1, "07:00"] },
    { title: "Recital", category: "Kids", due: [1, "18:00"] },
    { title: "Call grandma", category: "Elders", due: [1, "10:00"] },
  ]);
  await nora.visit("/dashboard");
  expect(nora.headings(2)).toEqual(expect.arrayContaining(["Kids", "Household", "Elders"]));
  expect(nora.text).not.toContain("Always show this");
  await nora.follow("By day");
  expect(nora.headings(2)).not.toContain("Kids");
  expect(nora.headings(3)).toEqual(["Trash", "Call grandma", "Recital"]);
  await nora.press("Always show this");
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Trash", "Call grandma", "Recital"]);
  await nora.follow("By area");
  expect(nora.headings(2)).toContain("Kids");
  await nora.press("Always show this");
  await nora.visit("/dashboard");
  expect(nora.headings(2)).toContain("Kids");
});

test.each(["kids-nothing", "x", ",,,", "household-no-date.-1", "household-no-date.x", "later"])(
  "a group %j that Home does not have opens nothing",
  async (open) => {
    const nora = await newNora(box(3));
    await nora.visit(`/dashboard?${new URLSearchParams({ open })}`);
    expect(nora.headings(3)).toEqual([]);
    expect(nora.text).toContain("No date 3");
  },
);

test("a household of thousands has what Home can count, and says that there is more", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const far: Planted[] = Array.from({ length: 2_001 }, (_, index) => ({
    title: `Task ${index}`,
    due: [index < 2_000 ? 20 : 30, "09:00"],
  }));
  for (let from = 0; from < far.length; from += 500)
    await plant(own.db, family, far.slice(from, from + 500));
  await plant(own.db, family, [{ title: "Box" }, { title: "Trash", due: [1, "07:00"] }]);
  const place = { view: "area", open: {} } as const;
  const { groups } = await findHome(own.db, { ...family, timeZone }, nowIso(), place);
  expect(groups).toEqual({
    "household-tomorrow": { count: 1, isMore: false, isOpen: true },
    "household-later": { count: 1_999, isMore: true, isOpen: false },
    "household-no-date": { count: 1, isMore: false, isOpen: false },
  });
});
