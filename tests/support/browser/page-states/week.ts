import { addTask } from "../../records/add-task.ts";
import { longTitle, member, type PageState, type Scene } from "./page-state.ts";

const fullWeek = "Jun 9 to 15, 2041 · Week · Mila";

export const weekStates: Record<string, PageState> = {
  "week, empty": {
    ...member,
    title: "Week · Mila",
    open: ({ user }) => user.visit("/week"),
  },
  "week, full": { ...member, title: fullWeek, open: openFullWeek },
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

async function openFullWeek(scene: Scene) {
  await addTasks(scene);
  await scene.user.visit("/week?from=2041-06-12");
  await scene.user.sees("School concert");
}

async function openFound(scene: Scene) {
  await addTasks(scene);
  await scene.user.visit("/search?q=school");
  await scene.user.sees("Old school shoes");
}
