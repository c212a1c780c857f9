import { addTask } from "../../records/add-task.ts";
import { plantShownCalendars } from "../../records/plant-shown-calendars.ts";
import { longTitle, member, type PageState, type Scene } from "./page-state.ts";

const laterTitle = "A later date · Mila";
const fullWeek = "Jun 9 to 15, 2041 · Week · Mila";

export const weekStates: Record<string, PageState> = {
  "week, empty": {
    ...member,
    title: "Week · Mila",
    open: ({ user }) => user.visit("/week"),
  },
  "week, full": { ...member, title: fullWeek, open: openFullWeek },
  "week, with other calendars": { ...member, title: fullWeek, open: openOtherCalendars },
  "a later date": { ...member, title: laterTitle, open: openLater },
  "a later date, moved to no day": {
    ...member,
    title: laterTitle,
    status: 400,
    open: openLaterWithoutDay,
  },
  "dashboard, an answer": { ...member, title: "Dashboard · Mila", open: openAnswer },
  "dashboard, a change to choose": { ...member, title: "Dashboard · Mila", open: openChange },
  "dashboard, no answer": {
    ...member,
    title: "Dashboard · Mila",
    open: ({ user }) => user.visit("/dashboard?asked=where+is+the+hamster"),
  },
  "all overdue": { ...member, title: "All overdue · Mila", open: openAllOverdue },
  "all overdue, nothing ticked": {
    ...member,
    title: "All overdue · Mila",
    status: 400,
    open: openNothingTicked,
  },
  "all overdue, nothing left": {
    ...member,
    title: "All overdue · Mila",
    open: ({ user }) => user.visit("/tasks/select?overdue=on"),
  },
  "select tasks": {
    ...member,
    title: "Select tasks · Mila",
    open: async (scene) => {
      await addTasks(scene);
      await scene.user.visit("/tasks/select");
    },
  },
  "select tasks, nothing there": {
    ...member,
    title: "Select tasks · Mila",
    open: ({ user }) => user.visit("/tasks/select"),
  },
  "deleted, nothing there": {
    ...member,
    title: "Recently deleted · Mila",
    open: ({ user }) => user.visit("/deleted"),
  },
  "deleted, tasks and a list": {
    ...member,
    title: "Recently deleted · Mila",
    open: openDeleted,
  },
  "search, nothing typed": {
    ...member,
    title: "Search · Mila",
    open: ({ user }) => user.visit("/search"),
  },
  "search, found": { ...member, title: "school · Search · Mila", open: openFound },
  "search, nothing found": {
    ...member,
    title: "hamster · Search · Mila",
    open: ({ user }) => user.visit("/search?q=hamster"),
  },
};

async function addTasks({ family }: Scene) {
  const kids = { category: "Kids", assignee: "Nora" } as const;
  await addTask(family, { title: longTitle, dueDate: "2041-06-09T09:00", ...kids });
  await addTask(family, { title: "School concert", dueDate: "2041-06-12T18:30", ...kids });
  await addTask(family, { title: "Dentist", dueDate: "2041-06-12T08:15", category: "Elders" });
  await addTask(family, {
    title: "Pay for the school trip",
    dueDate: "2041-06-12T12:00",
    isCompleted: true,
  });
  await addTask(family, { title: "School: find the blue folder" });
  const old = await addTask(family, { title: "Old school shoes" });
  await family.post(`/tasks/${old}/delete`);
  await family.post("/dashboard", { text: "Feed the cat every day at 6pm starting June 10 2041" });
}

async function openDeleted(scene: Scene) {
  const { family, user } = scene;
  await addTasks(scene);
  const id = await addTask(family, { title: longTitle, category: "Elders" });
  await family.post(`/tasks/${id}/delete`);
  const made = await family.post("/lists", { name: "Camping" });
  await family.post(`${made.headers.get("location")}/delete`);
  await user.visit("/deleted");
  await user.sees("Camping");
}

async function openFullWeek(scene: Scene) {
  await addTasks(scene);
  await scene.user.visit("/week?from=2041-06-12");
  await scene.user.sees("School concert");
}

async function openOtherCalendars(scene: Scene) {
  await addTasks(scene);
  await plantShownCalendars(scene.mila, scene.family);
  await scene.user.visit("/week?from=2041-06-12");
  await scene.user.sees("Summer fair");
}

async function openLater(scene: Scene) {
  await addTasks(scene);
  await scene.user.visit("/week?from=2041-06-19");
  await scene.user.follow("6:00 PM Feed the cat Household Repeats");
  await scene.user.sees("See the one that is open");
}

async function openLaterWithoutDay(scene: Scene) {
  await openLater(scene);
  await scene.user.skipBrowserChecks();
  await scene.user.fill("Date", "");
  await scene.user.press("Move");
  await scene.user.sees("Please choose a date");
}

async function openAnswer(scene: Scene) {
  await addTasks(scene);
  await scene.user.visit("/dashboard?asked=what+is+on+June+12+2041");
  await scene.user.sees("I found");
}

async function openChange({ user, family }: Scene) {
  for (const day of ["2041-06-15", "2041-06-16"])
    await addTask(family, { title: "Piano lesson", dueDate: `${day}T10:00` });
  await user.visit("/dashboard?asked=move+piano+lesson+to+June+20+2041");
  await user.sees("Which one?");
}

async function openAllOverdue(scene: Scene) {
  const dueDate = "2020-01-05T15:00";
  for (const title of ["Call the vet", longTitle, "Oil change"])
    await addTask(scene.family, { title, dueDate });
  await scene.user.visit("/tasks/select?overdue=on");
}

async function openNothingTicked(scene: Scene) {
  await addTask(scene.family, { title: "Oil change", dueDate: "2020-01-05T15:00" });
  await scene.user.visit("/tasks/select?overdue=on");
  await scene.user.uncheck("Oil change Jan 5, 2020, 3:00 PM");
  await scene.user.press("Done");
  await scene.user.sees("Please tick at least one task");
}

async function openFound(scene: Scene) {
  await addTasks(scene);
  await scene.user.visit("/search?q=school");
  await scene.user.sees("Old school shoes");
}
