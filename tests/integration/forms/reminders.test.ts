import { afterAll, beforeAll, expect, test } from "vitest";
import { addTask } from "../../support/records/add-task.ts";
import { makeRemindersDue } from "../../support/messages/make-due.ts";
import { type FormsMila, formsMila, newNora, say, soon } from "./forms-mila.ts";
import { openData } from "../../support/records/open-data.ts";

const upcoming = "Upcoming reminders";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("upcoming reminders on the dashboard can be snoozed or cancelled and lead to their tasks", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/dashboard");
  expect(nora.headings(2)).not.toContain(upcoming);
  for (const [day, title] of ["Call the vet", "Order groceries"].entries()) {
    await addTask(family, { title, dueDate: `2031-06-1${day}T15:00` });
  }
  await nora.visit("/dashboard");
  const reminder = (title: string) => nora.region(upcoming).item(title);
  expect(reminder("Call the vet").text).toContain("Reminder Jun 8, 2031, 3:00 PM");

  await reminder("Call the vet").press("Snooze 1 hour");
  expect(nora.toast).toContain("Reminder snoozed");
  expect(reminder("Call the vet").text).toContain("Jun 8, 2031, 4:00 PM");

  await reminder("Order groceries").press("Cancel reminder");
  expect(nora.toast).toContain("Reminder cancelled");
  expect(nora.region(upcoming).text).not.toContain("Order groceries");

  await reminder("Call the vet").follow("Call the vet");
  expect(nora.heading).toBe("Call the vet");
});

test("a task without reminders says so and offers one with one press", async () => {
  const { nora, family } = await newNora(mila);
  // Two days before has passed already.
  const tomorrow = new Date(Date.now() + 26 * 60 * 60 * 1000);
  const dueDate = tomorrow
    .toLocaleString("sv-SE", { timeZone: "America/New_York" })
    .slice(0, 16)
    .replace(" ", "T");
  await addTask(family, { title: "Call the vet", dueDate });
  await nora.visit("/dashboard");
  await nora.card("Call the vet").press("No reminder. Add one: 1 hour before");
  expect(nora.toast).toContain("Reminder added");
  expect(nora.card("Call the vet").links()).toContainEqual(expect.stringMatching(/^Reminds you /));
  expect(nora.region(upcoming).text).toContain("Call the vet");
});

test("the page behind a reminder offers to snooze it or complete the task", async () => {
  const { nora, family } = await newNora(mila);
  const task = { title: "Call the vet", dueDate: "2031-06-10T15:00", description: "About Rex" };
  const page = `/tasks/${await addTask(family, task)}`;
  await nora.visit(page);
  for (const words of ["About Rex", "Jun 10, 2031, 3:00 PM", "Added by you"])
    expect(nora.text).toContain(words);
  const reminders = () => nora.region("Reminders").items();
  expect(reminders()).toEqual([expect.stringContaining("2 days before")]);

  await nora.pressFirst("Snooze 1 hour");
  expect(nora.toast).toContain("Reminder snoozed");
  expect(nora.url).toBe(page);
  expect(reminders()).toEqual([expect.stringContaining("Jun 8, 2031, 4:00 PM")]);

  await nora.press("Done");
  expect(nora.buttons()).toContain("Reopen");
  expect(reminders()).toEqual([]);
  await nora.press("Reopen");
  expect(nora.buttons()).toContain("Done");
  expect(reminders()).toHaveLength(1);

  await nora.press("Delete task");
  expect(nora.url).toBe("/dashboard");
  expect(nora.toast).toContain("Task deleted");
});

test("a user can add reminders by preset or number, and cancel them", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(
    `/tasks/${await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" })}`,
  );
  const reminders = () => nora.region("Reminders");
  await nora.press("15 minutes before");
  expect(nora.toast).toContain("Reminder added");
  expect(reminders().item("Jun 10, 2031, 2:45 PM").text).toContain("15 minutes before");
  expect(nora.buttons()).not.toContain("15 minutes before");

  nora.fill("How long before", "3");
  nora.choose("Unit", "days");
  await nora.press("Add reminder");
  expect(reminders().item("Jun 7, 2031, 3:00 PM").text).toContain("3 days before");
  await reminders().item("Jun 7, 2031, 3:00 PM").press("Cancel reminder");
  expect(reminders().item("Jun 7, 2031, 3:00 PM").text).toContain("cancelled");

  nora.fill("How long before", "400");
  nora.choose("Unit", "days");
  await nora.press("Add reminder", { status: 400 });
  expect(nora.field("How long before").description).toBe("Please choose at most one year before");
  expect(nora.field("How long before").value).toBe("400");
  expect(nora.field("Unit").choice).toBe("days");
});

test("a daily task takes no reminder a year before every time, and few of its dates are kept ahead", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, "water the plants every day at 9 am");
  const countTasks = async () => {
    await using db = openData(mila.dataFolder);
    const users = db.selectFrom("users").select("id").where("email", "=", family.email);
    return (await db.selectFrom("tasks").select("id").where("user_id", "in", users).execute())
      .length;
  };
  const add = async (days: string, status: number) => {
    nora.fill("How long before", days);
    nora.choose("Unit", "days");
    nora.choose("This reminder is for", "Every time");
    await nora.press("Add reminder", { status });
  };
  await nora.card("Water the plants").follow("Water the plants");
  await add("365", 400);
  expect(nora.field("How long before").description).toContain("comes too often");
  expect(nora.field("How long before").value).toBe("365");
  await add("31", 400);
  expect(await countTasks()).toBeLessThan(10);
  await add("30", 200);
  expect(nora.toast).toContain("Reminder added");
  expect(await countTasks()).toBeLessThan(41);
});

test("a reminder that is too early for every time is said by each way in, and on the task's page", async () => {
  const { nora, family } = await newNora(mila);
  const tooEarly = "It repeats too often to remind you so early every time.";
  await say(nora, "water the plants every day at 9 am, remind me 2 months before");
  expect(nora.toast).toContain(tooEarly);
  await nora.card("Water the plants").follow("Water the plants");
  for (const words of ["Not used", "it repeats too often to remind you so early every time"])
    expect(nora.region("Reminders").text).toContain(words);

  await nora.visit("/dashboard");
  expect(nora.text).toContain("I can't remind you so early every time of");
  await nora.follow("Choose when");
  expect(nora.heading).toBe("Water the plants");
  await nora.region("Reminders").press("Not any more");
  await nora.visit("/dashboard");
  expect(nora.text).not.toContain("so early");

  await nora.visit(
    `/tasks/confirm?${new URLSearchParams({ text: "feed Rex every day at 8 am, remind me 2 months before" })}`,
  );
  await nora.press("Save task");
  expect(nora.toast).toContain(tooEarly);

  await say(nora, "call Ada every 3 months at 9 am, remind me 2 months before");
  expect(nora.toast).not.toContain(tooEarly);
  await nora.card("Call Ada").follow("Call Ada");
  expect(nora.region("Reminders").text).not.toContain("too often");
  const saved = await family.post(`${nora.url}/repeat`, { interval: "1", unit: "day" });
  expect(await (await family.follow(saved)).text()).toContain(tooEarly);
});

test("a reminder without a provider does not claim to be sent", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await makeRemindersDue(mila, id);
  const reminders = async () => {
    await nora.visit(`/tasks/${id}`);
    return nora.region("Reminders").text;
  };
  await expect.poll(reminders, soon).toContain("· not sent");
  await nora.visit("/preferences/notifications");
  expect(nora.text).toContain("Not sent: it isn't set up here");
});

test("reminders for an undated task ask for a date first", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(`/tasks/${await addTask(family, { title: "Call the vet" })}`);
  await nora.follow("Add a date first");
  expect(nora.heading).toBe("When is it due?");
});
