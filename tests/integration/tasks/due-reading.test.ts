import { expect, test } from "vitest";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { draftTasks, saveDrafts } from "#app/domain/tasks/adding/confirm.server.ts";
import { keepReadings } from "#app/domain/tasks/adding/keep-readings.server.ts";
import { clearDate, restoreDate } from "#app/domain/tasks/changing/clear-date.server.ts";
import { findDueReading } from "#app/domain/tasks/due/due-reading.server.ts";
import { confirmInput } from "#app/domain/tasks/input.ts";
import { findUnreadRepetition } from "#app/domain/tasks/readings/task-reading.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";

const now = "2026-10-07T12:30:00.000Z";
const zone = "America/New_York";

test("a new card shows the words behind its date for an hour", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await addTask(own.db, family, { text: "Tomorrow take the cat to the vet at 5", now });
  await addTask(own.db, family, { text: "Order groceries", now });
  const readings = async (at: string) =>
    (await listTaskCards(own.db, family, at)).tasks.map(({ reading }) => reading);
  expect(await readings("2026-10-07T13:30:00.000Z")).toEqual([
    null,
    {
      words: "Tomorrow … at 5",
      undatedTitle: "Tomorrow take the cat to the vet at 5",
      skippedTime: null,
    },
  ]);
  expect(await readings("2026-10-07T13:30:01.000Z")).toEqual([null, null]);
});

test("clearing a date returns its words to the title, and restoring it undoes that", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "piano every Tuesday at 4", now });
  const read = { title: "Piano", description: null, due_local: "2026-10-13T16:00" };
  expect(await findTask(own.db, family, id)).toMatchObject(read);

  expect(await clearDate(own.db, family, id)).toBe(true);
  const undated = { due_date: null, due_local: null, due_time_zone: null };
  expect(await findTask(own.db, family, id)).toMatchObject({
    title: "Piano every Tuesday at 4",
    description: null,
    ...undated,
  });
  expect(await clearDate(own.db, family, id)).toBe(false);

  await restoreDate(own.db, family, id);
  expect(await findTask(own.db, family, id)).toMatchObject({
    ...read,
    due_time_zone: zone,
    version: 3,
  });
  expect(await findDueReading(own.db, family, id)).toMatchObject({ words: "every Tuesday at 4" });
});

const changes: Record<
  string,
  (own: ReturnType<typeof newDatabase>, family: Member, id: string) => Promise<unknown>
> = {
  "its title": ({ db }, family, id) =>
    editTask(
      db,
      family,
      id,
      { title: "Cat", category: "Household", dueDate: "2026-10-08T17:00", version: 1 },
      zone,
    ),
  "its date": ({ db }, family, id) => setDueDate(db, family, id, "2026-10-09T17:00", zone),
  "its zone": ({ db }, family, id) =>
    setDueDate(db, family, id, "2026-10-08T17:00", "Europe/Berlin"),
  "that it is open": ({ db }, family, id) => completeTask(db, family, id),
  "that it is there": ({ db }, family, id) => deleteTask(db, family, id),
};

type Member = Awaited<ReturnType<typeof newFamily>>;

test.each(Object.keys(changes))("a date changed since cannot be cleared: %s", async (changed) => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "vet tomorrow at 5", now });
  expect(await findDueReading(own.db, family, id)).toBeDefined();
  await changes[changed]!(own, family, id);
  const before = await findTask(own.db, family, id);
  expect(await clearDate(own.db, family, id)).toBe(false);
  expect(await findTask(own.db, family, id)).toEqual(before);
});

test("restoring a cleared date does not overwrite a newer one", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "vet tomorrow at 5", now });
  await clearDate(own.db, family, id);
  await setDueDate(own.db, family, id, "2026-12-01T09:00", zone);
  await restoreDate(own.db, family, id);
  expect(await findTask(own.db, family, id)).toMatchObject({
    due_local: "2026-12-01T09:00",
    title: "Vet tomorrow at 5",
  });
});

test("nobody can clear the dates of another household", async () => {
  await using own = newDatabase();
  const [one, other] = [await newFamily(own.db), await newFamily(own.db)];
  const { id } = await addTask(own.db, one, { text: "vet tomorrow at 5", now });
  expect(await clearDate(own.db, other, id)).toBe(false);
  await clearDate(own.db, one, id);
  await restoreDate(own.db, other, id);
  expect(await findTask(own.db, one, id)).toMatchObject({ due_local: null });
});

/** As a form sends them. */
const withoutEmpty = (draft: object) =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== ""));

test("what was understood of a confirmed task is kept, and its page doesn't ask about it again", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const log = () => undefined;
  const confirm = async (text: string) => {
    const read = await draftTasks(own.db, family, text, log);
    const { drafts } = confirmInput.parse({ drafts: read.drafts.map(withoutEmpty) });
    const taskIds = await saveDrafts(own.db, family, { drafts, requestId: "form-0001" });
    if ("refused" in taskIds) throw new Error("There were too many");
    await keepReadings(own.db, family, { text, drafts, taskIds }, log);
    await keepReadings(own.db, family, { text, drafts, taskIds }, log);
    return taskIds;
  };
  const [piano] = await confirm("piano every Tuesday at 4");
  expect(await findDueReading(own.db, family, piano!)).toMatchObject({
    words: "every Tuesday at 4",
  });
  const [gym] = await confirm("gym twice a week");
  expect(await findUnreadRepetition(own.db, gym!)).toBe("twice a week");
  const [milk, vet] = await confirm("buy milk on Friday and call the vet on Monday");
  expect(await findDueReading(own.db, family, milk!)).toMatchObject({ title: "Buy milk" });
  expect(await findDueReading(own.db, family, vet!)).toMatchObject({ title: "Call the vet" });
  const { tasks } = await listTaskCards(own.db, family);
  expect(tasks.map(({ others }) => others)).toEqual([null, null, null, null]);
});
