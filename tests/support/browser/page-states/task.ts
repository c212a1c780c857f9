import { addFamilyMember } from "../../records/add-family-member.ts";
import { addTask } from "../../records/add-task.ts";
import { askSam } from "../../messages/delegation-link.ts";
import {
  longPageTitle,
  longTitle,
  member,
  visitor,
  widestDate,
  type PageState,
  type Scene,
} from "./page-state.ts";

export const taskStates: Record<string, PageState> = {
  "edit task": { ...member, title: "Edit task · Mila", open: openEdit },
  "edit task, changed by somebody else": {
    ...member,
    title: "Edit task · Mila",
    status: 409,
    open: openConflict,
  },
  "edit task, deleted by somebody else": {
    ...member,
    title: "Edit task · Mila",
    open: openEditOfDeleted,
  },
  "confirm tasks": {
    ...member,
    title: "Is this right? · Mila",
    open: ({ user }) => user.visit("/tasks/confirm?text=pick+up+Emma+at+3+tomorrow"),
  },
  "confirm items for a list": {
    ...member,
    title: "Is this right? · Mila",
    open: ({ user }) => user.visit("/tasks/confirm?text=milk,+eggs+and+bread"),
  },
  "confirm a text that is too long": {
    ...member,
    title: "Is this right? · Mila",
    open: ({ user }) =>
      user.visit(`/tasks/confirm?text=${"Bring+a+hat+to+sports+day.+".repeat(80)}`),
  },
  "nothing was shared": {
    ...visitor,
    title: "What you shared · Mila",
    open: ({ user }) => user.visit("/share"),
  },
  "confirm a task that repeats": {
    ...member,
    title: "Is this right? · Mila",
    open: ({ user }) => user.visit("/tasks/confirm?text=trash+every+Tuesday+at+7pm"),
  },
  task: { ...member, title: longPageTitle, open: openTask },
  "task that repeats, with a reminder": {
    ...member,
    title: "Take out the trash and paper · Mila",
    open: openRepeating,
  },
  "task of a date ahead": {
    ...member,
    title: "Water the plants on the balcony · Mila",
    open: openAhead,
  },
  "task with a history": { ...member, title: "Swimming · Mila", open: openHistory },
  "task without a date": { ...member, title: "Order groceries · Mila", open: openUndatedTask },
  "task's reminders with an error": {
    ...member,
    title: "Reminders · Mila",
    status: 400,
    open: openWrongReminder,
  },
  "task with a checklist": {
    ...member,
    title: "Pack for camp · Mila",
    open: async (scene) => scene.user.visit(`/tasks/${await addChecklist(scene)}`),
  },
  checklist: {
    ...member,
    title: "Checklist · Mila",
    open: async (scene) => scene.user.visit(`/tasks/${await addChecklist(scene)}/checklist`),
  },
  "checklist, an item renamed": {
    ...member,
    title: "Rename item · Mila",
    open: async (scene) => {
      await scene.user.visit(`/tasks/${await addChecklist(scene)}/checklist`);
      await scene.user.follow("Rename: Tent");
    },
  },
  "task to move to a list": {
    ...member,
    title: "Move to a list · Mila",
    open: async ({ user, family }) => {
      await family.post("/lists", { name: "Packing for camp" });
      const id = await addTask(family, { title: "Buy sunscreen" });
      await user.visit(`/tasks/${id}/list`);
    },
  },
  "who does it": { ...member, title: "Who does it? · Mila", open: openWho },
  "due date": { ...member, title: "When is it due? · Mila", open: openDate },
  "due date, chosen by somebody else": {
    ...member,
    title: "When is it due? · Mila",
    status: 409,
    open: openMoved,
  },
  "due date as it was read": { ...member, title: "When is it due? · Mila", open: openReadDate },
};

async function addChecklist({ family }: Scene) {
  const id = await addTask(family, { title: "Pack for camp", dueDate: "2031-05-04T15:00" });
  const page = `/tasks/${id}/checklist`;
  await family.post(page, { text: `tent, ${longTitle.slice(0, 180)}, wool socks and a torch` });
  const shown = await (await family.get(`/tasks/${id}`)).text();
  const [, tick] = /action="(\/tasks\/[^"]+\/tick)"/.exec(shown) ?? [];
  await family.post(tick!);
  return id;
}

async function openWho({ user, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  for (const name of ["Emma", "Grandpa Otto", "Leo"])
    await addFamilyMember(family, { name, relation: "child", phone: "", email: "" });
  await user.visit(`/tasks/${id}/who`);
}

async function openEdit({ user, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  await user.visit(`/tasks/${id}/edit`);
}

async function openConflict({ user, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries" });
  await user.visit(`/tasks/${id}/edit`);
  const changes = { version: "2", title: "Order groceries", category: "Kids" };
  await family.post(`/tasks/${id}/edit`, changes);
  await user.press("Save Changes");
  await user.sees("Someone changed this task while you were editing.");
}

async function openDate({ user, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries" });
  await user.visit(`/tasks/${id}/date`);
}

async function openMoved({ user, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  await user.visit(`/tasks/${id}/date`);
  await family.post(`/tasks/${id}/date`, { date: "2031-05-05", time: "09:00" });
  await user.press("Save");
  await user.sees("Save again to keep your date");
}

async function openTask({ user, family }: Scene) {
  const id = await addTask(family, {
    title: longTitle,
    dueDate: "2031-05-04T15:00",
    description: "She has her lesson in the old pool.",
    assignee: "Grandmother Wilhelmine",
  });
  await family.post(`/tasks/${id}/reminders`, { minutesBefore: "60" });
  await user.visit(`/tasks/${id}`);
}

/** Opens a date whose reminder is due before the previous date is. */
async function openAhead({ user, family }: Scene) {
  await family.post("/dashboard", {
    text: "remind me 2 days before to water the plants on the balcony every day at 7am",
  });
  const html = await (await family.get("/dashboard")).text();
  const upcoming = html.slice(html.indexOf("upcoming-list"));
  await user.visit(/\/tasks\/[0-9a-f-]{36}(?=")/.exec(upcoming)?.[0] ?? "");
  await user.sees("An earlier one is still open");
}

async function openRepeating({ user, family }: Scene) {
  await family.post("/dashboard", {
    text: "take out the trash and paper every weekday at 7pm, remind me an hour before",
  });
  const html = await (await family.get("/dashboard")).text();
  await user.visit(/\/tasks\/[0-9a-f-]{36}(?=\/complete)/.exec(html)?.[0] ?? "");
  await user.sees("Every weekday 7 PM");
}

async function openHistory({ user, family }: Scene) {
  const { taskId: id, path } = await askSam(family, {
    title: "Take Emma to her swimming lesson",
    dueDate: widestDate,
  });
  await family.post(path, { answer: "accept", line: "I am there at three, and bring the bag" });
  await family.post(`/tasks/${id}/date`, { date: "2031-09-25", time: "16:30" });
  await family.post(`/tasks/${id}/withdraw`);
  const edit = { title: "Swimming", category: "Kids", dueDate: "2031-09-25T16:30", version: "6" };
  for (const version of ["4", "5", "6", "7"])
    await family.post(`/tasks/${id}/edit`, {
      ...edit,
      version,
      assignee: "Grandmother Wilhelmine",
    });
  await family.post(`/tasks/${id}/complete`);
  await user.visit(`/tasks/${id}`);
  await user.unfold("History");
}

async function openUndatedTask({ user, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries" });
  await user.visit(`/tasks/${id}`);
}

async function openWrongReminder({ user, family }: Scene) {
  const id = await addTask(family, { title: "Order groceries", dueDate: "2031-05-04T15:00" });
  await user.visit(`/tasks/${id}/reminders`);
  await user.fill("How long before", "9000");
  await user.press("Add reminder");
  await user.sees("Please choose at most one year before");
}

async function openReadDate({ user, family }: Scene) {
  await family.post("/dashboard", {
    text: "call the vet on January 5 2031 at a quarter past 3 in the afternoon",
  });
  const html = await (await family.get("/dashboard")).text();
  await user.visit(/\/tasks\/[^/]+\/date/.exec(html)?.[0] ?? "");
}

async function openEditOfDeleted({ user, family }: Scene) {
  const id = await addTask(family, { title: "Birthday cake" });
  await family.post(`/tasks/${id}/delete`);
  await user.visit(`/tasks/${id}/edit`);
}
