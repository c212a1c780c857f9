import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { action } from "#app/routes/overdue/next.tsx";
import {
  findNextOverdue,
  overdueQuery,
  skipOverdue,
} from "#app/domain/tasks/lists/overdue.server.ts";
import { completeTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";
import { routeArgs } from "../../support/text/route.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const morning = "2026-10-07T12:30:00.000Z"; // 08:30 in New York
const evening = "2026-10-07T23:30:00.000Z"; // 19:30
const nextMorning = "2026-10-08T11:00:00.000Z";

test("overdue tasks come up one at a time, oldest first", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const late = await addTask(own.db, family, { text: "call the vet today at 5pm", now: morning });
  const later = await addTask(own.db, family, {
    text: "order groceries today at 6pm",
    now: morning,
  });
  await addTask(own.db, family, { text: "water the plants today at 9pm", now: morning });
  expect(await findNextOverdue(own.db, family, morning)).toBeUndefined();
  expect(await findNextOverdue(own.db, family, evening)).toMatchObject({
    id: late.id,
    title: "Call the vet",
    count: 2,
  });
  await completeTask(own.db, family, late.id);
  expect(await findNextOverdue(own.db, family, evening)).toMatchObject({ id: later.id, count: 1 });
});

test("a skipped task comes up again tomorrow in the viewer's zone", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "call the vet today at 5pm", now: morning });
  await skipOverdue(own.db, family, id, evening);
  expect(await findNextOverdue(own.db, family, "2026-10-08T03:59:59.999Z")).toBeUndefined();
  expect(await findNextOverdue(own.db, family, "2026-10-08T04:00:00.000Z")).toMatchObject({ id });
  expect(await findNextOverdue(own.db, family, nextMorning)).toMatchObject({ id });
});

test("a skipped task that somebody moves comes up again when its new time is over", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "call the vet today at 5pm", now: morning });
  await skipOverdue(own.db, family, id, evening);
  await setDueDate(own.db, family, id, "2026-10-07T20:00", family.timeZone);
  expect(await findNextOverdue(own.db, family, "2026-10-07T23:59:00.000Z")).toBeUndefined();
  expect(await findNextOverdue(own.db, family, "2026-10-08T00:01:00.000Z")).toMatchObject({ id });
});

test("“Extend” suggests tomorrow at noon where the task has its time", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "call the vet today at 5pm", now: morning });
  await own.db.updateTable("profiles").set({ time_zone: "Pacific/Auckland" }).execute();
  // It is still Wednesday in New York, and Thursday in Auckland.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(evening) });
  onTestFinished(() => void vi.useRealTimers());
  const fields = { taskId: id, choice: "extend", seenDue: "2026-10-07T17:00" };
  const args = await routeArgs(own.db, { path: "/overdue", userId: family.userId, fields });
  expect((await action(args)).headers.get("location")).toBe(
    `/tasks/${id}/date?date=2026-10-08&time=12:00&then=overdue`,
  );
});

test.each(["skip", "extend", "done"])(
  "%s does nothing to another household's task",
  async (choice) => {
    await using own = newDatabase();
    const [one, other] = [await newFamily(own.db), await newFamily(own.db)];
    const { id } = await addTask(own.db, one, { text: "call the vet today at 5pm", now: morning });
    const before = await findTask(own.db, one, id);
    const args = await routeArgs(own.db, {
      path: "/overdue",
      userId: other.userId,
      fields: { taskId: id, choice },
    });
    await expect(action(args)).rejects.toMatchObject({ init: { status: 404 } });
    expect(await findTask(own.db, one, id)).toEqual(before);
  },
);

test.skipIf(skippedOnPostgres.plans)(
  "finding overdue tasks uses their index and needs no sorting",
  async () => {
    await using own = newDatabase();
    const plan = await overdueQuery(own.db, "any", { now: morning, startOfToday: morning })
      .select("id")
      .orderBy("due_date")
      .explain(undefined, sql`query plan`);
    expect(plan).toMatchObject([
      { detail: expect.stringContaining("USING INDEX tasks_by_due_date") },
    ]);
  },
);
