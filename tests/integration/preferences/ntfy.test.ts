import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { nowIso, laterBy } from "#app/domain/core/time.ts";
import { type FakeNtfy, startFakeNtfy } from "../../fakes/ntfy.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";

const soon = { timeout: 15_000 };
let ntfy: FakeNtfy;
let mila: MilaWithDatabase;

beforeAll(async () => {
  ntfy = await startFakeNtfy();
  mila = await startMilaWithDatabase({ ...ntfy.settings, TRUST_PROXY: "1" });
});

beforeEach(() => ntfy.behave());

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await ntfy[Symbol.asyncDispose]();
});

async function newNora() {
  const family = await signedInFamily(mila);
  const nora = new FormBrowser(mila.url, {
    cookie: `mila_session=${family.cookie("mila_session")}`,
  });
  return { nora, family };
}

async function turnOn(nora: FormBrowser): Promise<string> {
  await nora.visit("/preferences/notifications/ntfy");
  await nora.press("Turn on");
  expect(nora.toast).toContain("ntfy is on");
  return new URL(nora.field("Your topic’s address").value).pathname.slice(1);
}

/** The instance doesn't know the port that it got. */
const atMila = (url = "") => mila.url + new URL(url).pathname;

const sentTo = (topic: string) => ntfy.notifications().filter((one) => one.topic === topic);

/** Makes its reminder due now. */
async function remindOf(
  family: Awaited<ReturnType<typeof newNora>>["family"],
  title: string,
): Promise<string> {
  const taskId = await addTask(family, { title, dueDate: "2031-06-10T15:00" });
  const now = nowIso();
  const due = { planned_at: now, scheduled_at: now };
  await mila.db.updateTable("reminders").set(due).where("task_id", "=", taskId).execute();
  return taskId;
}

test("ntfy is turned on, tested, given a new topic and turned off", async () => {
  const { nora } = await newNora();
  const topic = await turnOn(nora);
  expect(topic).toMatch(/^mila-[\w-]{32}$/);
  expect(nora.link("Open the ntfy app on this phone").href).toContain(
    `${topic}?display=Mila&secure=false`,
  );
  await nora.press("Send a test");
  expect(nora.toast).toContain("A test is on its way");
  await expect.poll(() => sentTo(topic), soon).toMatchObject([{ title: "It works" }]);

  await nora.visit("/preferences/notifications/ntfy");
  nora.unfold("Make a new topic");
  await nora.press("Make a new topic");
  expect(nora.field("Your topic’s address").value).not.toContain(topic);
  await nora.press("Turn off");
  expect(nora.toast).toContain("ntfy is off");
  await nora.visit("/preferences/notifications");
  expect(nora.text).toMatch(/ntfy\s*Off/);
});

test("a topic is shown only to who confirmed that it is them, and is not in the export", async () => {
  const { nora, family } = await newNora();
  const topic = await turnOn(nora);
  const page = "/preferences/notifications/ntfy";
  const pages = async () =>
    (await Promise.all([family.get(page), family.get(`${page}.data`)])).map((one) => one.text());
  for (const text of await Promise.all(await pages())) expect(text).toContain(topic);
  const file = await (await family.get("/preferences/account/export")).text();
  expect(file).toContain("ntfy_enabled");
  expect(file).not.toContain(topic);

  const longAgo = { confirmed_at: laterBy(nowIso(), { minutes: -11 }) };
  await mila.db.updateTable("sessions").set(longAgo).execute();
  for (const text of await Promise.all(await pages())) expect(text).not.toContain(topic);
  await nora.visit(page);
  await nora.follow("Show my topic");
  nora.fill("Your password", "correct horse 7");
  await nora.press("Confirm");
  expect(nora.field("Your topic’s address").value).toContain(topic);
});

test.each(["renew", "off"])("buttons in notifications end with their topic: %s", async (end) => {
  const { nora, family } = await newNora();
  const topic = await turnOn(nora);
  const taskId = await remindOf(family, "Pay the rent");
  await expect.poll(() => sentTo(topic), soon).toHaveLength(1);
  await family.post(`/preferences/notifications/ntfy/${end}`);
  const [done, snooze] = sentTo(topic)[0]?.actions.map(({ url }) => atMila(url)) ?? [];
  for (const url of [done!, snooze!])
    expect((await fetch(url, { method: "POST" })).status).toBe(404);
  const task = mila.db.selectFrom("tasks").select("is_completed").where("id", "=", taskId);
  expect(await task.executeTakeFirst()).toEqual({ is_completed: 0 });
});

test("Done on a reminder completes its task, once and without a session", async () => {
  const { nora, family } = await newNora();
  const topic = await turnOn(nora);
  const taskId = await remindOf(family, "Pick up Emma");
  await expect.poll(() => sentTo(topic), soon).toHaveLength(1);
  const [reminder] = sentTo(topic);
  expect(reminder?.title).toBe("Pick up Emma");
  expect(atMila(reminder?.click)).toBe(`${mila.url}/tasks/${taskId}`);
  const [done, snooze] = reminder?.actions ?? [];
  expect([done?.label, snooze?.label]).toEqual(["Done", "In 1 hour"]);
  const url = atMila(done?.url);

  expect((await fetch(url)).status).toBe(405);
  const isCompleted = async () =>
    (
      await mila.db
        .selectFrom("tasks")
        .select("is_completed")
        .where("id", "=", taskId)
        .executeTakeFirst()
    )?.is_completed;
  expect(await isCompleted()).toBe(0);
  expect(await (await fetch(url, { method: "POST" })).text()).toBe("Done.");
  expect(await isCompleted()).toBe(1);

  await family.post(`/tasks/${taskId}/reopen`);
  const again = await fetch(url, { method: "POST" });
  expect(await again.text()).toBe("Nothing changed, this reminder is over.");
  expect(await isCompleted()).toBe(0);
});

test("ntfy's web app presses Done from its own site, and reads how it went", async () => {
  const { nora, family } = await newNora();
  const topic = await turnOn(nora);
  const taskId = await remindOf(family, "Return the books");
  await expect.poll(() => sentTo(topic), soon).toHaveLength(1);
  const done = atMila(sentTo(topic)[0]?.actions[0]?.url);
  const headers = { Origin: "https://ntfy.sh", "Sec-Fetch-Site": "cross-site" };
  const [pressed, forged] = [done, done.slice(0, -1)].map((url) =>
    fetch(url, { method: "POST", headers }),
  );
  for (const answer of [await pressed!, await forged!])
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect([(await pressed!).status, (await forged!).status]).toEqual([200, 404]);
  const task = mila.db.selectFrom("tasks").select("is_completed").where("id", "=", taskId);
  expect(await task.executeTakeFirst()).toEqual({ is_completed: 1 });
});

test("In 1 hour snoozes a reminder once", async () => {
  const { nora, family } = await newNora();
  const topic = await turnOn(nora);
  const taskId = await remindOf(family, "Call the vet");
  await expect.poll(() => sentTo(topic), soon).toHaveLength(1);
  const snooze = atMila(sentTo(topic)[0]?.actions[1]?.url);
  const [first, second] = [
    await fetch(snooze, { method: "POST" }),
    await fetch(snooze, { method: "POST" }),
  ];
  expect(await first.text()).toBe("I'll remind you again in an hour.");
  expect(await second.text()).toBe("Nothing changed, this reminder is over.");
  const reminders = mila.db
    .selectFrom("reminders")
    .select(["status", "scheduled_at"])
    .where("task_id", "=", taskId);
  const [reminder] = await reminders.execute();
  expect(reminder?.status).toBe("pending");
  const [earliest, latest] = [
    laterBy(nowIso(), { minutes: 58 }),
    laterBy(nowIso(), { minutes: 61 }),
  ];
  expect(reminder!.scheduled_at > earliest && reminder!.scheduled_at < latest).toBe(true);
});

test("guessed buttons are limited, and lock no good one out", async () => {
  const { nora, family } = await newNora();
  const topic = await turnOn(nora);
  await remindOf(family, "Feed the cat");
  await expect.poll(() => sentTo(topic), soon).toHaveLength(1);
  const done = atMila(sentTo(topic)[0]?.actions[0]?.url);
  const headers = { "x-forwarded-for": "203.0.113.7" };
  const press = (url: string) => fetch(url, { method: "POST", headers });
  const statuses: number[] = [];
  for (let guess = 0; guess < 32; guess += 1) statuses.push((await press(`${done}A`)).status);
  expect(statuses.slice(28)).toEqual([404, 404, 429, 429]);
  expect((await press(done)).status).toBe(200);
});

test("a forged, cut or foreign button changes nothing", async () => {
  const { nora, family } = await newNora();
  const topic = await turnOn(nora);
  await remindOf(family, "Water the plants");
  await expect.poll(() => sentTo(topic), soon).toHaveLength(1);
  const [done, snooze] = sentTo(topic)[0]?.actions.map(({ url }) => atMila(url)) ?? [];
  const id = done!.split("/").at(-1)!.split(".")[0];
  const mac = snooze!.split(".").at(-1);
  const urls = [
    done!.slice(0, -1),
    `${done}A`,
    `${mila.url}/reminder-actions/${id}.1.${"A".repeat(43)}`,
    `${mila.url}/reminder-actions/x`,
  ];
  for (const url of urls) expect((await fetch(url, { method: "POST" })).status).toBe(404);
  const asPage = await fetch(`${done}.data`, {
    method: "POST",
    headers: { Origin: "https://evil.example" },
  });
  expect(asPage.status).toBe(403);
  expect(mac).not.toBe(done!.split(".").at(-1));
  const open = await mila.db
    .selectFrom("tasks")
    .select("id")
    .where("title", "=", "Water the plants")
    .where("is_completed", "=", 0)
    .execute();
  expect(open).toHaveLength(1);
});

test("a reminder whose answer got lost goes out once more", async () => {
  const { nora, family } = await newNora();
  const topic = await turnOn(nora);
  ntfy.behave({ type: "taking_then_failing", status: 502, to: topic, times: 1 });
  await remindOf(family, "Buy milk");
  await expect.poll(() => sentTo(topic).length, { timeout: 30_000 }).toBe(2);
  const [one, other] = sentTo(topic);
  expect(one?.sequence_id).toBe(other?.sequence_id);
  const deliveries = mila.db
    .selectFrom("deliveries")
    .select("state")
    .where("id", "=", one!.sequence_id);
  await expect.poll(async () => (await deliveries.executeTakeFirst())?.state, soon).toBe("sent");
});
