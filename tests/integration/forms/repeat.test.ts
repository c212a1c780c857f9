import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const trash = "take out the trash every Tuesday at 7pm";

test("one can be skipped from its card, and Undo brings it back", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  const [due] =
    /\w{3} \d{1,2}, (?:\d{4}, )?7:00 PM/.exec(nora.card("Take out the trash").text) ?? [];
  await nora.card("Take out the trash").follow("More");
  await nora.press("Skip this time");
  expect(nora.toast).toContain("Skipped this time");
  expect(nora.toast).toMatch(/The next one is on Tue, \w{3} \d{1,2}/);
  expect(nora.headings(3)).toEqual(["Take out the trash"]);
  expect(nora.card("Take out the trash").text).not.toContain(due);
  await nora.press("Undo");
  expect(nora.headings(3)).toEqual(["Take out the trash"]);
  expect(nora.card("Take out the trash").text).toContain(due);
});

test("one can be skipped on its page, which then shows the next", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  const page = nora.url;
  await nora.press("Skip this time");
  expect(nora.toast).toContain("Skipped this time");
  await nora.visit(page);
  expect(nora.url).not.toBe(page);
  expect(nora.heading).toBe("Take out the trash");
});

test("a task for once can't be skipped", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "take out the trash on Tuesday at 7pm");
  await nora.card("Take out the trash").follow("Take out the trash");
  expect(nora.text).not.toContain("Skip this time");
});

test("the form changes how a task repeats", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  await nora.follow("Repeat");
  expect(nora.heading).toBe("How it repeats");
  expect(nora.field("Every").value).toBe("1");
  expect(nora.field("Unit").choice).toBe("weeks");
  expect(nora.field("Tuesday").isChecked).toBe(true);
  nora.fill("Every", "2");
  nora.check("Friday");
  await nora.press("Save");
  expect(nora.toast).toContain("Every other week on Tuesday and Friday 7 PM");
  expect(nora.heading).toBe("Take out the trash");

  await nora.follow("Repeat");
  nora.choose("Unit", "months");
  nora.check("A weekday");
  nora.choose("The first, second or last", "last");
  nora.choose("Weekday", "Friday");
  await nora.press("Save");
  expect(nora.toast).toContain("Every other month on the last Friday 7 PM");
});

test("a task for once is made to repeat on its page, and stops there, with Undo", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "take out the trash on Tuesday at 7pm");
  await nora.card("Take out the trash").follow("Take out the trash");
  await nora.follow("Repeat");
  expect(nora.text).not.toContain("Stop repeating");
  nora.choose("Unit", "months");
  nora.check("These days");
  nora.fill("Days", "1, 15");
  await nora.press("Save");
  expect(nora.toast).toContain("The 1st and 15th of the month 7 PM");

  await nora.follow("Repeat");
  expect(nora.field("Days").value).toBe("1, 15");
  await nora.press("Stop repeating");
  expect(nora.toast).toContain("It won't repeat any more");
  expect(nora.text).not.toContain("The 1st and 15th of the month");
  await nora.press("Undo");
  expect(nora.text).toContain("The 1st and 15th of the month 7 PM");
});

test("a task that no longer repeats shows no words that say it does", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  await nora.follow("Repeat");
  await nora.press("Stop repeating");
  await nora.visit("/dashboard");
  expect(nora.card("Take out the trash").text).not.toMatch(/every Tuesday/i);
});

test("a repetition that cannot be stopped or taken up again says so", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  await nora.follow("Repeat");
  await nora.press("Stop repeating");
  const { id } = await mila.db
    .selectFrom("tasks")
    .innerJoin("users", "users.id", "tasks.user_id")
    .select("tasks.id")
    .where("email", "=", family.email)
    .where("tasks.deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  await family.post(`/tasks/${id}/complete`);
  await nora.press("Undo");
  expect(nora.toast).toContain("Nothing changed");
  expect(nora.toast).not.toContain("It repeats again");
});

test("clearing the date of a repeating task says that it ends", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  await nora.follow("Edit");
  nora.fill("Due date", "");
  await nora.press("Save Changes");
  expect(nora.toast).toContain("Without a date it doesn't repeat.");
});

test("a refused repetition says so beside its field and loses nothing typed", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  await nora.follow("Repeat");
  nora.fill("Every", "3");
  nora.check("Sunday");
  nora.fill("Until", "2020-01-01");
  await nora.press("Save", { status: 400 });
  expect(nora.field("Until").description).toContain("That's in the past.");
  expect(nora.field("Until").value).toBe("2020-01-01");
  expect(nora.field("Every").value).toBe("3");
  expect(nora.field("Sunday").isChecked).toBe(true);

  nora.fill("Until", "");
  nora.choose("Unit", "months");
  nora.check("These days");
  nora.fill("Days", "often");
  await nora.press("Save", { status: 400 });
  expect(nora.field("Days").description).toContain("Please write days from 1 to 31");
  expect(nora.field("Days").value).toBe("often");
  expect(nora.field("These days").isChecked).toBe(true);
});

test("a rule of another calendar can be pasted, and one that Mila doesn't take is refused in words", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  await nora.follow("Repeat");
  nora.unfold("Paste a rule from another calendar");
  nora.fill("Rule", "RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU");
  nora.fill("Pause until", "2031-01-01");
  await nora.press("Save", { status: 400 });
  expect(nora.field("Rule").description).toContain("I count weeks from Monday.");
  expect(nora.field("Rule").value).toContain("WKST=SU");
  expect(nora.field("Pause until").value).toBe("2031-01-01");

  nora.fill("Pause until", "");
  nora.fill("Rule", "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=12");
  await nora.press("Save");
  expect(nora.toast).toContain("The last Friday of the month 7 PM, 12 times");
  await nora.follow("Repeat");
  expect(nora.field("Keep: The last Friday of the month 7 PM, 12 times").isChecked).toBe(true);
});

test("words that say how often and are not understood are named where they are missing", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "gym twice a week");
  expect(nora.heading).toBe("When is it due?");
  expect(nora.text).toContain("I didn't understand twice a week. Choose its first date.");
  nora.fill("Date", "2031-01-07");
  await nora.press("Save");
  expect(nora.heading).toBe("How it repeats");
  expect(nora.text).toContain("I didn't understand twice a week. How does it repeat?");
  nora.check("Thursday");
  nora.check("Tuesday");
  await nora.press("Save");
  await nora.follow("Repeat");
  expect(nora.text).not.toContain("I didn't understand");

  await say(nora, "read tomorrow, several times a month");
  expect(nora.toast).toContain(
    "I didn't understand “several times a month”. Open the task to choose how it repeats.",
  );
  await say(nora, "change the filter every 1000 days");
  expect(nora.toast).toContain("I count up to every 999 days, weeks, months or years.");
  await nora.visit(`/tasks/confirm?${new URLSearchParams({ text: "antibiotics every 8 hours" })}`);
  expect(nora.text).toContain(
    "I didn't understand every 8 hours. Once it is saved, open it to say how it repeats.",
  );
});

test("a repetition is read wholly, or named as not understood", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Yoga every week on tuesday and thursday at 7pm");
  await nora.card("Yoga").follow("Yoga");
  await nora.follow("Repeat");
  expect(nora.field("Tuesday").isChecked).toBe(true);
  expect(nora.field("Thursday").isChecked).toBe(true);

  await say(nora, "Pills every day at 8am and 8pm");
  const words = "every day at 8am and 8pm";
  expect(nora.toast).toContain(
    `I didn't understand “${words}”. Open the task to choose how it repeats.`,
  );
  await nora.card("Pills every day at 8am and 8pm").follow("Pills every day at 8am and 8pm");
  await nora.follow("Repeat");
  expect(nora.text).toContain(`I didn't understand ${words}. How does it repeat?`);
  await nora.visit(
    `/tasks/confirm?${new URLSearchParams({ text: "feed the fish every 3 days and on Sundays" })}`,
  );
  expect(nora.text).toContain(
    "I didn't understand every 3 days and on Sundays. Once it is saved, open it",
  );
  await say(nora, "water the ferns every morning and evening");
  expect(nora.toast).toContain("I didn't understand “every morning and evening”.");
});

test("names with numbers are not dates", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Order The 9/11 Report");
  await nora.visit("/dashboard");
  expect(nora.card("Order The 9/11 Report").text).toContain("Add a date");
});

test("finer than daily is refused beside its field", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  const answer = await family.post(`${nora.url}/repeat`, { interval: "2", unit: "hour" });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("I repeat tasks by the day, not by the hour.");
});

test("deleting only this one leaves the next, with Undo", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("More");
  await nora.press("Delete only this one");
  expect(nora.toast).toContain("Task deleted");
  expect(nora.toast).toMatch(/The next one is on Tue, \w{3} \d{1,2}/);
  expect(nora.headings(3)).toEqual(["Take out the trash"]);
  const next = nora.card("Take out the trash").text;
  await nora.press("Undo");
  expect(nora.headings(3)).toEqual(["Take out the trash"]);
  expect(nora.card("Take out the trash").text).not.toBe(next);
});

test("on its page, one or the whole series can be deleted", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  await nora.press("Delete only this one");
  expect(nora.toast).toContain("The next one is on");
  await nora.card("Take out the trash").follow("Take out the trash");
  await nora.press("Delete the whole series");
  expect(nora.toast).toContain("It won't repeat any more.");
  expect(nora.headings(3)).toEqual([]);
  await nora.press("Undo");
  expect(nora.headings(3)).toEqual(["Take out the trash"]);
});

test("an edit asks if it is for one or for all, and one is the default", async () => {
  const { nora } = await newNora(mila);
  await say(nora, trash);
  const edit = async (title: string, scope?: string) => {
    await nora.card("Take out the trash").follow("Take out the trash");
    await nora.follow("Edit");
    expect(nora.field("Only this one").isChecked).toBe(true);
    if (scope) nora.check(scope);
    nora.fill("Title", title);
    await nora.press("Save Changes");
  };
  await edit("Paper");
  await nora.card("Paper").press("Mark as complete");
  expect(nora.headings(3).toSorted()).toEqual(["Paper", "Take out the trash"]);

  await edit("Glass", "This and the following");
  expect(nora.toast).toContain("Every Tuesday 7 PM");
  await nora.card("Glass").press("Mark as complete");
  expect(nora.headings(3).toSorted()).toEqual(["Glass", "Glass", "Paper"]);
});

test("an edit of a task for once asks nothing", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "take out the trash on Tuesday at 7pm");
  await nora.card("Take out the trash").follow("Take out the trash");
  await nora.follow("Edit");
  expect(nora.text).not.toContain("Only this one");
});

test("the whole series is deleted from a page that was opened before its task was done", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  await family.post(`${nora.url}/complete`);
  await nora.press("Delete the whole series");
  expect(nora.toast).toContain("It won't repeat any more.");
  expect(nora.headings(3)).toEqual(["Take out the trash"]);
  expect(nora.text).not.toContain("next");
  await nora.press("Undo");
  expect(nora.headings(3)).toEqual(["Take out the trash", "Take out the trash"]);
});

test("deleting one that is done leaves the series", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, trash);
  await nora.card("Take out the trash").follow("Take out the trash");
  await family.post(`${nora.url}/complete`);
  await nora.reload();
  await nora.press("Delete task");
  expect(nora.headings(3)).toEqual(["Take out the trash"]);
  expect(nora.text).toMatch(/Every Tuesday 7 PM · next/);
});

test("a reminder is only for this one unless it is said to be for every time", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "take out the trash every month on the 15th at 7pm");
  await nora.card("Take out the trash").follow("Take out the trash");
  const add = async (minutes: string, scope?: string) => {
    nora.fill("How long before", minutes);
    if (scope) nora.choose("This reminder is for", scope);
    await nora.press("Add reminder");
  };
  await add("3");
  await add("4", "Every time");
  expect(nora.text).toContain("4 hours before · every time");
  expect(nora.text).not.toContain("3 hours before · every time");
});

test("a rule that the form cannot show is told in words and kept", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "water the ferns every Tuesday at 7pm");
  const rule = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1";
  await mila.db
    .updateTable("series")
    .set({ rule })
    .where("title", "=", "Water the ferns")
    .execute();
  await nora.visit("/dashboard");
  await nora.card("Water the ferns").follow("Water the ferns");
  await nora.follow("Repeat");
  expect(nora.field("Keep: The last weekday of the month 7 PM").isChecked).toBe(true);
  nora.fill("Pause until", "2031-01-01");
  await nora.press("Save");
  expect(nora.toast).toContain("The last weekday of the month 7 PM · paused until Jan 1, 2031");
});

test("a pause can be longer than the rule's dates could be counted", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "water the plants every day at 7am");
  await nora.card("Water the plants").follow("Water the plants");
  await nora.follow("Repeat");
  nora.fill("Pause until", "2062-12-01");
  await nora.press("Save");
  expect(nora.toast).toContain("Every day 7 AM · paused until Dec 1, 2062 · next Dec 2, 2062");
});

test("the last date of all can be done, and nothing follows", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "water the palms every day at 7am");
  await nora.card("Water the palms").follow("Water the palms");
  await nora.follow("Edit");
  nora.fill("Due date", "9999-12-30T07:00");
  await nora.press("Save Changes");
  await nora.card("Water the palms").press("Mark as complete");
  expect(nora.toast).toContain("Task completed");
  expect(nora.headings(3)).toEqual(["Water the palms"]);
});
