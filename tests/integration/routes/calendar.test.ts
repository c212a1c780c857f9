// oxlint-disable unicorn/no-thenable -- a form field has that name; it is text, never a function
import { expect, test } from "vitest";
import { action as call } from "#app/routes/api/save-to-calendar.ts";
import { action as save } from "#app/routes/tasks/calendar/add.ts";
import { action as choose } from "#app/routes/tasks/date/date.tsx";
import { instantOf, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newAskingFamily, newTask } from "../../support/messages/delegation.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

const zone = "Europe/Berlin";
// This year's last minute in that zone is never past and never next year.
const soon = wallClockAt(nowIso(), zone).with({
  month: 12,
  day: 31,
  hour: 23,
  minute: 59,
  second: 0,
  millisecond: 0,
});

test("a task of this year opens filled in for one hour, and any other asks for its date", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const id = await newTask(own.db, nora);
  const due = (at: Temporal.PlainDateTime) =>
    own.db
      .updateTable("tasks")
      .set({
        due_date: instantOf(at, zone),
        due_local: at.toString().slice(0, 16),
        due_time_zone: zone,
      })
      .where("id", "=", id)
      .execute();
  const press = async () => {
    const args = await routeArgs(own.db, {
      path: `/tasks/${id}/calendar`,
      userId: nora.userId,
      params: { id },
      fields: {},
    });
    return new URL((await save(args)).headers.get("Location") ?? "", "http://localhost");
  };
  await due(soon);
  const link = await press();
  expect(link.host).toBe("calendar.google.com");
  expect(link.searchParams.get("details")).toContain(`http://localhost/tasks/${id}`);
  expect(link.searchParams.get("ctz")).toBe(zone);
  const year = String(soon.year);
  expect(link.searchParams.get("dates")).toBe(`${year}1231T225900Z/${year}1231T235900Z`);
  for (const other of [soon.add({ years: 1 }), soon.subtract({ years: 1 })]) {
    await due(other);
    expect(String(await press())).toBe(`http://localhost/tasks/${id}/date?then=calendar`);
  }
});

test("a date just chosen in the picker goes to the calendar, whatever its year", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const id = await newTask(own.db, nora);
  const chosen = async (fields: Record<string, string>) => {
    const path = `/tasks/${id}/date`;
    const args = await routeArgs(own.db, { path, userId: nora.userId, params: { id }, fields });
    return ((await choose(args)) as Response).headers.get("Location");
  };
  const date = { date: "2041-05-04", time: "15:00" };
  expect(await chosen({ ...date, then: "calendar" })).toMatch(
    /^https:\/\/calendar\.google\.com\/.*20410504T/,
  );
  expect(await chosen({ ...date, then: "https://evil.example" })).toBe("/dashboard");
  expect(await chosen(date)).toBe("/dashboard");
});

test("save-to-calendar accepts a task or its id, but not another household's", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const stranger = await newFamily(own.db, { Kim: "spouse" });
  const taskId = await newTask(own.db, nora);
  const ask = async (json: unknown, userId?: string) => {
    const args = await routeArgs(own.db, {
      path: "/api/save-to-calendar",
      json,
      ...(userId && { userId }),
    });
    const response = await call(args).catch((thrown: unknown) => thrown as Response);
    return response.status;
  };
  const due = {
    due_date: instantOf(soon, zone),
    due_local: soon.toString().slice(0, 16),
    due_time_zone: zone,
  };
  await own.db.updateTable("tasks").set(due).execute();
  expect(await ask({ taskId }, nora.userId)).toBe(200);
  expect(await ask({ task: { id: taskId, title: "Anything" } }, nora.userId)).toBe(200);
  expect(await ask({ taskId })).toBe(401);
  expect(await ask({}, nora.userId)).toBe(422);
  expect(await ask({ taskId }, stranger.userId)).toBe(404);
  await own.db
    .updateTable("tasks")
    .set({ due_date: null, due_local: null, due_time_zone: null })
    .execute();
  expect(await ask({ taskId }, nora.userId)).toBe(409);
});

test("save-to-calendar links to a filled-in event for a task that is not saved", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const ask = async (task: unknown) => {
    const args = await routeArgs(own.db, {
      path: "/api/save-to-calendar",
      json: { task },
      userId: nora.userId,
    });
    const response = await call(args).catch((thrown: unknown) => thrown as Response);
    return {
      status: response.status,
      body: (await response.json()) as { link?: string; status?: string },
    };
  };
  const task = {
    title: "Dentist",
    category: "Kids",
    description: "Bring the card",
    is_completed: false,
  };
  const saved = await ask({ ...task, due_date: instantOf(soon, "UTC") });
  expect(saved).toMatchObject({ status: 200, body: { task_id: null, status: "not_saved" } });
  const { searchParams } = new URL(saved.body.link ?? "");
  expect(Object.fromEntries(searchParams)).toMatchObject({
    text: "Dentist",
    details: "Bring the card",
  });
  expect(searchParams.get("dates")).toMatch(/^\d{4}1231T235900Z\//);

  const { title: _title, ...untitled } = task;
  for (const [refused, status] of [
    [task, 409],
    [{ ...task, due_date: null }, 409],
    [{ ...task, due_date: "2001-01-01T09:00:00Z" }, 409],
    [{ ...task, due_date: "soon" }, 422],
    [untitled, 422],
  ] as const) {
    expect((await ask(refused)).status).toBe(status);
  }
});
