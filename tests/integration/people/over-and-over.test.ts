import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { findSession, startSession } from "#app/domain/accounts/sessions/session.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { invite } from "#app/domain/people/invitations/invitations.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { cancelReminder } from "#app/domain/reminders/reminder.server.ts";
import { action as askByCall } from "#app/routes/api/delegate-task.ts";
import { action as ask } from "#app/routes/tasks/delegate/delegate.tsx";
import { action as repeat } from "#app/routes/tasks/repeat/repeat.tsx";
import { action as resume } from "#app/routes/tasks/repeat/resume.ts";
import type { Database } from "#db/schema.ts";
import { dataOf, statusOf } from "../../support/people/ways-to-add.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { newSeries } from "../../support/records/series.ts";
import { routeArgs } from "../../support/text/route.ts";
import { addLimitEvents, letWindowsPass } from "../../support/records/limit-events.ts";

const due = "2031-06-10T15:00";
const weekly = (db: Kysely<Database>, nora: TestFamily) =>
  newSeries(db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });

test("a task that no longer repeats starts again only if the household has fewer than 500 that do", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const ended = await weekly(own.db, nora);
  await own.db.updateTable("series").set({ ended_at: nowIso() }).execute();
  for (let count = 0; count < 500; count += 1) await weekly(own.db, nora);
  const post = async (path: string, fields: Record<string, string>) =>
    routeArgs(own.db, {
      path: `/tasks/${ended}/${path}`,
      userId: nora.userId,
      params: { id: ended },
      fields,
    });
  const words = "That's more than 500 repeating tasks in your household";
  const again = await repeat(await post("repeat", { interval: "1", unit: "week" }));
  expect([statusOf(again), JSON.stringify(dataOf(again))]).toEqual([
    400,
    expect.stringContaining(words),
  ]);
  const resumed = (await resume(await post("repeat/resume", {}))) as Response;
  const [, toast = ""] = /mila_toast=(\w+)/.exec(resumed.headers.get("Set-Cookie") ?? "") ?? [];
  expect(Buffer.from(toast, "base64").toString()).toContain(words);
  const running = await own.db
    .selectFrom("series")
    .select("id")
    .where("ended_at", "is", null)
    .execute();
  expect(running).toHaveLength(500);
});

test("reminders and invitations that are added and taken back over and over leave few rows", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const taskId = await weekly(own.db, nora);
  for (let minutesBefore = 1; minutesBefore <= 60; minutesBefore += 1) {
    expect(await addReminder(own.db, nora, taskId, { minutesBefore, scope: "one" })).toBe("added");
    const row = own.db
      .selectFrom("reminders")
      .select("id")
      .where("minutes_before", "=", minutesBefore);
    const { id: reminderId } = await row.where("origin", "=", "custom").executeTakeFirstOrThrow();
    await cancelReminder(own.db, nora, { taskId, reminderId }, "one");
  }
  const reminders = own.db.selectFrom("reminders").select("id").where("origin", "=", "custom");
  expect(await reminders.execute()).toHaveLength(21);
  expect(await addReminder(own.db, nora, taskId, { minutesBefore: 60, scope: "one" })).toBe(
    "added",
  );

  for (let count = 0; count < 105; count += 1) {
    const viewer = { ...nora, timeZone: "UTC" };
    await invite(own.db, viewer, `ada-${count}@example.com`, false);
    await own.db.updateTable("family_invitations").set({ status: "revoked" }).execute();
  }
  const invitations = await own.db
    .selectFrom("family_invitations")
    .select("invitee_email")
    .execute();
  expect(invitations).toHaveLength(101);
  expect(invitations.map(({ invitee_email }) => invitee_email)).toContain("ada-104@example.com");
});

test("asking counts as adding, by form and by call, and what was chosen stays", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db, { Otto: "partner" });
  const taskId = await weekly(own.db, nora);
  const { id: otto } = await own.db
    .selectFrom("people")
    .select("id")
    .where("name", "=", "Otto")
    .executeTakeFirstOrThrow();
  const fields = { familyMemberId: otto, method: "link" };
  const params = { id: taskId };
  const byForm = async () =>
    ask(
      await routeArgs(own.db, {
        path: `/tasks/${taskId}/delegate`,
        userId: nora.userId,
        params,
        fields,
      }),
    );
  await addLimitEvents(own.db, [["adds_a_minute", nora.userId]], 59);
  expect(statusOf(await byForm())).toBe(303);
  const refused = await byForm();
  expect([statusOf(refused), dataOf(refused)]).toMatchObject([
    429,
    {
      initialValue: fields,
      error: { "": ["That's more than I can take at once. Please try again later."] },
    },
  ]);
  const json = { taskId, familyMemberId: otto };
  const call = await askByCall(
    await routeArgs(own.db, { path: "/api/delegate-task", userId: nora.userId, json }),
  );
  expect([call.status, await call.json()]).toMatchObject([429, { error: { code: "too_many" } }]);
  await letWindowsPass(own.db);
  expect(statusOf(await byForm())).toBe(303);
});

test("signing in without end leaves 500 sessions, and a browser that is in use among them", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
  const [browser, others] = [
    await startSession(own.db, nora.userId),
    await startSession(own.db, sam.userId),
  ];
  const last_used_at = laterBy(nowIso(), { minutes: 90 });
  await own.db
    .updateTable("sessions")
    .set({ last_used_at })
    .where("user_id", "=", nora.userId)
    .execute();
  let newest = "";
  for (let count = 0; count < 520; count += 1) newest = await startSession(own.db, nora.userId);
  const left = own.db.selectFrom("sessions").select("id").where("user_id", "=", nora.userId);
  expect(await left.execute()).toHaveLength(500);
  for (const token of [browser, newest, others])
    expect(await findSession(own.db, token, "198.51.100.1")).not.toBeNull();
});
