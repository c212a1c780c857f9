import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { findDelegatePage } from "#app/domain/delegation/asking/delegate-page.server.ts";
import { chooseAbout } from "#app/domain/pages/who.server.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import type { Database } from "#db/schema.ts";
import {
  answerAs,
  type AskingFamily,
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { talk } from "../../support/messages/talk.ts";
import { startTexting } from "../../support/messages/texting.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";

const idOf = async (db: Kysely<Database>, name: string) =>
  (await db.selectFrom("people").select("id").where("name", "=", name).executeTakeFirstOrThrow())
    .id;

/** Adds a task about Emma. */
async function aboutEmma(db: Kysely<Database>, nora: AskingFamily, title: string) {
  const taskId = await newTask(db, nora, title);
  await chooseAbout(db, nora, { taskId, aboutId: await idOf(db, "Emma") });
  return taskId;
}

test("a reminder says whom its task is about, unless the title or its doer does", async () => {
  await using texting = await startTexting(newDatabase());
  const { db, sendDue, textsTo } = texting;
  const nora = await newAskingFamily(db);
  for (const title of ["Dentist", "Emma's recital", "Piano"]) {
    const { id } = await addTask(db, nora, { text: `${title} on June 10 2031 at 3 pm` });
    await chooseAbout(db, nora, { taskId: id, aboutId: await idOf(db, "Emma") });
  }
  const doer = { assignee_id: await idOf(db, "Emma") };
  await db.updateTable("tasks").set(doer).where("title", "=", "Piano").execute();
  const now = nowIso();
  const due = { scheduled_at: now, planned_at: now };
  await db.updateTable("reminders").set(due).where("status", "=", "pending").execute();
  await tickReminders(db, now);
  await sendDue();
  expect(textsTo(phones.nora).toSorted()).toEqual([
    expect.stringMatching(/^Dentist for Emma, Tue, Jun 10, 2031 at 3:00 PM/),
    expect.stringMatching(/^Emma's recital, Tue/),
    expect.stringMatching(/^Emma: Piano, Tue/),
  ]);
});

test("a request says whom its task is about inside the asker's quotation marks, and so does a change", async () => {
  await using texting = await startTexting(newDatabase());
  const { db, sendDue, textsTo } = texting;
  const nora = await newAskingFamily(db);
  const taskId = await aboutEmma(db, nora, "Dentist");
  const id = await sendRequest(db, nora, taskId);
  await sendDue();
  expect(textsTo(phones.sam)[0]).toContain('can you do this? "Dentist for Emma", Fri, Jun 10');
  await answerAs(db, id, "accept");
  await setDueDate(db, nora, taskId, "2101-06-11T16:30", nora.timeZone);
  await db.updateTable("deliveries").set({ not_before: "2020-01-01T00:00:00.000Z" }).execute();
  await sendDue();
  expect(textsTo(phones.sam)[1]).toContain(": Dentist for Emma. Still fine?");
});

test("what the asker sends from their own phone says whom the task is about", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await aboutEmma(db, nora, "Dentist");
  const instance = { isSetUp: () => true, origin: "https://mila.example.com" };
  const before = await findDelegatePage(db, nora, taskId, instance);
  expect(before!.preview).toContain('"Dentist for Emma"');
  await sendRequest(db, nora, taskId, nora.sam, "link");
  const page = await findDelegatePage(db, nora, taskId, instance);
  expect(page!.ownText!.words).toContain('Can you do this? "Dentist for Emma", Fri, Jun 10');
});

test("by chat, Mila says whom each task of a day is about", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const now = "2031-06-10T14:00:00.000Z";
  const say = (text: string) => talk(db, text, { from: phones.nora, now });
  for (const text of ["Dentist today at 5pm", "Leave for Emma's recital today at 7pm"]) {
    const { id } = await addTask(db, nora, { text, now });
    await chooseAbout(db, nora, { taskId: id, aboutId: await idOf(db, "Emma") });
  }
  expect(await say("list")).toBe(
    "Mila: Today: 5:00 PM Dentist for Emma; 7:00 PM Leave for Emma's recital.",
  );
  expect(await say("what's on today?")).toBe(
    "Mila: 2 tasks: today 5:00 PM Dentist for Emma; today 7:00 PM Leave for Emma's recital.",
  );
  expect(await say("when is the dentist?")).toBe("Mila: Dentist for Emma: today 5:00 PM.");
});
