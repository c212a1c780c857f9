import { addTask } from "../../records/add-task.ts";
import { member, type PageState, type Scene } from "./page-state.ts";
import { openData } from "../../records/open-data.ts";

const longSaid =
  "water the plants on the balcony and those that Grandmother Wilhelmine left with us";

export const repeatStates: Record<string, PageState> = {
  "how a task repeats": {
    ...member,
    title: "Repeat · Mila",
    open: openForm("trash every Tuesday at 7pm"),
  },
  "how a task repeats, by the month": {
    ...member,
    title: "Repeat · Mila",
    open: openForm("piano on the last Friday of every month at 7pm except school holidays"),
  },
  "how a task repeats, refused": {
    ...member,
    title: "Repeat · Mila",
    status: 400,
    open: openRefused,
  },
  "how a task repeats, changed by somebody else": {
    ...member,
    title: "Repeat · Mila",
    status: 409,
    open: openChanged,
  },
  "edit a task that repeats": { ...member, title: "Edit task · Mila", open: openEdit },
  "dashboard, a repeating task done late": {
    ...member,
    title: "Dashboard · Mila",
    open: openDoneLate,
  },
  "task that repeats": { ...member, title: "Piano · Mila", open: openTask },
  "dashboard with a break that has no dates": {
    ...member,
    title: "Dashboard · Mila",
    open: openUndated,
  },
  "dashboard, reminders too early for every time": {
    ...member,
    title: "Dashboard · Mila",
    open: openTooEarly,
  },
  "task, reminder too early for every time": {
    ...member,
    title: "Water the plants on the balcony and those that Grandmother Wil… · Mila",
    open: openNotUsed,
  },
  breaks: { ...member, title: "Breaks · Mila", open: openBreaks },
  "break that ends before it starts": {
    ...member,
    title: "Breaks · Mila",
    status: 400,
    open: openWrongBreak,
  },
  "edit break": { ...member, title: "Edit break · Mila", open: openEditBreak },
  "edit break, removed by somebody else": {
    ...member,
    title: "Edit break · Mila",
    status: 404,
    open: openGoneBreak,
  },
};

async function pageOf({ family }: Scene, text: string): Promise<string> {
  await family.post("/dashboard", { text });
  const html = await (await family.get("/dashboard")).text();
  return /\/tasks\/[\w-]{36}/.exec(html)?.[0] ?? "";
}

function openForm(text: string) {
  return async (scene: Scene) => scene.user.visit(`${await pageOf(scene, text)}/repeat`);
}

async function openRefused(scene: Scene) {
  await openForm("trash every Tuesday at 7pm")(scene);
  await scene.user.fill("Until", "2020-01-01");
  await scene.user.press("Save");
  await scene.user.sees("That's in the past.");
}

async function openChanged({ user, family }: Scene) {
  const id = await addTask(family, { title: "Trash", dueDate: "2031-05-06T19:00" });
  await family.post(`/tasks/${id}/repeat`, { interval: "1", unit: "week" });
  await user.visit(`/tasks/${id}/repeat`);
  await family.post(`/tasks/${id}/repeat`, { interval: "2", unit: "week" });
  await user.press("Save");
  await user.sees("Someone changed how this repeats while you were editing.");
}

async function openEdit(scene: Scene) {
  await scene.user.visit(`${await pageOf(scene, "trash every Tuesday at 7pm")}/edit`);
}

async function openTask(scene: Scene) {
  await scene.user.visit(await pageOf(scene, "piano every Wednesday at 4 except school holidays"));
}

async function openUndated(scene: Scene) {
  await pageOf(scene, "piano every Wednesday at 4 except school holidays");
  await scene.user.visit("/dashboard");
  await scene.user.openCardMenu();
}

const tooEarly = `remind me 2 months before to ${longSaid} every day at 9am`;

async function openTooEarly(scene: Scene) {
  await pageOf(scene, tooEarly);
  await scene.user.visit("/dashboard");
  await scene.user.sees("I can't remind you so early every time");
}

async function openNotUsed(scene: Scene) {
  await scene.user.visit(await pageOf(scene, tooEarly));
  await scene.user.sees("Not used");
}

const addBreaks = async ({ family }: Scene) => {
  for (const [name, startsOn, endsOn] of [
    ["School holidays", "2031-07-01", "2031-08-31"],
    ["Grandmotherly".repeat(4), "2031-09-01", "2031-09-01"],
  ] as const)
    await family.post("/preferences/breaks", { name, startsOn, endsOn });
};

async function openBreaks(scene: Scene) {
  await addBreaks(scene);
  await scene.user.visit("/preferences/breaks");
  await scene.user.unfold("Remove");
}

async function openWrongBreak({ user }: Scene) {
  await user.visit("/preferences/breaks");
  await user.fill("Name", "Easter");
  await user.fill("First day", "2031-04-10");
  await user.fill("Last day", "2031-04-01");
  await user.press("Add");
  await user.sees("The last day is before the first");
}

async function openEditBreak(scene: Scene): Promise<string> {
  await addBreaks(scene);
  const html = await (await scene.family.get("/preferences/breaks")).text();
  const path = /\/preferences\/breaks\/[\w-]{36}\/edit/.exec(html)?.[0] ?? "";
  await scene.user.visit(path);
  return path;
}

async function openGoneBreak(scene: Scene) {
  const path = await openEditBreak(scene);
  await scene.family.post(path.replace(/edit$/, "remove"));
  await scene.user.press("Save Changes");
  await scene.user.sees("This is no longer there");
}

/** Completes a task as if it had been missed before. */
async function openDoneLate({ user, family, mila }: Scene) {
  const title = "Take out the trash and the paper";
  const id = await addTask(family, { title, dueDate: "2031-05-04T19:00" });
  await family.post(`/tasks/${id}/repeat`, { interval: "1", unit: "week" });
  await family.post(`/tasks/${id}/complete`);
  await using db = openData(mila.dataFolder);
  await db.updateTable("tasks").set({ was_missed: 1 }).where("id", "=", id).execute();
  await user.visit("/dashboard");
  await user.sees("Done for");
}
