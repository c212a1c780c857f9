import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import { reminderActionLink } from "#app/domain/core/links.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { talk } from "../../support/messages/talk.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { linkFor } from "../../support/records/add-family-member.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { browserOf, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const ways = ["page", "offline", "button", "text", "link"] as const;
type Way = (typeof ways)[number];

let numbers = 10;

/**
 * Nora asked Sam, who has an account, for one task each day. He said yes, and has five ways to say
 * that it's done.
 */
async function scene() {
  const { family } = await newNora(mila);
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone: "America/New_York",
  });
  const sam = await newSam(mila, family);
  const { id: userId } = await mila.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", sam.email)
    .executeTakeFirstOrThrow();
  numbers += 1;
  const phone = `+120155503${numbers}`;
  await mila.db
    .updateTable("people")
    .set({ phone, relation: "spouse" })
    .where("user_id", "=", userId)
    .execute();
  const tasks = {} as Record<Way, { id: string; title: string; path: string }>;
  for (const way of ways) {
    const title = `Water by ${way}`;
    const asked = await askSam(family, { title, dueDate: "2031-06-10T15:00" });
    await family.post(`/tasks/${asked.taskId}/repeat`, { interval: "1", unit: "day" });
    await sam.post(asked.path, { answer: "accept", seenDue: "2031-06-10T15:00" });
    tasks[way] = { id: asked.taskId, title, path: asked.path };
  }
  const page = browserOf(mila, sam);
  await page.visit("/dashboard");
  const link = new FormBrowser(mila.url);
  await link.visit(tasks.link.path);
  expect(link.buttons()).toContain("It's done");
  const button = await remind(tasks.button.id, userId);
  return { family, sam, userId, phone, tasks, page, link, button };
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
  async page({ page, tasks }) {
    await page.card(tasks.page.title).press("Mark as complete", { status: "any" });
    return `${page.status} ${page.toast || page.text}`;
  },
  async offline({ sam, userId, tasks }) {
    const change = { type: "complete", taskId: tasks.offline.id, seenDue: "2031-06-10T15:00" };
    const answer = await fetch(`${mila.url}/api/save-change`, {
      method: "POST",
      headers: { "Content-Type": "application/json", cookie: sam.cookies(), Origin: mila.url },
      body: JSON.stringify({ changeId: newId(), userId, madeAt: nowIso(), change }),
    });
    const { status, reason } = (await answer.json()) as { status: string; reason?: string };
    return reason ?? status;
  },
  async button({ button }) {
    const answer = await fetch(button, { method: "POST" });
    return `${answer.status} ${await answer.text()}`;
  },
  text: async ({ phone, tasks }) =>
    (await talk(mila.db, `DONE ${tasks.text.title}`, { from: phone })) ?? "",
  async link({ link }) {
    await link.press("It's done", { status: "any" });
    return `${link.status} ${link.heading} ${link.text}`;
  },
};

const each = (act: (scene: Scene, id: string) => Promise<unknown>) => async (own: Scene) => {
  for (const way of ways) await act(own, own.tasks[way].id);
};

async function edit({ family }: Scene, id: string) {
  const task = mila.db.selectFrom("tasks").selectAll().where("id", "=", id);
  const { title, category, version } = await task.executeTakeFirstOrThrow();
  const kept = { title, category, version: String(version), dueDate: "2031-06-10T15:00" };
  const saved = await family.post(`/tasks/${id}/edit`, {
    ...kept,
    description: "Not too much",
    assignee: "Sam",
    assigneeBefore: "Sam",
    scope: "one",
  });
  expect(saved.status).toBe(303);
}

const done: Record<Way, RegExp> = {
  page: /Task completed/,
  offline: /^done$/,
  button: /^200 Done\.$/,
  text: /Thank you\. Nora knows it's done/,
  link: /^200 Thank you/,
};

const events: [string, (scene: Scene) => Promise<unknown>, Record<Way, RegExp>][] = [
  ["nothing", async () => undefined, done],
  ["edited", each(edit), done],
  ["ended", each(({ family }, id) => family.post(`/tasks/${id}/repeat/end`)), done],
  [
    "deleted",
    each(({ family }, id) => family.post(`/tasks/${id}/delete`, { scope: "all" })),
    {
      page: /^200 Nora deleted this a moment ago/,
      offline: /^Nora deleted this a moment ago$/,
      button: /^200 Nothing changed: Nora deleted "Water by button" a moment ago\.$/,
      text: /Nothing changed: Nora deleted "Water by text" a moment ago\.$/,
      link: /^409 .*No longer needed/,
    },
  ],
  [
    "skipped",
    each(({ family }, id) => family.post(`/tasks/${id}/skip`)),
    {
      page: /^200 Nora skipped this a moment ago/,
      offline: /^Nora skipped this a moment ago$/,
      button: /^200 Nothing changed: Nora skipped "Water by button" a moment ago\.$/,
      text: /Nothing changed: Nora skipped "Water by text" a moment ago\.$/,
      link: /^409 .*No longer needed this time/,
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
      link: /^409 .*already done/,
    },
  ],
  [
    "withdrawn",
    each(({ family }, id) => family.post(`/tasks/${id}/withdraw`)),
    { ...done, text: /That's no longer needed\.$/, link: /^409 .*cancelled this request/ },
  ],
  [
    "gone with a restored backup",
    each((_scene, id) => mila.db.deleteFrom("tasks").where("id", "=", id).execute()),
    {
      page: /^404 .*Nothing changed This task is no longer there\./,
      offline: /^This task is no longer there$/,
      button: /^404 Nothing changed, this reminder is over\.$/,
      // His family may have removed him, for all that Mila knows now.
      text: /I don't know you here yet/,
      link: /^409 .*No longer needed/,
    },
  ],
  [
    "Sam's, who was removed",
    async ({ family, userId }) => {
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
    },
  ],
];

test.for(events)(
  "a late “done” to what was %s is answered with true words",
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
  const { id: userId } = await mila.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", family.email)
    .executeTakeFirstOrThrow();
  const dueDate = "2031-06-10T15:00";
  const asked = [];
  for (const way of ways) asked.push(await askSam(family, { title: `Water by ${way}`, dueDate }));
  const [page, offline, button, text, link] = asked.map(({ taskId: id, path }, index) => ({
    id,
    path,
    title: `Water by ${ways[index]}`,
  }));
  for (const { path } of [text!, link!])
    await family.post(path, { answer: "accept", seenDue: dueDate });
  numbers += 1;
  const phone = `+120155503${numbers}`;
  const sam = mila.db.updateTable("people").set({ phone }).where("id", "=", asked[0]!.sam);
  await sam.execute();
  await nora.visit("/dashboard");
  const pressed = await remind(button!.id, userId);
  const byLink = new FormBrowser(mila.url);
  await byLink.visit(link!.path);

  const zoe = await signedInFamily(mila);
  const query = (await linkFor(zoe, family.email)).split("?")[1];
  const token = new URLSearchParams(query).get("token") ?? "";
  const joined = await family.post("/accept-invitation", { token });
  expect(joined.headers.get("location")).toBe("/family");

  await nora.card(page!.title).press("Mark as complete", { status: "any" });
  const change = { type: "complete", taskId: offline!.id, seenDue: dueDate };
  await fetch(`${mila.url}/api/save-change`, {
    method: "POST",
    headers: { "Content-Type": "application/json", cookie: family.cookies(), Origin: mila.url },
    body: JSON.stringify({ changeId: newId(), userId, madeAt: nowIso(), change }),
  });
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
    ways.map((way) => `Water by ${way}`),
  );
});
