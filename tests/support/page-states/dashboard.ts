import type { Page } from "@playwright/test";
import { addTask } from "../add-task.ts";
import { questionPage, card, say, suppressOverduePrompt } from "../on-screen.ts";
import { newSam } from "../second-parent.ts";
import { longText, member, visitor, type PageState, type Scene } from "./page-state.ts";

const dashboard = { ...member, title: "Dashboard · Mila" };

export const dashboardStates: Record<string, PageState> = {
  "page not found": { ...visitor, title: "Page not found · Mila", status: 404, open: ({ visit }) => visit("/nowhere") },
  "dashboard, empty": { ...dashboard, open: ({ visit }) => visit("/dashboard") },
  "dashboard, full": { ...dashboard, open: openFull },
  "dashboard, menu open": { ...dashboard, open: openMenu },
  "dashboard, task deleted": { ...dashboard, open: openDeleted },
  "dashboard, somebody else was faster": { ...dashboard, open: openSecond },
  "dashboard, tasks just added": { ...dashboard, open: openAdded },
  "overdue task": { ...member, title: "Overdue · Mila", open: openOverdue },
  "due date of a new task": { ...member, title: "When is it due? · Mila", open: openDateOfNewTask },
  "task, from its card": { ...member, title: "Task · Mila", open: openTaskFromCard },
  "edit task, from its card": { ...member, title: "Edit task · Mila", open: openEditFromCard },
  "confirm several tasks, from the dashboard": { ...member, title: "Is this right? · Mila", open: openLook },
  "overdue task, from the dashboard": { ...member, title: "Overdue · Mila", open: openOverdueFromBanner },
};

const everyKindOfTask: Parameters<typeof addTask>[1][] = [
  {
    title: longText.repeat(4).slice(0, 300),
    category: "Kids",
    dueDate: "2031-05-04T15:00",
    assignee: "Grandmother Wilhelmine",
  },
  { title: "x".repeat(300), category: "Kids", description: "y".repeat(400) },
  { title: "Donaudampfschifffahrtsgesellschaftskapitänsmützenbestellung abholen", dueDate: "2020-02-03T08:00" },
  { title: "اصطحاب الأطفال من المدرسة", category: "Elders", dueDate: "2031-05-04T15:00", assignee: "جدتي" },
  { title: "Order groceries", isCompleted: true, dueDate: "2020-02-03T08:00" },
  { title: "Call grandma", category: "Elders", description: "Ask how the doctor's visit went" },
];

async function openFull({ page, visit, family }: Scene) {
  await suppressOverduePrompt(page);
  for (const task of everyKindOfTask) await addTask(family, task);
  await visit("/dashboard");
}

async function openAdded({ visit, family }: Scene) {
  const said = "every other Friday except when there is no school, and then at a quarter past seven in the evening";
  await family.post("/dashboard", { text: `tomorrow take Emma to ballet at 4, ${said}` });
  await family.post("/dashboard", { text: "call the vet on Monday at 9" });
  await visit("/dashboard");
}

async function openOverdue({ visit, family }: Scene) {
  await addTask(family, { title: longText.repeat(4).slice(0, 300), dueDate: "2020-02-03T08:00" });
  await addTask(family, { title: "Order groceries", dueDate: "2020-02-04T08:00" });
  await visit("/overdue");
}

async function openMenu({ page, visit }: Scene) {
  await visit("/dashboard");
  await page.getByLabel("Menu").click();
}

async function openDeleted({ page, visit, family }: Scene) {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await card(page, "Order groceries").getByRole("button", { name: "Delete task" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
}

async function openDateOfNewTask({ page, visit }: Scene) {
  await visit("/dashboard");
  await say(page, "Order groceries");
  await questionPage(page, "When is it due?").waitFor();
}

async function openEditFromCard({ page, visit, family }: Scene) {
  await addTask(family, { title: longText.repeat(4).slice(0, 300), description: "y".repeat(400) });
  await visit("/dashboard");
  await openTaskDialog(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await questionPage(page, "Edit task").waitFor();
}

async function openTaskFromCard({ page, visit, family }: Scene) {
  await addTask(family, { title: longText.repeat(4).slice(0, 300), description: "y".repeat(400), assignee: "Jürgen" });
  await visit("/dashboard");
  await openTaskDialog(page);
}

async function openTaskDialog(page: Page) {
  await page.getByRole("link", { name: longText }).first().click();
  await page.getByRole("heading", { level: 1, name: longText }).waitFor();
}

async function openLook({ page, visit }: Scene) {
  await visit("/dashboard");
  await page.getByLabel("What do you need?").fill("pick up Emma at 3 tomorrow and order groceries on Friday");
  await page.getByRole("button", { name: "Review before adding" }).click();
  await questionPage(page, "Is this right?").waitFor();
}

async function openOverdueFromBanner({ page, visit, family }: Scene) {
  await suppressOverduePrompt(page);
  await addTask(family, { title: "Order groceries", dueDate: "2020-02-04T08:00" });
  await visit("/dashboard");
  await page.getByRole("link", { name: /Take a look|Review them/ }).click();
  await questionPage(page, "This one is overdue").waitFor();
}

async function openSecond({ page, visit, family, mila }: Scene) {
  const sam = await newSam(mila, family);
  const id = await addTask(family, { title: longText.repeat(4).slice(0, 300) });
  // An open dashboard would reload and show it.
  await page.goto("about:blank");
  await sam.post(`/tasks/${id}/delete`);
  await page.request.post(`/tasks/${id}/complete`, { form: {}, maxRedirects: 0 });
  await visit("/dashboard");
  await page.getByText("Sam deleted this a moment ago").waitFor();
}
