import ICAL from "ical.js";
import { v7 as newId } from "uuid";
import { instantOf, Temporal } from "#app/domain/core/time.ts";
import { readToDo } from "../ics.ts";
import {
  type Expected,
  familyZone,
  newDue,
  newTitle,
  numberOf,
  pickTask,
  synced,
  touch,
  weekLater,
  type World,
} from "./world.ts";

/** Changes that a program makes to the files of its folder, and how likely each is. */
export const folderChanges: [number, (world: World) => boolean][] = [
  [24, add],
  [5, addRepeating],
  [16, rename],
  [14, move],
  [8, addUnknown],
  [14, complete],
  [6, reopen],
  [4, completeByMoving],
  [3, completeAsIs],
  [8, remove],
];

function add(world: World): boolean {
  const category = world.random.pick(synced);
  addNew(world, { category, due: newDue(world), repeats: false });
  return true;
}

function addRepeating(world: World): boolean {
  const day = `2031-0${world.random.whole(1, 3)}-${world.random.whole(10, 28)}`;
  const due = world.random.pick([day, `${day}T18:30`]);
  addNew(world, { category: "Household", due, repeats: true });
  return true;
}

function addNew(
  world: World,
  { category, due, repeats }: Pick<Expected, "category" | "due" | "repeats">,
): void {
  const number = world.next();
  const title = newTitle(world, number);
  const uid = newId();
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Somebody//Calendar 1.0//EN");
  const todo = new ICAL.Component("vtodo");
  todo.addPropertyWithValue("uid", uid);
  todo.addPropertyWithValue("dtstamp", ICAL.Time.fromDateTimeString("2030-12-01T12:00:00Z"));
  todo.addPropertyWithValue("summary", title);
  if (due) setDue(world, todo, due);
  if (repeats) todo.addPropertyWithValue("rrule", ICAL.Recur.fromString("FREQ=WEEKLY"));
  calendar.addSubcomponent(todo);
  world.vdirsyncer.write(world.folders[category], `${uid}.ics`, calendar.toString());
  const rest = { isDone: false, done: 0, kept: null };
  world.tasks.set(number, { number, title, category, due, repeats, ...rest });
  world.touched.set(number, { before: null, side: "folder" });
}

function rename(world: World): boolean {
  const task = pickTask(world, () => true);
  if (!task) return false;
  touch(world, task, "folder");
  task.title = newTitle(world, task.number);
  return edit(world, task, (todo) => todo.updatePropertyWithValue("summary", task.title));
}

function move(world: World): boolean {
  const task = pickTask(world, ({ isDone, repeats }) => !isDone && !repeats);
  if (!task) return false;
  touch(world, task, "folder");
  task.due = newDue(world, task.due);
  return edit(world, task, (todo) => setDue(world, todo, task.due));
}

function addUnknown(world: World): boolean {
  const task = pickTask(world, () => true);
  if (!task) return false;
  touch(world, task, "folder");
  task.kept = `kept ${world.next()}`;
  return edit(world, task, (todo) => todo.updatePropertyWithValue("x-kept", task.kept));
}

function complete(world: World): boolean {
  const task = pickTask(world, ({ isDone, repeats }) => !isDone && !repeats);
  if (!task) return false;
  touch(world, task, "folder");
  task.isDone = true;
  return edit(world, task, markDone);
}

function markDone(todo: ICAL.Component): void {
  todo.updatePropertyWithValue("status", "COMPLETED");
  todo.updatePropertyWithValue("percent-complete", 100);
  todo.updatePropertyWithValue("completed", ICAL.Time.fromDateTimeString("2026-11-30T12:00:00Z"));
}

function reopen(world: World): boolean {
  const task = pickTask(world, ({ isDone }) => isDone);
  if (!task) return false;
  touch(world, task, "folder");
  task.isDone = false;
  return edit(world, task, (todo) => {
    todo.updatePropertyWithValue("status", "NEEDS-ACTION");
    todo.removeAllProperties("percent-complete");
    todo.removeAllProperties("completed");
  });
}

/** Moves the date to the next, as tasks.org and Apple Reminders do. */
function completeByMoving(world: World): boolean {
  const task = pickTask(world, ({ repeats }) => repeats);
  if (!task?.due) return false;
  touch(world, task, "folder");
  task.due = weekLater(task.due);
  task.done += 1;
  return edit(world, task, (todo) => setDue(world, todo, task.due));
}

/** Marks the whole object as done, as simple programs do. Mila opens the next date in it. */
function completeAsIs(world: World): boolean {
  const task = pickTask(world, ({ repeats }) => repeats);
  if (!task?.due) return false;
  touch(world, task, "folder");
  task.due = weekLater(task.due);
  task.done += 1;
  return edit(world, task, markDone);
}

function remove(world: World): boolean {
  const task = pickTask(world, ({ repeats }) => !repeats);
  if (!task) return false;
  const { folder, name } = fileOf(world, task);
  touch(world, task, "folder");
  world.vdirsyncer.remove(folder, name);
  world.tasks.delete(task.number);
  return true;
}

/** The time is sometimes in the family's zone, sometimes in UTC. */
function setDue({ random }: World, todo: ICAL.Component, due: string | null): void {
  todo.removeAllProperties("due");
  todo.removeAllProperties("dtstart");
  if (!due) return;
  if (due.length === 10) {
    todo.addPropertyWithValue("due", ICAL.Time.fromDateString(due));
    return;
  }
  if (random.next() < 0.5) {
    const instant = instantOf(Temporal.PlainDateTime.from(due), familyZone);
    todo.addPropertyWithValue("due", ICAL.Time.fromDateTimeString(instant.replace(".000", "")));
    return;
  }
  const property = new ICAL.Property("due");
  property.setParameter("tzid", familyZone);
  property.setValue(ICAL.Time.fromDateTimeString(`${due}:00`));
  todo.addProperty(property);
}

function edit(world: World, task: Expected, change: (todo: ICAL.Component) => void): boolean {
  const { folder, name, text } = fileOf(world, task);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const todos = calendar.getAllSubcomponents("vtodo");
  const todo = todos.find((found) => !found.hasProperty("recurrence-id"));
  if (!todo) throw new Error(`No to-do in ${name}`);
  change(todo);
  // vdirsyncer 0.19 overlooks a change that brings back how an object was before its last sync.
  todo.updatePropertyWithValue("sequence", world.next());
  world.vdirsyncer.write(folder, name, calendar.toString());
  return true;
}

function fileOf({ vdirsyncer, folders }: World, { category, number, repeats }: Expected) {
  const folder = folders[category];
  for (const [name, text] of vdirsyncer.read(folder)) {
    const read = readToDo(text);
    // A date of a repeating one that is done may have a file of its own.
    if (numberOf(read.summary) === number && read.repeats === repeats)
      return { folder, name, text };
  }
  throw new Error(`Task ${number} has no file in ${folder}`);
}
