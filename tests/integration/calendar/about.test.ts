// oxlint-disable unicorn/no-thenable -- a form field has that name; it is text, never a function
import type { Kysely } from "kysely";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { chooseAbout } from "#app/domain/pages/who.server.ts";
import { changeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { mergePeople } from "#app/domain/people/own-person.server.ts";
import { tasksAboutQuery } from "#app/domain/tasks/changing/announce-later.server.ts";
import { loader as feedLoader } from "#app/routes/calendar-feed/feed.ts";
import { loader as fileLoader } from "#app/routes/tasks/calendar/file.ts";
import { action as chooseDate } from "#app/routes/tasks/date/date.tsx";
import type { Database } from "#db/schema.ts";
import { datedTask, feedPath, readEvents } from "../../support/messages/calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import type { TestFamily } from "../../support/records/family.ts";
import { newConnectedUser, newTaskDue } from "../../support/records/google-calendar.ts";
import { newSeries } from "../../support/records/series.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

async function newChild(db: Kysely<Database>, { householdId }: TestFamily, name: string) {
  const id = crypto.randomUUID();
  const row = { id, household_id: householdId, name, relation: "child" } as const;
  await db
    .insertInto("people")
    .values({ ...row, created_at: nowIso() })
    .execute();
  return id;
}

async function readFeed(db: Kysely<Database>, { userId }: TestFamily) {
  const [, token = ""] = /\/calendar\/(.+)\.ics$/.exec(await feedPath(db, userId)) ?? [];
  const feed = await feedLoader(await routeArgs(db, { path: "/", params: { token } }));
  return readEvents(await feed.text());
}

test("a calendar file, the feed and Google's page say whom a task is about, below its title", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const emma = await newChild(db, nora, "Emma");
  const more = { title: "Dentist", description: "Bring the card" };
  const id = await datedTask(db, nora, "2031-06-10T15:00", more);
  await chooseAbout(db, nora, { taskId: id, aboutId: emma });
  const args = await routeArgs(db, { path: "/", userId: nora.userId, params: { id } });
  const file = await (await fileLoader(args)).text();
  for (const [event] of [readEvents(file), await readFeed(db, nora)]) {
    expect(event!.summary).toBe("Dentist");
    expect(event!.description).toMatch(/^For Emma\n\nBring the card/);
  }
  const fields = { date: "2041-05-04", then: "calendar", time: "15:00" };
  const press = await routeArgs(db, { path: "/", userId: nora.userId, params: { id }, fields });
  const page = new URL(((await chooseDate(press)) as Response).headers.get("Location")!);
  expect(page.searchParams.get("text")).toBe("Dentist");
  expect(page.searchParams.get("details")).toMatch(/^For Emma\n\nBring the card/);
});

test("no calendar repeats a name that the title has", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const emma = await newChild(db, nora, "Emma");
  const id = await datedTask(db, nora, "2031-06-10T15:00", { title: "Emma's dentist" });
  await chooseAbout(db, nora, { taskId: id, aboutId: emma });
  expect((await readFeed(db, nora))[0]!.description ?? "").not.toContain("For Emma");
});

test("an entry in Google Calendar follows whom its task is about, and that person's name", async () => {
  await using own = newDatabase();
  const { db } = own;
  await using scene = await newConnectedUser(db);
  const { nora, sender } = scene;
  const [emma, leo] = [await newChild(db, nora, "Emma"), await newChild(db, nora, "Leo")];
  const id = await newTaskDue(db, nora);
  await saveToCalendar(db, nora, id);
  const shown = async (change?: unknown) => {
    await change;
    await sender.sendDue();
    const [{ summary, description } = {}] = scene.entries();
    expect(summary).toBe("Call the vet");
    return description?.split("\n")[0];
  };
  const link = `http://localhost:3000/tasks/${id}`;
  const choose = (aboutId?: string) => chooseAbout(db, nora, { taskId: id, aboutId });
  expect(await shown()).toBe(link);
  expect(await shown(choose(emma))).toBe("For Emma");
  expect(await shown(choose(leo))).toBe("For Leo");
  const renamed = { name: "Leonard", relation: "child" } as const;
  expect(
    await shown(changeFamilyMember(db, nora, leo, { ...renamed, phone: null, email: null })),
  ).toBe("For Leonard");
  const merged = db.transaction().execute((trx) => mergePeople(trx, leo, emma, nowIso()));
  expect(await shown(merged)).toBe("For Emma");
  expect(await shown(choose())).toBe(link);
});

test("the dates that follow are about the person of the series", async () => {
  await using own = newDatabase();
  const { db } = own;
  await using scene = await newConnectedUser(db);
  const { nora, sender } = scene;
  const [emma, leo] = [await newChild(db, nora, "Emma"), await newChild(db, nora, "Leo")];
  const due = `${nowIso().slice(0, 10)}T23:50`;
  const id = await newSeries(db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
  await db.updateTable("series").set({ about_id: emma }).execute();
  await saveToCalendar(db, nora, id);
  await chooseAbout(db, nora, { taskId: id, aboutId: leo });
  await sender.sendDue();
  const firstLines = scene
    .entries()
    .map(({ recurrence, description }) => [Boolean(recurrence), description?.split("\n")[0]]);
  expect(firstLines.toSorted()).toEqual([
    [false, "For Leo"],
    [true, "For Emma"],
  ]);
});

test.skipIf(skippedOnPostgres.plans)("the tasks about somebody are found by an index", async () => {
  await using own = newDatabase();
  const plan = await tasksAboutQuery(own.db, "somebody").explain(undefined, sql`query plan`);
  const details = plan.map(({ detail }) => String(detail)).join("\n");
  expect(details).toContain("USING INDEX tasks_by_about_id");
});
