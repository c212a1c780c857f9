import { dataOf } from "../../support/api/bearer.ts";
import {
  type Expected,
  newDue,
  newTitle,
  pickTask,
  synced,
  touch,
  weekLater,
  type World,
} from "./world.ts";

/** Changes that somebody else makes in Mila, and how likely each is. */
export const milaChanges: [number, (world: World) => Promise<boolean>][] = [
  [26, add],
  [18, rename],
  [16, move],
  [8, moveToOther],
  [14, complete],
  [6, reopen],
  [4, completeRepeating],
  [8, remove],
];

async function add(world: World): Promise<boolean> {
  const number = world.next();
  const category = world.random.pick(synced);
  const [title, due] = [newTitle(world, number), newDue(world)];
  dataOf(
    await world.api.POST("/tasks", {
      body: { title, category, description: null, due_date: due },
    }),
  );
  const rest = { isDone: false, repeats: false, done: 0, kept: null };
  world.tasks.set(number, { number, title, category, due, ...rest });
  world.touched.set(number, { before: null, side: "mila" });
  return true;
}

async function rename(world: World): Promise<boolean> {
  const task = pickTask(world, ({ isDone, repeats }) => !isDone && !repeats);
  if (!task) return false;
  touch(world, task, "mila");
  await renameTo(world, task);
  return true;
}

async function renameTo(world: World, task: Expected): Promise<void> {
  task.title = newTitle(world, task.number);
  await patch(world, task, { title: task.title });
}

async function move(world: World): Promise<boolean> {
  const task = pickTask(world, ({ isDone, repeats }) => !isDone && !repeats);
  if (!task) return false;
  touch(world, task, "mila");
  task.due = newDue(world, task.due);
  await patch(world, task, { due_date: task.due, ...newNotes(world) });
  return true;
}

async function moveToOther(world: World): Promise<boolean> {
  const task = pickTask(world, ({ isDone, repeats }) => !isDone && !repeats);
  if (!task) return false;
  touch(world, task, "mila");
  task.category = task.category === "Kids" ? "Household" : "Kids";
  await patch(world, task, { category: task.category });
  return true;
}

async function patch(
  world: World,
  task: Expected,
  body: {
    title?: string;
    due_date?: string | null;
    category?: Expected["category"];
    description?: string;
  },
): Promise<void> {
  const path = { id: idOf(world, task) };
  dataOf(await world.api.PATCH("/tasks/{id}", { params: { path }, body }));
}

async function complete(world: World): Promise<boolean> {
  const task = pickTask(world, ({ isDone, repeats }) => !isDone && !repeats);
  if (!task) return false;
  touch(world, task, "mila");
  task.isDone = true;
  await press(world, "/tasks/{id}/complete", idOf(world, task));
  return true;
}

async function completeRepeating(world: World): Promise<boolean> {
  const task = pickTask(world, ({ repeats }) => repeats);
  if (!task?.due) return false;
  touch(world, task, "mila");
  task.due = weekLater(task.due);
  task.done += 1;
  await press(world, "/tasks/{id}/complete", idOf(world, task));
  return true;
}

async function reopen(world: World): Promise<boolean> {
  const task = pickTask(world, ({ isDone }) => isDone);
  if (!task) return false;
  touch(world, task, "mila");
  task.isDone = false;
  await press(world, "/tasks/{id}/reopen", idOf(world, task));
  await patch(world, task, newNotes(world));
  return true;
}

/** vdirsyncer 0.19 overlooks a change that brings back how an object was before its last sync. */
const newNotes = ({ next }: World) => ({ description: `Note ${next()}` });

async function press(
  { api }: World,
  path: "/tasks/{id}/complete" | "/tasks/{id}/reopen",
  id: string,
): Promise<void> {
  dataOf(await api.POST(path, { params: { path: { id } } }));
}

async function remove(world: World): Promise<boolean> {
  const task = pickTask(world, ({ repeats, isDone }) => !repeats && !isDone);
  if (!task) return false;
  touch(world, task, "mila");
  await removeTask(world, task);
  world.tasks.delete(task.number);
  return true;
}

async function removeTask(world: World, task: Expected): Promise<void> {
  const path = { id: idOf(world, task) };
  const { response } = await world.api.DELETE("/tasks/{id}", { params: { path } });
  if (response.status !== 204) throw new Error(`Task ${task.number} was not deleted`);
}

/**
 * Changes a task in Mila that the folder has changed, too. Mila's version stays, except that a
 * change outlives a deletion on the other side.
 */
export async function clash(world: World): Promise<boolean> {
  const changedHere = [...world.touched.values()].flatMap(({ before, side }) =>
    before && side === "folder" && !before.isDone && !before.repeats ? [before] : [],
  );
  if (changedHere.length === 0) return false;
  const before = world.random.pick(changedHere);
  world.touched.set(before.number, { before, side: "both" });
  if (world.tasks.has(before.number) && world.random.next() < 0.3) {
    await removeTask(world, before);
    return true;
  }
  await renameTo(world, before);
  world.tasks.set(before.number, before);
  return true;
}

function idOf({ ids }: World, { number }: Expected): string {
  const id = ids.get(number);
  if (!id) throw new Error(`Mila has no task ${number}`);
  return id;
}
