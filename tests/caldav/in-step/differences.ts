import { DAVClient } from "tsdav";
import { wallClockAt } from "#app/domain/core/time.ts";
import type { ApiTask, DavFamily } from "../family.ts";
import { type ReadToDo, readToDo } from "../ics.ts";
import { type Category, type Expected, familyZone, numberOf, synced, type World } from "./world.ts";

/** Says in sentences how the folder, Mila's calendars and Mila's tasks are not as expected. */
export async function differences(world: World, nora: DavFamily): Promise<string[]> {
  const tasks = await nora.tasks();
  const wrong: string[] = [];
  for (const category of synced) {
    const here = [...world.vdirsyncer.read(world.folders[category]).values()];
    const there = await readCalendar(nora, category);
    wrong.push(...compareSides(category, here, there));
    const objects = here.map(readToDo);
    for (const task of expectedIn(world, category)) wrong.push(...compareObject(task, objects));
  }
  for (const task of world.tasks.values()) wrong.push(...compareTask(task, tasks));
  const strangers = tasks.filter(({ title }) => !world.tasks.has(numberOf(title)));
  const open = strangers.filter(({ is_completed }) => !is_completed);
  wrong.push(...open.map(({ title }) => `Mila still has "${title}", which was deleted.`));
  return wrong;
}

const expectedIn = ({ tasks }: World, category: Category) =>
  [...tasks.values()].filter((task) => task.category === category);

async function readCalendar({ address, email, secret }: DavFamily, name: string) {
  const client = new DAVClient({
    serverUrl: address,
    credentials: { username: email, password: secret },
    authMethod: "Basic",
    defaultAccountType: "caldav",
  });
  await client.login();
  const calendar = (await client.fetchCalendars()).find(({ displayName }) => displayName === name);
  if (!calendar) throw new Error(`Mila has no calendar ${name}`);
  const filters = [
    {
      "comp-filter": {
        _attributes: { name: "VCALENDAR" },
        "comp-filter": { _attributes: { name: "VTODO" } },
      },
    },
  ];
  const objects = await client.fetchCalendarObjects({ calendar, filters });
  return objects.map(({ data }) => String(data));
}

/** Both sides hold the same objects, line by line, apart from what says when they were written. */
function compareSides(category: Category, here: string[], there: string[]): string[] {
  const [inFolder, inMila] = [countLines(here), countLines(there)];
  const only = (these: Map<string, number>, others: Map<string, number>, where: string) =>
    [...these].flatMap(([object, count]) =>
      others.get(object) === count ? [] : [`${category}: only ${where} has ${count} of\n${object}`],
    );
  return [...only(inFolder, inMila, "the folder"), ...only(inMila, inFolder, "Mila")];
}

const writtenAt = /^(DTSTAMP|LAST-MODIFIED|CREATED|PRODID)\b/;

function countLines(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const lines = text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/);
    const object = lines.filter((line) => line && !writtenAt.test(line)).join("\n");
    counts.set(object, (counts.get(object) ?? 0) + 1);
  }
  return counts;
}

function compareObject(task: Expected, objects: ReadToDo[]): string[] {
  const all = objects.filter(({ summary }) => numberOf(summary) === task.number);
  const found = task.repeats ? all.filter(({ isDone }) => !isDone) : all;
  const [first] = found;
  const name = `The folder's "${task.title}"`;
  if (!first || found.length > 1) return [`${name} is there ${found.length} times.`];
  const different = [
    ...differ(`${name}: title`, first.summary, task.title),
    ...differ(`${name}: done`, first.isDone, task.isDone),
    ...differ(`${name}: due`, localDue(first.due), task.due),
    ...differ(`${name}: X-KEPT`, first.kept, task.kept),
  ];
  return different.length > 0 ? [...different, first.text] : [];
}

function compareTask(task: Expected, tasks: ApiTask[]): string[] {
  const all = tasks.filter(({ title }) => numberOf(title) === task.number);
  const found = task.repeats ? all.filter(({ is_completed }) => !is_completed) : all;
  const [first] = found;
  const name = `Mila's "${task.title}"`;
  if (!first || found.length > 1) return [`${name} is there ${found.length} times.`];
  const due = first.due_has_time ? first.due_local : (first.due_local?.slice(0, 10) ?? null);
  return [
    ...differ(`${name}: title`, first.title, task.title),
    ...differ(`${name}: category`, first.category, task.category),
    ...differ(`${name}: done`, first.is_completed, task.isDone),
    ...differ(`${name}: due`, due, task.due),
    ...differ(`${name}: dates that are done`, all.length - found.length, task.done),
  ];
}

const differ = (what: string, is: unknown, should: unknown): string[] =>
  is === should ? [] : [`${what} is ${String(is)} and should be ${String(should)}.`];

/** Returns the family's local time for one in UTC. */
function localDue(due: string | null): string | null {
  if (!due?.endsWith("Z")) return due?.slice(0, 16) ?? null;
  return wallClockAt(due, familyZone).toString().slice(0, 16);
}
