import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import { reminderActionLink } from "#app/domain/core/links.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { talk } from "../../support/messages/talk.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import type { Visitor } from "../../support/product/visitor.ts";
import { addFamilyMember, linkFor } from "../../support/records/add-family-member.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { browserOf, type Family, type FormsMila, formsMila, newNora, soon } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const doneWays = ["page", "offline", "button", "text", "link"] as const;
const otherWays = [
  "text of yes",
  "link of yes",
  "text of no",
  "link of no",
  "edit",
  "other time",
  "other time offline",
] as const;
const ways = [...doneWays, ...otherWays];
type Way = (typeof ways)[number];

const dueDate = "2031-06-10T15:00";
let numbers = 100;

/**
 * Nora asked for tasks that come each day. Sam, who has an account, said yes and has five ways to
 * say that it's done. He is about to answer two more by link, and to change two. Ben and Ida have
 * no account, and answer by text. Whoever is about to say no has said yes.
 */
async function scene() {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone: "America/New_York",
  });
  const sam = await newSam(mila, family);
  const userId = await idOf(sam.email);
  const phone = newNumber();
  const { household_id: householdId } = await mila.db
    .updateTable("people")
    .set({ phone, relation: "spouse" })
    .where("user_id", "=", userId)
    .returning("household_id")
    .executeTakeFirstOrThrow();
  const texters = {
    "text of yes": await addPartner(family, householdId, "Ben"),
    "text of no": await addPartner(family, householdId, "Ida"),
  };
  const asker = { userId: await idOf(family.email), householdId };
  const tasks = {} as Record<Way, { id: string; title: string; path: string }>;
  for (const way of ways) {
    const title = `Water by ${way}`;
    const asked = await askSam(family, { title, dueDate });
    const { taskId: id, path } = asked;
    await family.post(`/tasks/${id}/repeat`, { interval: "1", unit: "day" });
    if (way === "text of yes" || way === "text of no")
      await ask(mila.db, asker, { taskId: id, familyMemberId: texters[way].id, method: "sms" });
    else if (way !== "link of yes") await sam.post(path, { answer: "accept", seenDue: dueDate });
    tasks[way] = { id, title, path };
  }
  await talk(mila.db, "Yes", { from: texters["text of no"].phone });
  const open = async (way: Way, path: string, browser = browserOf(mila, sam)) => {
    await browser.visit(path);
    return [way, browser] as const;
  };
  const byLink = (way: Way) => open(way, tasks[way].path, new FormBrowser(mila.url));
  const pages = new Map([
    await open("page", allOnHome),
    await byLink("link"),
    await byLink("link of yes"),
    await byLink("link of no"),
    await open("edit", `/tasks/${tasks.edit.id}/edit`),
    await open("other time", `/tasks/${tasks["other time"].id}/date`),
  ]);
  pages.get("edit")?.fill("Description", "Two cans");
  pages.get("other time")?.fill("Time", "17:00");
  const button = await remind(tasks.button.id, userId);
  return { nora, family, sam, userId, phone, texters, tasks, pages, button };
}

const allOnHome = "/dashboard?open=household-later.40,household-no-date.40";

const newNumber = () => `+12015550${(numbers += 1)}`;

async function idOf(email: string): Promise<string> {
  const user = mila.db.selectFrom("users").select("id").where("email", "=", email);
  return (await user.executeTakeFirstOrThrow()).id;
}

async function addPartner(family: Family, householdId: string, name: string) {
  const phone = newNumber();
  await addFamilyMember(family, { name, phone, email: "", relation: "partner" });
  const person = mila.db.selectFrom("people").select("id").where("phone", "=", phone);
  const { id } = await person.where("household_id", "=", householdId).executeTakeFirstOrThrow();
  return { id, phone };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** Returns the address of the notification's button. */
async function remind(taskId: string, userId: string): Promise<string> {
  const [reminderId, deliveryId, now] = [newId(), newId(), nowIso()];
  const { due_date } = await mila.db
    .selectFrom("tasks")
    .select("due_date")
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  const due = due_date ?? now;
  await mila.db
    .insertInto("reminders")
    .values({
      id: reminderId,
      task_id: taskId,
      user_id: userId,
      origin: "custom",
      minutes_before: 0,
      message: "",
      planned_at: due,
      scheduled_at: due,
      status: "sent",
    })
    .execute();
  await mila.db
    .insertInto("deliveries")
    .values({
      id: deliveryId,
      kind: "reminder",
      channel: "push",
      user_id: userId,
      subject_id: reminderId,
      state: "sent",
      dedupe_key: newId(),
      due_at: due,
      not_before: now,
      created_at: now,
    })
    .execute();
  const base = { origin: mila.url, linkKey: readSecrets(mila.dataFolder).link };
  return reminderActionLink(base, "done", { deliveryId, version: 1 });
}

const says: Record<Way, (scene: Scene) => Promise<string>> = {
  async page({ pages, tasks }) {
    const page = pages.get("page")!;
    await page.card(tasks.page.title).press("Mark as complete", { status: "any" });
    return answerOf(page);
  },
  offline: ({ sam, userId, tasks }) =>
    sendKept(sam, userId, { type: "complete", taskId: tasks.offline.id }),
  async button({ button }) {
    const answer = await fetch(button, { method: "POST" });
    return `${answer.status} ${await answer.text()}`;
  },
  text: ({ phone, tasks }) => textMila(phone, `DONE ${tasks.text.title}`),
  link: press("link", "It's done"),
  "text of yes": ({ texters }) => textMila(texters["text of yes"].phone, "Yes"),
  "link of yes": press("link of yes", "Yes, I'll do it"),
  "text of no": ({ texters }) => textMila(texters["text of no"].phone, "No"),
  "link of no": press("link of no", "Sorry, I can't any more"),
  edit: press("edit", "Save Changes"),
  "other time": press("other time", "Save"),
  "other time offline": ({ sam, userId, tasks }) => {
    const taskId = tasks["other time offline"].id;
    return sendKept(sam, userId, { type: "move", taskId, date: "2031-06-10", time: "17:00" });
  },
};

/** As a phone sends it that has a connection again. */
async function sendKept(person: Visitor, userId: string, change: object): Promise<string> {
  const answer = await fetch(`${mila.url}/api/save-change`, {
    method: "POST",
    headers: { "Content-Type": "application/json", cookie: person.cookies(), Origin: mila.url },
    body: JSON.stringify({
      changeId: newId(),
      userId,
      madeAt: nowIso(),
      change: { ...change, seenDue: dueDate },
    }),
  });
  const { status, reason } = (await answer.json()) as { status: string; reason?: string };
  return reason ?? status;
}

const textMila = async (from: string, words: string) =>
  (await talk(mila.db, words, { from })) ?? "";

function press(way: Way, button: string) {
  return async ({ pages }: Scene) => {
    const page = pages.get(way)!;
    await page.press(button, { status: "any" });
    return answerOf(page);
  };
}

const answerOf = (page: FormBrowser) =>
  `${page.status} ${page.toast || `${page.heading} ${page.text}`}`;

const each = (act: (scene: Scene, id: string) => Promise<unknown>) => async (own: Scene) => {
  for (const way of ways) await act(own, own.tasks[way].id);
};

/** Lets their time pass, and their series go on without them. */
async function passBy({ tasks }: Scene) {
  const ids = Object.values(tasks).map(({ id }) => id);
  await mila.db
    .updateTable("series_occurrences")
    .set({ missed_at: "2026-01-01T00:00:00.000Z" })
    .where("task_id", "in", ids)
    .execute();
  const missed = mila.db.selectFrom("tasks").select("id").where("id", "in", ids);
  await expect
    .poll(() => missed.where("was_missed", "=", 1).execute(), soon)
    .toHaveLength(ids.length);
}

async function giveToEmma({ nora }: Scene, id: string) {
  await nora.visit(`/tasks/${id}/edit`);
  nora.choose("Who", "Emma");
  await nora.press("Save Changes");
}

async function edit({ nora }: Scene, id: string) {
  await nora.visit(`/tasks/${id}/edit`);
  nora.fill("Description", "Not too much");
  await nora.press("Save Changes");
}

const saved: Record<Way, RegExp> = {
  page: /Task completed/,
  offline: /^done$/,
  button: /^200 Done\.$/,
  text: /Thank you\. Nora knows it's done/,
  link: /^200 Thank you/,
  "text of yes": /Nora knows you're on it: Water by text of yes/,
  "link of yes": /^200 Thank you, Sam/,
  "text of no": /Nora knows you can't any more: Water by text of no/,
  "link of no": /^200 You said no/,
  edit: /^200 Task saved!/,
  "other time": /^200 Task saved!/,
  "other time offline": /^done$/,
};

/** The form comes back with what was typed, and what somebody else did is above it. */
const keptForm = (words: string) =>
  new RegExp(`^409 Edit task .*${words}.*Nothing you typed is lost`);
const keptDate = (words: string) => new RegExp(`^409 When is it due\\? .*${words}`);

const deleted = {
  page: /^200 Nora deleted this a moment ago/,
  offline: /^Nora deleted this a moment ago$/,
  button: /^200 Nothing changed: Nora deleted "Water by button" a moment ago\.$/,
  text: /Nothing changed: Nora deleted "Water by text" a moment ago\.$/,
  link: /^409 No longer needed .*It was deleted/,
  "text of yes": /Nora deleted it a moment ago\. Nothing for you to do, thank you\.$/,
  "link of yes": /^409 No longer needed .*It was deleted/,
  "text of no": /Nora deleted it a moment ago\. Nothing for you to do, thank you\.$/,
  "link of no": /^409 No longer needed .*It was deleted/,
  edit: keptForm("Nora deleted this a moment ago"),
  "other time": keptDate("Nora deleted this a moment ago. Save to restore it"),
  "other time offline": /^Nora deleted this a moment ago$/,
};

const noTask = "Nothing changed This task is no longer there\\.";

const events: [string, (scene: Scene) => Promise<unknown>, Record<Way, RegExp>][] = [
  ["nothing", async () => undefined, saved],
  [
    "edited",
    each(edit),
    { ...saved, edit: keptForm("Someone changed this task while you were editing") },
  ],
  ["ended", each(({ family }, id) => family.post(`/tasks/${id}/repeat/end`)), saved],
  [
    "deleted",
    each(({ family }, id) => family.post(`/tasks/${id}/delete`, { scope: "all" })),
    deleted,
  ],
  [
    "skipped",
    each(({ family }, id) => family.post(`/tasks/${id}/skip`)),
    {
      page: /^200 Nora skipped this a moment ago/,
      offline: /^Nora skipped this a moment ago$/,
      button: /^200 Nothing changed: Nora skipped "Water by button" a moment ago\.$/,
      text: /Nothing changed: Nora skipped "Water by text" a moment ago\.$/,
      link: /^409 No longer needed this time .*It was skipped/,
      "text of yes": /Nora skipped it a moment ago\. Nothing for you to do, thank you\.$/,
      "link of yes": /^409 No longer needed this time .*It was skipped/,
      "text of no": /Nora skipped it a moment ago\. Nothing for you to do, thank you\.$/,
      "link of no": /^409 No longer needed this time .*It was skipped/,
      edit: keptForm("Nora skipped this a moment ago\\. The next one is here: .*Jun 11, 2031"),
      "other time": keptDate("Nora skipped this a moment ago. Save to restore it"),
      "other time offline": /^Nora skipped this a moment ago$/,
    },
  ],
  [
    "missed",
    passBy,
    {
      page: /^200 Done for Tuesday/,
      offline: /^done$/,
      button: /^200 Done for Tuesday\.$/,
      text: /Nora knows\. Done for Tuesday: Water by text\.$/,
      link: /^200 Thank you/,
      "text of yes": /Its time is over\. Nothing for you to do, thank you\.$/,
      "link of yes": /^409 Its time is over/,
      "text of no": /Its time is over: Water by text of no\. Reply DONE if you did it\.$/,
      "link of no": /^409 .*Its time is over\. Did you do it\?.* It's done$/,
      edit: keptForm("Its time is over\\. The next one is here: .*Jun 11, 2031"),
      "other time": keptDate("Its time is over\\. The next one is here: .*Jun 11, 2031"),
      "other time offline": /^Its time is over, and the next one is here$/,
    },
  ],
  [
    "moved",
    each(({ family }, id) =>
      family.post(`/tasks/${id}/date`, { date: "2031-06-12", time: "16:30" }),
    ),
    {
      page: /^200 Nothing changed Nora moved this to Thu, Jun 12, 2031 at 4:30 PM\./,
      offline: /^Nora moved this to Thu, Jun 12, 2031 at 4:30 PM$/,
      button: /^200 Nothing changed, Nora moved this to Thu, Jun 12, 2031 at 4:30 PM\.$/,
      text: /Nora moved this to Thu, Jun 12, 2031 at 4:30 PM: Water by text\. Reply DONE again/,
      link: /^409 .*it was Tue, Jun 10, 2031 at 3:00 PM. Still fine\?/,
      // Nobody showed them another date: "Still fine?" follows the text.
      "text of yes": saved["text of yes"],
      "link of yes": /^409 Nora asks: .*Water by link of yes Thu, Jun 12, 2031 at 4:30 PM/,
      "text of no": saved["text of no"],
      "link of no": saved["link of no"],
      edit: keptForm("Someone changed this task .*Jun 12, 2031, 4:30 PM"),
      "other time": keptDate(
        "Nora moved this to Thu, Jun 12, 2031 at 4:30 PM\\. Nothing you chose",
      ),
      "other time offline": /^Nora moved this to Thu, Jun 12, 2031 at 4:30 PM$/,
    },
  ],
  [
    "done",
    each(({ family }, id) => family.post(`/tasks/${id}/complete`)),
    {
      page: /^200 Nora completed this a moment ago/,
      offline: /^done$/,
      button: /^200 Nothing changed, it was done already\.$/,
      text: /Nothing changed: Nora completed "Water by text" a moment ago\.$/,
      link: /^409 This is already done/,
      "text of yes": /That's already done, thank you\.$/,
      "link of yes": /^409 This is already done/,
      "text of no": /That's already done, thank you\.$/,
      "link of no": /^409 This is already done/,
      edit: keptForm("Nora completed this a moment ago"),
      "other time": keptDate("Nora completed this a moment ago\\. Nothing you chose"),
      "other time offline": /^Nora completed this a moment ago$/,
    },
  ],
  [
    "withdrawn",
    each(({ family }, id) => family.post(`/tasks/${id}/withdraw`)),
    {
      ...saved,
      text: /That's no longer needed\.$/,
      link: /^409 The person who asked cancelled this request/,
      "text of yes": /That's no longer needed\.$/,
      "link of yes": /^409 The person who asked cancelled this request/,
      "text of no": /That's no longer needed\.$/,
      "link of no": /^409 The person who asked cancelled this request/,
      edit: keptForm("Someone changed this task while you were editing"),
    },
  ],
  [
    "Emma's",
    each(giveToEmma),
    {
      ...saved,
      text: /Emma has it now, thank you\.$/,
      link: /^409 Emma has it now, thank you/,
      "text of yes": /Emma has it now, thank you\.$/,
      "link of yes": /^409 Emma has it now, thank you/,
      "text of no": /Emma has it now, thank you\.$/,
      "link of no": /^409 Emma has it now, thank you/,
      edit: keptForm("Someone changed this task .* Emma"),
    },
  ],
  [
    "gone with a restored backup",
    each((_scene, id) => mila.db.deleteFrom("tasks").where("id", "=", id).execute()),
    {
      page: new RegExp(`^404 .*${noTask}`),
      offline: /^This task is no longer there$/,
      button: /^404 Nothing changed, this reminder is over\.$/,
      // His family may have removed him, for all that Mila knows now.
      text: /I don't know you here yet/,
      link: /^409 No longer needed/,
      "text of yes": /I don't know you here yet/,
      "link of yes": /^409 No longer needed/,
      "text of no": /I don't know you here yet/,
      "link of no": /^409 No longer needed/,
      edit: new RegExp(`^404 .*${noTask} This is what you typed: Water by edit Two cans`),
      "other time": new RegExp(`^404 .*${noTask}`),
      "other time offline": /^This task is no longer there$/,
    },
  ],
  [
    "in a household that has removed them",
    async ({ family, userId, texters }) => {
      for (const { id } of Object.values(texters))
        await family.post(`/preferences/family/members/${id}/delete`);
      const { id } = await mila.db
        .selectFrom("household_members")
        .select("id")
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      await family.post(`/preferences/family/household/${id}/remove`);
    },
    {
      page: /^200 You now have your own household You were removed/,
      offline: /^This task is no longer there$/,
      button: /^200 Nothing changed, that was in a household that you have left\.$/,
      text: /That's no longer needed\.$/,
      link: /^409 .*You are not in this family's list any more/,
      "text of yes": /I don't know you here yet/,
      "link of yes": /^409 .*You are not in this family's list any more/,
      "text of no": /I don't know you here yet/,
      "link of no": /^409 .*You are not in this family's list any more/,
      edit: new RegExp(`^404 .*${noTask} This is what you typed: Water by edit Two cans`),
      "other time": new RegExp(`^404 .*${noTask}`),
      "other time offline": /^This task is no longer there$/,
    },
  ],
];

test.for(events)(
  "late words and edits of what is %s are answered with true words",
  async ([, happen, expected]) => {
    const own = await scene();
    await happen(own);
    const answers: Partial<Record<Way, string>> = {};
    for (const way of ways)
      answers[way] = await says[way](own).catch((error: unknown) => String(error));
    for (const way of ways)
      expect([way, answers[way]]).toEqual([way, expect.stringMatching(expected[way])]);
  },
);

test("a late “done” counts after the household has joined another", async () => {
  const { nora, family } = await newNora(mila);
  const userId = await idOf(family.email);
  const asked = [];
  for (const way of doneWays)
    asked.push(await askSam(family, { title: `Water by ${way}`, dueDate }));
  const [page, offline, button, text, link] = asked.map(({ taskId: id, path }, index) => ({
    id,
    path,
    title: `Water by ${doneWays[index]}`,
  }));
  for (const { path } of [text!, link!])
    await family.post(path, { answer: "accept", seenDue: dueDate });
  const phone = newNumber();
  const sam = mila.db.updateTable("people").set({ phone }).where("id", "=", asked[0]!.sam);
  await sam.execute();
  await nora.visit(allOnHome);
  const pressed = await remind(button!.id, userId);
  const byLink = new FormBrowser(mila.url);
  await byLink.visit(link!.path);

  const zoe = await signedInFamily(mila);
  const query = (await linkFor(zoe, family.email)).split("?")[1];
  const token = new URLSearchParams(query).get("token") ?? "";
  const joined = await family.post("/accept-invitation", { token });
  expect(joined.headers.get("location")).toBe("/family");

  await nora.card(page!.title).press("Mark as complete", { status: "any" });
  await sendKept(family, userId, { type: "complete", taskId: offline!.id });
  expect(await (await fetch(pressed, { method: "POST" })).text()).toBe("Done.");
  expect(await talk(mila.db, `DONE ${text!.title}`, { from: phone })).toContain("knows it's done");
  await byLink.press("It's done");
  const completed = mila.db
    .selectFrom("tasks")
    .select("title")
    .where("is_completed", "=", 1)
    .where(
      "id",
      "in",
      asked.map(({ taskId }) => taskId),
    )
    .orderBy("id");
  expect((await completed.execute()).map(({ title }) => title)).toEqual(
    doneWays.map((way) => `Water by ${way}`),
  );
});
