import { addTask } from "../add-task.ts";
import { longText, member, type PageState, type Scene } from "./page-state.ts";

export const taskStates: Record<string, PageState> = {
  "edit task": { ...member, title: "Edit task · Mila", open: openEdit },
  "edit task, changed by somebody else": { ...member, title: "Edit task · Mila", status: 409, open: openConflict },
  "edit task, deleted by somebody else": { ...member, title: "Edit task · Mila", open: openEditOfDeleted },
  "confirm tasks": {
    ...member,
    title: "Is this right? · Mila",
    open: ({ visit }) => visit("/tasks/confirm?text=pick+up+Emma+at+3+tomorrow"),
  },
  task: { ...member, title: "Task · Mila", open: openTask },
  "task without a date": { ...member, title: "Task · Mila", open: openUndatedTask },
  "task's reminders with an error": { ...member, title: "Reminders · Mila", status: 400, open: openWrongReminder },
  "due date": { ...member, title: "When is it due? · Mila", open: openDate },
  "due date as it was read": { ...member, title: "When is it due? · Mila", open: openReadDate },
};

async function openEdit({ visit, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  await visit(`/tasks/${id}/edit`);
}

async function openConflict({ page, visit, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries" });
  await visit(`/tasks/${id}/edit`);
  await family.post(`/tasks/${id}/complete`);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Someone changed this task while you were editing.").waitFor();
}

async function openDate({ visit, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries" });
  await visit(`/tasks/${id}/date`);
}

async function openTask({ visit, family }: Scene) {
  const id = await addTask(family, {
    title: longText.repeat(4).slice(0, 300),
    dueDate: "2031-05-04T15:00",
    description: "She has her lesson in the old pool.",
    assignee: "Grandmother Wilhelmine",
  });
  await family.post(`/tasks/${id}/reminders`, { minutesBefore: "60" });
  await visit(`/tasks/${id}`);
}

async function openUndatedTask({ visit, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries" });
  await visit(`/tasks/${id}`);
}

async function openWrongReminder({ page, visit, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  await visit(`/tasks/${id}/reminders`);
  await page.getByLabel("How long before").fill("9000");
  await page.getByRole("button", { name: "Add reminder" }).click();
  await page.getByText("Please choose at most one year before").waitFor();
}

async function openReadDate({ visit, family }: Scene) {
  await family.post("/dashboard", { text: "call the vet on January 5 2031 at a quarter past 3 in the afternoon" });
  const html = await (await family.get("/dashboard")).text();
  await visit(/\/tasks\/[^/]+\/date/.exec(html)?.[0] ?? "");
}

async function openEditOfDeleted({ visit, family }: Scene) {
  const id = await addTask(family, { title: "Birthday cake" });
  await family.post(`/tasks/${id}/delete`);
  await visit(`/tasks/${id}/edit`);
}
