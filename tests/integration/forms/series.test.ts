import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora, say, soon } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const trash = "take out the trash every Tuesday at 7pm";

test("a task that is said to repeat comes again once it is done", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  expect(nora.text).toMatch(/Every Tuesday 7 PM · next \w{3} \d{1,2}/);
  expect(nora.text.match(/every Tuesday/gi)).toHaveLength(1);
  await nora.press("Mark as complete");
  expect(nora.headings(3)).toEqual(["Take out the trash", "Take out the trash"]);
  expect(nora.text).toMatch(/Every Tuesday 7 PM · next \w{3} \d{1,2}/);

  // The next one is untouched, so it goes.
  await nora.press("Mark as incomplete");
  expect(nora.headings(3)).toEqual(["Take out the trash"]);
});

test("thirty dates can be done ahead; then the page, a skip and the queue say why no more", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, "water the plants every day at 9 am");
  const user = mila.db.selectFrom("users").select("id").where("email", "=", family.email);
  const { id: userId } = await user.executeTakeFirstOrThrow();
  const ofUser = mila.db.selectFrom("tasks").select("id").where("user_id", "=", userId);
  const open = ofUser.where("is_completed", "=", 0).where("deleted_at", "is", null);
  const findOpen = async () => (await open.executeTakeFirstOrThrow()).id;
  // Today's may count as one of them, which depends on the hour.
  for (let done = 0; done < 31; done += 1) await family.post(`/tasks/${await findOpen()}/complete`);
  const last = await findOpen();
  const refused = "The next 30 dates are done already";
  await nora.visit(`/tasks/${last}`);
  await nora.press("Done");
  expect(nora.toast).toContain("Nothing changed");
  expect(nora.toast).toContain(refused);
  await nora.press("Skip this time");
  expect(nora.toast).toContain(refused);
  const change = { type: "complete", taskId: last };
  const sent = { changeId: "change-1234", userId, madeAt: new Date().toISOString(), change };
  const queued = await fetch(`${mila.url}/api/save-change`, {
    method: "POST",
    headers: { cookie: family.cookies(), "content-type": "application/json" },
    body: JSON.stringify(sent),
  });
  expect(await queued.text()).toContain(refused);
  expect(await findOpen()).toBe(last);
});

test("deleting one says that it won't repeat, and Undo brings it back", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("More");
  await nora.press("Delete the whole series");
  expect(nora.toast).toContain("Task deleted");
  expect(nora.toast).toContain("It won't repeat any more.");
  await nora.press("Undo");
  expect(nora.text).toContain("Every Tuesday 7 PM");
});

test("one whose next has begun stays done, and says so", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  await nora.press("Mark as complete");
  await mila.db.updateTable("tasks").set({ version: 5 }).where("is_completed", "=", 0).execute();
  await nora.press("Mark as incomplete");
  expect(nora.toast).toContain("The next one has begun, so this one stays done");
});

test("the confirm page says how a task repeats, and takes a no", async () => {
  const { nora } = await newNora(mila);
  const page = `/tasks/confirm?${new URLSearchParams({ text: trash })}`;
  await nora.visit(page);
  expect(nora.field("Repeats: Every Tuesday").isChecked).toBe(true);
  await nora.press("Save task");
  expect(nora.text).toContain("Every Tuesday 7 PM");

  await nora.visit(page);
  nora.uncheck("Repeats: Every Tuesday");
  await nora.press("Save task");
  expect(nora.text.split("Every Tuesday 7 PM")).toHaveLength(2);
});

test("what the confirm page did not understand is named where the task repeats", async () => {
  const { nora } = await newNora(mila);
  await nora.visit(
    `/tasks/confirm?${new URLSearchParams({ text: "go swimming tomorrow at 5pm, twice a week" })}`,
  );
  await nora.press("Save task");
  await nora.card("Go swimming, twice a week").follow("Go swimming, twice a week");
  await nora.follow("Repeat");
  expect(nora.text).toContain("I didn't understand twice a week. How does it repeat?");
});

test("the date picker says which one a later day replaces, and so does the message, also of an edit", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "walk the dog every day at 7pm");
  const moveTo = async (page: "date" | "edit", name: string, value: string) => {
    await nora.visit("/dashboard");
    await nora.card("Walk the dog").follow("Walk the dog");
    await nora.follow(page === "date" ? "Date" : "Edit");
    const hint = nora.text;
    nora.fill(name, value);
    await nora.press(page === "date" ? "Save" : "Save Changes");
    return hint;
  };
  expect(await moveTo("date", "Date", "2062-11-30")).toMatch(/The next one is on \w{3}, \w{3} \d/);
  expect(nora.toast).toContain(
    "It replaces all others up to then. Every day 7 PM · next Dec 1, 2062",
  );
  await moveTo("edit", "Due date", "2062-12-05T19:00");
  expect(nora.toast).toContain("It replaces all others up to then.");
});

test("whoever lives elsewhere sees the next date where they are, and whose clock the time is on", async () => {
  const { nora, family } = await newNora(mila);
  const liveIn = (timeZone: string) =>
    family.post("/preferences/profile", { firstName: "Nora", lastName: "", role: "mom", timeZone });
  await liveIn("America/New_York");
  await say(nora, "feed the fish every day at 11pm");
  const { id } = await mila.db
    .selectFrom("tasks")
    .select("id")
    .where("title", "=", "Feed the fish")
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  await family.post(`/tasks/${id}/date`, { date: "2031-06-10", time: "23:00" });
  await liveIn("America/Detroit");
  await nora.visit("/dashboard");
  expect(nora.card("Feed the fish").text).toContain("Every day 11 PM · next Jun 11, 2031");
  await liveIn("Pacific/Auckland");
  await nora.visit("/dashboard");
  const card = nora.card("Feed the fish").text;
  expect(card).toContain("Jun 11, 2031, 3:00 PM (11:00 PM New York time)");
  expect(card).toContain("Every day 11 PM New York time · next Jun 12, 2031");
  await nora.card("Feed the fish").follow("More");
  await nora.press("Skip this time");
  expect(nora.toast).toContain("The next one is on Thu, Jun 12, 2031");
});

test("one whose rule can't be read is skipped with a word about why none follows", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "mop the floor every Tuesday at 7pm");
  await mila.db
    .updateTable("series")
    .set({ rule: "FREQ=HOURLY" })
    .where("title", "=", "Mop the floor")
    .execute();
  await nora.visit("/dashboard");
  await nora.card("Mop the floor").follow("More");
  await nora.follow("Repeat");
  expect(nora.text).not.toContain("A change holds for this one and the ones after it.");
  await nora.follow("Cancel");
  await nora.card("Mop the floor").follow("More");
  await nora.press("Skip this time");
  expect(nora.toast).toContain("I repeat tasks by the day, not by the hour. So none follows.");
  await nora.press("Undo");
  expect(nora.headings(3)).toEqual(["Mop the floor"]);
});

test("a missed one makes way for the next, which its old link opens", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "water the ferns every Tuesday at 7pm");
  const { id } = await mila.db
    .selectFrom("tasks")
    .select("id")
    .where("title", "=", "Water the ferns")
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  await mila.db
    .updateTable("series_occurrences")
    .set({ missed_at: "2026-01-01T00:00:00.000Z" })
    .where("task_id", "=", id)
    .execute();
  const open = async () => {
    await nora.visit(`/tasks/${id}`);
    return nora.text;
  };
  await expect.poll(open, soon).toContain("Missed last time");
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Water the ferns"]);
});

test("what repeats more than once a day is added once, and says why", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "take the antibiotics every 8 hours");
  expect(nora.toast).toContain("I repeat tasks by the day, not by the hour.");
});
