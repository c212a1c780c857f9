import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import {
  indexEverythingLater,
  indexTasks,
  indexWaiting,
} from "#app/domain/search/index-tasks.server.ts";
import {
  addFamilyMember,
  removeFamilyMember,
} from "#app/domain/people/family/change-family.server.ts";
import { mergePeople, renamePerson } from "#app/domain/people/own-person.server.ts";
import { searchTasks } from "#app/domain/search/search-tasks.server.ts";
import { purgeDeletedTasks } from "#app/domain/tasks/changing/purge.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  restoreTask,
} from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const linkKey = "k".repeat(43);

async function search(db: Kysely<Database>, family: TestFamily, text: string) {
  const found = await searchTasks(db, family, text, nowIso());
  const titles = (tasks: { title: string }[] = []) => tasks.map(({ title }) => title);
  return {
    open: titles(found?.open),
    done: titles(found?.done),
    deleted: titles(found?.deleted),
    isGuess: found?.isGuess ?? false,
  };
}

const nothing = { open: [], done: [], deleted: [], isGuess: false };

async function familyWith(db: Kysely<Database>, texts: string[]) {
  const family = await newFamily(db, { Otto: "partner", Emma: "child" });
  const ids: string[] = [];
  for (const text of texts) ids.push((await addTask(db, family, { text })).id);
  return { family, ids };
}

test.each([
  ["dentist", ["Dentist for Emma"]],
  ["FOR dent", ["Dentist for Emma"]],
  ["dentits", ["Dentist for Emma"]],
  ["for dentst", ["Dentist for Emma"]],
  ["creme", ["Buy crème fraîche"]],
  ["emma's", ["Emma's 20.04 form"]],
  ["20.04", ["Emma's 20.04 form"]],
  ['"form" 50%', []],
  ["fraîche NEAR buy", []],
  ["buy OR dentist", []],
  // The word's last letter is written in another way than within it.
  [
    "\u03bf\u03b4\u03bf\u03c2",
    ["\u039f\u03b4\u03bf\u03c3\u03ae\u03bc\u03b1\u03bd\u03c3\u03b7", "\u039f\u03b4\u03cc\u03c2"],
  ],
])("“%s” finds %j", async (text, titles) => {
  await using own = newDatabase();
  const { db } = own;
  const { family } = await familyWith(db, [
    "Dentist for Emma",
    "Buy crème fraîche",
    "Emma's 20.04 form",
    "\u039f\u03b4\u03cc\u03c2",
    "\u039f\u03b4\u03bf\u03c3\u03ae\u03bc\u03b1\u03bd\u03c3\u03b7",
  ]);
  expect((await search(db, family, text)).open).toEqual(titles);
});

test("a text without a word finds nothing and says so", async () => {
  await using own = newDatabase();
  const { family } = await familyWith(own.db, ["Call the vet"]);
  for (const text of ["", "…", "\"'", "*"])
    expect(await searchTasks(own.db, family, text, nowIso())).toBeNull();
});

test("a slip is forgiven only if nothing is written just so", async () => {
  await using own = newDatabase();
  const { family } = await familyWith(own.db, ["Book the train", "Brook trout for dinner"]);
  expect(await search(own.db, family, "book")).toMatchObject({
    open: ["Book the train"],
    isGuess: false,
  });
  expect(await search(own.db, family, "trian")).toMatchObject({
    open: ["Book the train"],
    isGuess: true,
  });
});

test("a task is found by its present words, and as open, done or deleted", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { family, ids } = await familyWith(db, ["Call the vet"]);
  const [id = ""] = ids;
  const edit = {
    title: "Call the doctor",
    description: "About the cough",
    category: "Household",
    version: 1,
  } as const;
  await editTask(db, family, id, edit, family.timeZone);
  expect(await search(db, family, "vet")).toEqual(nothing);
  expect((await search(db, family, "cough doctor")).open).toEqual(["Call the doctor"]);
  await completeTask(db, family, id);
  expect(await search(db, family, "doctor")).toMatchObject({ open: [], done: ["Call the doctor"] });
  await deleteTask(db, family, id);
  expect(await search(db, family, "doctor")).toMatchObject({ deleted: ["Call the doctor"] });
  await restoreTask(db, family, id);
  expect(await search(db, family, "doctor")).toMatchObject({ done: ["Call the doctor"] });
});

test("nobody finds another household's tasks", async () => {
  await using own = newDatabase();
  const { db } = own;
  await familyWith(db, ["Call the vet"]);
  expect(await search(db, await newFamily(db), "vet")).toEqual(nothing);
});

test("tasks are found by their person's present name, also after two entries are merged", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { family, ids } = await familyWith(db, ["Oil change"]);
  const people = await db
    .selectFrom("people")
    .selectAll()
    .where("household_id", "=", family.householdId)
    .execute();
  const [otto, emma] = ["Otto", "Emma"].map((name) => people.find((one) => one.name === name)!);
  const draft = { title: "Oil change", category: "Household", version: 1 } as const;
  await editTask(db, family, ids[0]!, { ...draft, assignee: "Otto" }, family.timeZone);
  expect((await search(db, family, "otto oil")).open).toEqual(["Oil change"]);
  await db.transaction().execute((trx) => renamePerson(trx, otto!, "Opa", nowIso()));
  expect(await search(db, family, "otto")).toEqual(nothing);
  expect((await search(db, family, "opa")).open).toEqual(["Oil change"]);
  await db.transaction().execute((trx) => mergePeople(trx, otto!.id, emma!.id, nowIso()));
  expect((await search(db, family, "emma change")).open).toEqual(["Oil change"]);
});

test("a task is found by its person also once they have left, and names two alike apart", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { family, ids } = await familyWith(db, ["Call the vet", "Piano lesson"]);
  const facts = { name: "Otto", relation: "sibling", phone: null, email: null } as const;
  await addFamilyMember(db, family, facts);
  const give = (id: string, assignee: string) =>
    editTask(db, family, id, { title: "Otto's", category: "Kids", assignee, version: 1 }, "UTC");
  await give(ids[0]!, "Otto (partner)");
  await give(ids[1]!, "Otto (sibling)");
  const found = async () =>
    (await searchTasks(db, family, "otto", nowIso()))!.open.map(({ assignee }) => assignee);
  expect((await found()).toSorted()).toEqual(["Otto (partner)", "Otto (sibling)"]);
  const { id: sibling } = await db
    .selectFrom("people")
    .select("id")
    .where("relation", "=", "sibling")
    .executeTakeFirstOrThrow();
  await removeFamilyMember(db, family, sibling);
  const tasks = await db.updateTable("tasks").set({ title: "Piano" }).returning("id").execute();
  await db.transaction().execute((trx) => indexTasks(trx, { taskIds: tasks.map(({ id }) => id) }));
  expect(await found()).toHaveLength(2);
});

test("later dates of a series are not found, and each done title is listed once", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { family } = await familyWith(db, ["Trash every Tuesday at 7pm"]);
  for (let week = 0; week < 3; week += 1) {
    const { id } = await db
      .selectFrom("tasks")
      .select("id")
      .where("is_completed", "=", 0)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    await completeTask(db, family, id);
  }
  const found = await searchTasks(db, family, "trash", nowIso());
  expect(found).toMatchObject({
    open: [{ title: "Trash", times: 1 }],
    done: [{ title: "Trash", times: 3 }],
  });
});

test.skipIf(skippedOnPostgres.file)(
  "the words of a purged task are gone from the file",
  async () => {
    await using own = newDatabase();
    const { db } = own;
    const { family, ids } = await familyWith(db, ["Ask about the xylophone", "Call the vet"]);
    await deleteTask(db, family, ids[0]!);
    const inAMonth = new Date(Date.now() + 31 * 86_400_000).toISOString();
    await purgeDeletedTasks(db, inAMonth);
    expect(await search(db, family, "xylophone")).toEqual(nothing);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    const file = readFileSync(own.file, "latin1");
    expect(file).toContain("vet");
    expect(file).not.toMatch(/xylophon|ylophone/i);
  },
);

test("a family that moves in brings its tasks, which are found within a second", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, zoe] = [await newFamily(db), (await familyWith(db, ["Feed the hamster"])).family];
  const id = await newInvitation(db, nora, `${zoe.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", id);
  expect(await acceptInvitation(db, zoe.userId, { linkKey, token })).toBe("joined");
  await indexWaiting(db);
  expect((await search(db, nora, "hamster")).open).toEqual(["Feed the hamster"]);
  expect(await db.selectFrom("households_to_index").selectAll().execute()).toEqual([]);
});

test("the worker indexes what was there before the index, and after a restore", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { family } = await familyWith(db, ["Feed the hamster"]);
  await db.deleteFrom("search_entries").execute();
  expect((await search(db, family, "hamster")).open).toEqual([]);
  await db.transaction().execute((trx) => indexEverythingLater(trx, nowIso()));
  await indexWaiting(db);
  expect((await search(db, family, "hamster")).open).toEqual(["Feed the hamster"]);
});
