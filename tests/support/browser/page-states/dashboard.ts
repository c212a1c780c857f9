import { earlierBy, nowIso, Temporal } from "#app/domain/core/time.ts";
import { addTask } from "../../records/add-task.ts";
import type { PageUser } from "../page-user/page-user.ts";
import { newSam } from "../../people/second-parent.ts";
import {
  longPageTitle,
  longTitle,
  member,
  visitor,
  widestDate,
  type PageState,
  type Scene,
} from "./page-state.ts";
import { openData } from "../../records/open-data.ts";

const dashboard = { ...member, title: "Dashboard · Mila" };

export const dashboardStates: Record<string, PageState> = {
  "dashboard, a name to ask about": {
    ...member,
    title: "Dashboard · Mila",
    open: openChildQuestion,
  },
  "page not found": {
    ...visitor,
    title: "Page not found · Mila",
    status: 404,
    open: ({ user }) => user.visit("/nowhere"),
  },
  "dashboard, empty": { ...dashboard, open: ({ user }) => user.visit("/dashboard") },
  "dashboard, full": { ...dashboard, open: openFull },
  "dashboard, a week's tasks": { ...dashboard, open: (scene) => openWeek(scene, "") },
  "dashboard, groups opened": {
    ...dashboard,
    open: (scene) => openWeek(scene, "?open=household-later,household-no-date,household-done"),
  },
  "dashboard, by day": { ...dashboard, open: (scene) => openWeek(scene, "?view=day&open=later") },
  "dashboard, menu open": { ...dashboard, open: openMenu },
  "dashboard, card menu open": { ...dashboard, open: openCardMenu },
  "dashboard, asking for a date": { ...dashboard, open: openDateQuestion },
  "dashboard, reminders offered": { ...dashboard, open: openOffers },
  "dashboard, task deleted": { ...dashboard, open: openDeleted },
  "dashboard, somebody else was faster": { ...dashboard, open: openSecond },
  "dashboard, tasks just added": { ...dashboard, open: openAdded },
  "dashboard, unsure of a task": { ...dashboard, open: openUnsure },
  "confirm a task, unsure": { ...member, title: "Is this right? · Mila", open: openUnsureLook },
  "due date not understood": {
    ...member,
    title: "When is it due? · Mila",
    open: openNotUnderstood,
  },
  "overdue task": { ...member, title: "Overdue · Mila", open: openOverdue },
  "due date of a new task": { ...member, title: "When is it due? · Mila", open: openDateOfNewTask },
  "task, from its card": { ...member, title: longPageTitle, open: openTaskFromCard },
  "edit task, from its card": { ...member, title: "Edit task · Mila", open: openEditFromCard },
  "confirm several tasks, from the dashboard": {
    ...member,
    title: "Is this right? · Mila",
    open: openLook,
  },
  "overdue task, from the dashboard": {
    ...member,
    title: "Overdue · Mila",
    open: openOverdueFromBanner,
  },
};

const everyKindOfTask: Parameters<typeof addTask>[1][] = [
  {
    title: longTitle,
    category: "Kids",
    dueDate: widestDate,
    assignee: "Grandmother Wilhelmine",
  },
  { title: "x".repeat(300), category: "Kids", description: "y".repeat(400) },
  {
    title: "Donaudampfschifffahrtsgesellschaftskapitänsmützenbestellung abholen",
    dueDate: "2020-02-03T08:00",
  },
  { title: "اصطحاب الأطفال من المدرسة", category: "Elders", dueDate: widestDate, assignee: "جدتي" },
  { title: "Order groceries", isCompleted: true, dueDate: "2020-02-03T08:00" },
  { title: "Call grandma", category: "Elders", description: "Ask how the doctor's visit went" },
];

async function openFull({ user, family }: Scene) {
  await user.ignoreOverdue();
  for (const task of everyKindOfTask) await addTask(family, task);
  await user.visit("/dashboard");
}

/** Has tasks in every group, none of them new. */
async function openWeek({ user, family, mila }: Scene, place: string) {
  const today = Temporal.Now.plainDateISO("America/New_York");
  const day = (days: number, time: string) => `${today.add({ days }).toString()}T${time}`;
  await user.ignoreOverdue();
  await addTask(family, { title: "Permission slip", category: "Kids", dueDate: day(-1, "08:00") });
  await addTask(family, { title: "Pick up Emma", category: "Kids", dueDate: day(1, "15:00") });
  await addTask(family, { title: "Recital", category: "Kids", dueDate: day(5, "18:00") });
  await addTask(family, { title: "Trash out", dueDate: day(0, "23:59") });
  await addTask(family, { title: "Renew the passports", dueDate: day(30, "12:00") });
  for (let number = 1; number <= 13; number += 1)
    await addTask(family, { title: `Sort box ${number}` });
  for (let number = 1; number <= 5; number += 1)
    await addTask(family, { title: `Water plant ${number}`, isCompleted: true });
  await addTask(family, { title: "Call grandma", category: "Elders", dueDate: day(1, "10:00") });
  await using db = openData(mila.dataFolder);
  await db
    .updateTable("tasks")
    .set({ created_at: earlierBy(nowIso(), { hours: 48 }) })
    .where("user_id", "=", (query) =>
      query.selectFrom("users").select("id").where("email", "=", family.email),
    )
    .execute();
  await user.visit(`/dashboard${place}`);
}

async function openAdded({ user, family }: Scene) {
  const said =
    "every other Friday except when there is no school, and then at a quarter past seven in the evening";
  await family.post("/dashboard", { text: `tomorrow take Emma to ballet at 4, ${said}` });
  await family.post("/dashboard", { text: "call the vet on Monday at 9" });
  await user.visit("/dashboard");
}

const unsure =
  "Soccer with grandpa on Saturday at 8 after the long talk about what to bring and who drives, ping me 20 minutes before";

async function openUnsure({ user, family }: Scene) {
  await family.post("/dashboard", { text: unsure });
  await user.visit("/dashboard");
  await user.sees("or Kids?");
}

async function openUnsureLook({ user }: Scene) {
  await user.visit(`/tasks/confirm?${new URLSearchParams({ text: unsure })}`);
}

async function openNotUnderstood({ user }: Scene) {
  await user.visit("/dashboard");
  await user.fill("What do you need?", "Board games on Feb 30 at 5pm");
  await user.press("Send");
  await user.openPicker();
  await user.isAsked("When is it due?");
}

async function openOverdue({ user, family }: Scene) {
  await addTask(family, { title: longTitle, dueDate: "2020-02-03T08:00" });
  await addTask(family, { title: "Order groceries", dueDate: "2020-02-04T08:00" });
  await user.visit("/overdue");
}

async function openMenu({ user }: Scene) {
  await user.visit("/dashboard");
  await user.unfold("More: menu");
}

async function openCardMenu({ user, family }: Scene) {
  await addTask(family, { title: "Order groceries" });
  await user.visit("/dashboard");
  await user.openCardMenu();
}

async function openDateQuestion({ user, family }: Scene) {
  const id = await addTask(family, { title: longTitle });
  await user.visit(`/dashboard?when=${id}`);
}

async function openOffers({ user }: Scene) {
  await user.visit("/dashboard");
  await user.fill("What do you need?", "Water the plants in 3 hours");
  await user.press("Send");
  await user.sees("Remind you?");
}

async function openDeleted({ user, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries" });
  await user.visit("/dashboard");
  await user.post(`/tasks/${id}/delete`);
  await user.visit("/dashboard");
  await user.sees("Undo");
}

async function openDateOfNewTask({ user }: Scene) {
  await user.visit("/dashboard");
  await user.fill("What do you need?", "Order groceries");
  await user.press("Send");
  await user.openPicker();
  await user.isAsked("When is it due?");
}

async function openEditFromCard({ user, family }: Scene) {
  await addTask(family, { title: longTitle, description: "y".repeat(400) });
  await user.visit("/dashboard");
  await openTaskDialog(user);
  await user.follow("Edit");
  await user.isAsked("Edit task");
}

async function openTaskFromCard({ user, family }: Scene) {
  await addTask(family, { title: longTitle, description: "y".repeat(400), assignee: "Jürgen" });
  await user.visit("/dashboard");
  await openTaskDialog(user);
}

async function openTaskDialog(user: PageUser) {
  await user.follow(longTitle);
  await user.isAsked(longTitle);
}

async function openLook({ user }: Scene) {
  await user.visit("/dashboard");
  await user.fill("What do you need?", "pick up Emma at 3 tomorrow and order groceries on Friday");
  await user.press("Review before adding");
  await user.isAsked("I found 2 things");
}

async function openOverdueFromBanner({ user, family }: Scene) {
  await user.ignoreOverdue();
  await addTask(family, { title: "Order groceries", dueDate: "2020-02-04T08:00" });
  await user.visit("/dashboard");
  await user.follow("Take a look");
  await user.isAsked("This one is overdue");
}

async function openSecond({ user, family, mila }: Scene) {
  const sam = await newSam(mila, family);
  const id = await addTask(family, { title: longTitle });
  await sam.post(`/tasks/${id}/delete`);
  await user.post(`/tasks/${id}/complete`);
  await user.visit("/dashboard");
  await user.sees("Sam deleted this a moment ago");
}

async function openChildQuestion({ user, family }: Scene) {
  await family.post("/dashboard", { text: "pick up Emma from school tomorrow at 3" });
  await user.visit("/dashboard");
  await user.sees("Is Emma one of your children?");
}
