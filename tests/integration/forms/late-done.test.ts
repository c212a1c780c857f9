import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import { reminderActionLink } from "#app/domain/core/links.server.ts";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import { earlierBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type Family, type FormsMila, formsMila, newNora, say, soon } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const title = "Water the ferns";

/** Nora's dashboard still shows yesterday's, which the series goes on without meanwhile. */
async function lastNight() {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone: "UTC",
  });
  await say(nora, "water the ferns every day at 8pm");
  const task = await openTask(family);
  const due = wallClockAt(earlierBy(nowIso(), { hours: 24 }), "UTC").toPlainDate();
  const dates = {
    due_local: `${due.toString()}T20:00`,
    due_date: `${due.toString()}T20:00:00.000Z`,
  };
  await mila.db.updateTable("tasks").set(dates).where("id", "=", task.id).execute();
  await mila.db
    .updateTable("series_occurrences")
    .set({ occurs_on: due.toString() })
    .where("task_id", "=", task.id)
    .execute();
  await mila.db
    .updateTable("series")
    .set({ starts_on: due.toString() })
    .where("id", "=", ({ selectFrom }) =>
      selectFrom("series_occurrences").select("series_id").where("task_id", "=", task.id),
    )
    .execute();
  await nora.visit("/dashboard");
  const words = doneFor({ was_missed: 1, due_time_zone: "UTC", ...dates });
  return { nora, family, id: task.id, words: words ?? "", due };
}

async function goOn({ id, family }: { id: string; family: Family }) {
  await mila.db
    .updateTable("series_occurrences")
    .set({ missed_at: "2026-01-01T00:00:00.000Z" })
    .where("task_id", "=", id)
    .execute();
  await expect.poll(async () => (await openTask(family)).id, soon).not.toBe(id);
  return openTask(family);
}

async function openTask({ email }: Family) {
  return mila.db
    .selectFrom("tasks")
    .innerJoin("users", "users.id", "tasks.user_id")
    .select(["tasks.id", "tasks.due_local", "tasks.version", "users.id as userId"])
    .where("users.email", "=", email)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
}

const stateOf = async (id: string) =>
  (
    await mila.db
      .selectFrom("series_occurrences")
      .innerJoin("tasks", "tasks.id", "series_occurrences.task_id")
      .select(["state", "done_at"])
      .where("task_id", "=", id)
      .executeTakeFirstOrThrow()
  ).state;

test("last night's page ticks off last night's, and Undo takes that back", async () => {
  const { nora, family, id, words } = await lastNight();
  const next = await goOn({ id, family });
  await nora.card(title).press("Mark as complete");
  expect(nora.toast).toContain(words);
  expect(nora.item(words).headings(3)).toEqual([title]);
  expect(await stateOf(id)).toBe("done");
  expect(await openTask(family)).toEqual(next);
  expect(nora.text).not.toContain("Missed last time");
  await nora.press("Undo");
  expect(await stateOf(id)).toBe("missed");
  expect(await openTask(family)).toEqual(next);
  expect(nora.text).toContain("Missed last time");
});

test("last night's page says that the next one is here, whatever else is pressed", async () => {
  for (const button of ["Delete only this one", "Skip this time"]) {
    const { nora, family, id } = await lastNight();
    await nora.card(title).follow("More");
    await goOn({ id, family });
    await nora.press(button);
    expect([button, nora.toast]).toEqual([
      button,
      expect.stringContaining("Its time is over. The next one is here."),
    ]);
    expect(nora.headings(3)).toEqual([title]);
  }
});

test("a child's page of last night ticks off last night's, and Undo takes that back", async () => {
  const { nora, family, id, words } = await lastNight();
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  await nora.visit("/family");
  await nora.follow("Emma");
  const assignee_id = nora.url.split("/").at(-1);
  await mila.db.updateTable("tasks").set({ assignee_id }).where("id", "=", id).execute();
  await nora.follow("A page for Emma");
  await nora.press("Make a link");
  const tablet = new FormBrowser(mila.url);
  await tablet.visit(new URL(String(nora.field("Link for Emma").value)).pathname);
  const next = await goOn({ id, family });
  await tablet.press(/Water the ferns/);
  expect(tablet.toast).toContain(words);
  expect(tablet.items().join()).toContain(`Done: ${title} ${words.replace("Done ", "")}`);
  expect(await stateOf(id)).toBe("done");
  expect(await openTask(family)).toEqual(next);
  await tablet.press(`Undo: ${title}`);
  expect(await stateOf(id)).toBe("missed");
  expect(await openTask(family)).toEqual(next);
  expect(tablet.text).not.toContain("Done:");
});

test("a tick made offline on its day and sent later counts for then", async () => {
  const { family, id } = await lastNight();
  const { userId } = await goOn({ id, family });
  const madeAt = earlierBy(nowIso(), { hours: 10 });
  const sent = { changeId: "tick-one-1", userId, madeAt, change: { type: "complete", taskId: id } };
  const send = () =>
    fetch(`${mila.url}/api/save-change`, {
      method: "POST",
      headers: { "Content-Type": "application/json", cookie: family.cookies(), Origin: mila.url },
      body: JSON.stringify(sent),
    });
  for (const _time of [1, 2]) {
    expect(await (await send()).json()).toEqual({ changeId: "tick-one-1", status: "done" });
  }
  expect(await stateOf(id)).toBe("done");
  const task = mila.db.selectFrom("tasks").select("done_at").where("id", "=", id);
  expect(await task.executeTakeFirst()).toEqual({ done_at: madeAt });
});

test("the button of last night's notification counts, and says for which day", async () => {
  const { family, id, words } = await lastNight();
  const { userId } = await openTask(family);
  const [reminderId, deliveryId, now] = [newId(), newId(), nowIso()];
  const reminder = {
    id: reminderId,
    task_id: id,
    user_id: userId,
    origin: "custom",
    minutes_before: 7,
  } as const;
  await mila.db
    .insertInto("reminders")
    .values({ ...reminder, message: "", planned_at: now, scheduled_at: now, status: "sent" })
    .execute();
  const message = {
    id: deliveryId,
    kind: "reminder",
    channel: "push",
    user_id: userId,
    subject_id: reminderId,
  } as const;
  await mila.db
    .insertInto("deliveries")
    .values({
      ...message,
      state: "sent",
      dedupe_key: newId(),
      due_at: now,
      not_before: now,
      created_at: now,
    })
    .execute();
  await goOn({ id, family });
  const base = { origin: mila.url, linkKey: readSecrets(mila.dataFolder).link };
  const answer = await fetch(reminderActionLink(base, "done", { deliveryId, version: 1 }), {
    method: "POST",
  });
  expect(await answer.text()).toBe(`${words}.`);
  expect(await stateOf(id)).toBe("done");
});

test("last night's page says so if none follows", async () => {
  const { nora, family, id } = await lastNight();
  await nora.card(title).follow("More");
  const next = await goOn({ id, family });
  await family.post(`/tasks/${next.id}/delete`, { scope: "all" });
  await nora.press("Skip this time");
  expect(nora.toast).toContain("Its time is over, and none follows.");
  const change = { type: "move", taskId: id, date: "2031-06-10", time: "19:00" };
  const sent = { changeId: "moved-offline", userId: next.userId, madeAt: nowIso(), change };
  const queued = await fetch(`${mila.url}/api/save-change`, {
    method: "POST",
    headers: { cookie: family.cookies(), "content-type": "application/json" },
    body: JSON.stringify(sent),
  });
  expect(await queued.json()).toMatchObject({ reason: "Its time is over, and none follows" });
});

test("an edit of last night's keeps what was typed and offers the next one", async () => {
  const { nora, family, id } = await lastNight();
  await nora.visit(`/tasks/${id}/edit`);
  nora.fill("Title", "Water the ferns and the fig");
  const next = await goOn({ id, family });
  await nora.press("Save Changes", { status: 409 });
  expect(nora.text).toContain("Its time is over. The next one is here");
  expect(nora.field("Title").value).toBe("Water the ferns and the fig");
  await nora.press("Save Changes");
  expect(nora.toast).toContain("Task saved!");
  expect(nora.headings(3)).toEqual(["Water the ferns and the fig"]);
  expect(await openTask(family)).toMatchObject({ id: next.id, due_local: next.due_local });
});

test("who said yes can still say that it's done, by the same link", async () => {
  const { family, nora } = await newNora(mila);
  const { taskId, path } = await askSam(family, {
    title: "Feed the cat",
    dueDate: "2031-06-10T15:00",
  });
  await family.post(`/tasks/${taskId}/repeat`, { interval: "1", unit: "day" });
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  await sam.press("Yes, I'll do it");
  await goOn({ id: taskId, family });
  await sam.visit(path);
  await sam.press("It's done");
  expect(sam.heading).toContain("Thank you");
  expect(await stateOf(taskId)).toBe("done");
  await nora.visit(`/tasks/${taskId}`);
  expect(nora.text).toContain("Done,");
});

test("the overdue page of last night ticks it off as well", async () => {
  const { nora, family, id, words } = await lastNight();
  await nora.visit("/overdue");
  await goOn({ id, family });
  await nora.press("Mark as Done");
  expect(nora.toast).toContain(words);
  expect(await stateOf(id)).toBe("done");
});
