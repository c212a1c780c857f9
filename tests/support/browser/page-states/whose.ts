import { addFamilyMember } from "../../records/add-family-member.ts";
import { addTask } from "../../records/add-task.ts";
import { member, type PageState, type Scene } from "./page-state.ts";

export const whoseStates: Record<string, PageState> = {
  "whose tasks, to choose on the dashboard": {
    ...member,
    title: "Dashboard · Mila",
    open: async (scene) => {
      await addSome(scene);
      await scene.user.visit("/dashboard");
      await scene.user.unfold("Whose tasks: Everyone");
    },
  },
  "whose tasks, on the dashboard": {
    ...member,
    title: "Dashboard · Mila",
    open: async (scene) => {
      await addSome(scene);
      await scene.user.visit("/dashboard?who=anyone&open=household-no-date");
    },
  },
  "whose tasks, on the week": {
    ...member,
    title: "Anyone · Week · Mila",
    open: async (scene) => {
      await addSome(scene);
      await scene.user.visit("/week?who=anyone");
    },
  },
  "whose tasks, found": {
    ...member,
    title: "box · Search · Mila",
    open: async (scene) => {
      await addSome(scene);
      await scene.user.visit("/search?q=box&who=anyone");
    },
  },
  "whose dentist, about somebody": {
    ...member,
    title: "Dentist · Mila",
    open: async (scene) => {
      const id = await addSome(scene);
      await scene.user.visit(`/tasks/${id}/who`);
      await scene.user.press("About Emma");
      await scene.user.visit(`/tasks/${id}`);
    },
  },
};

/** Returns the id of a task. */
async function addSome({ user, family }: Scene): Promise<string> {
  await user.ignoreOverdue();
  for (const name of ["Sam", "Emma", "Leo", "Mia", "Grandpa Otto"])
    await addFamilyMember(family, { name, relation: "child", phone: "", email: "" });
  await addTask(family, { title: "Oil change", assignee: "Sam" });
  for (const number of [1, 2, 3]) await addTask(family, { title: `Sort box ${number}` });
  return addTask(family, { title: "Dentist", category: "Kids", dueDate: "2031-05-04T15:00" });
}
