import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  findImport,
  listImports,
  startImport,
  undoImport,
} from "#app/domain/imports/imports.server.ts";
import { purgePreviews } from "#app/domain/imports/purge.server.ts";
import { runImports } from "#app/domain/imports/run-imports.server.ts";
import { forgetChangesOfPurged } from "#app/domain/imports/take-changes.server.ts";
import { takeFile } from "#app/domain/imports/take-file.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { exportAccount } from "#app/domain/lifecycle/export.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { completeTask, deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { moveOut } from "#app/domain/lifecycle/move-household.server.ts";
import type { Database } from "#db/schema.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, newPartner } from "../../support/records/family.ts";

type Person = { userId: string; householdId: string };

const take = (db: Kysely<Database>, person: Person, titles: readonly string[]) =>
  takeContent(db, person, ["TYPE,CONTENT", ...titles.map((title) => `task,${title}`)].join("\n"));

async function takeContent(db: Kysely<Database>, person: Person, content: string) {
  const path = join(mkdtempSync(join(tmpdir(), "mila-import-")), "tasks.csv");
  writeFileSync(path, content);
  const viewer = { ...person, timeZone: "UTC" };
  const taken = await takeFile(db, viewer, { path, fileName: "tasks.csv" });
  if ("refused" in taken) throw new Error(taken.refused);
  return taken.id;
}

const countTasks = async (db: Kysely<Database>) =>
  (await db.selectFrom("tasks").select("id").execute()).length;

test("nobody else in the household sees an import, or starts it", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const sam = await newPartner(own.db, nora);
  const id = await take(own.db, nora, ["A secret present"]);
  expect(await findImport(own.db, sam, id)).toBeNull();
  expect(await listImports(own.db, { ...sam, timeZone: "UTC" })).toEqual([]);
  expect(await startImport(own.db, sam, id, { people: [] })).toBeNull();
  await runImports(own.db);
  expect(await countTasks(own.db)).toBe(0);
});

const leave = (db: Kysely<Database>, { userId, householdId }: Person) =>
  db
    .transaction()
    .execute((trx) => moveOut(trx, { userId, from: householdId, by: null }, undefined, nowIso()));

const openTitles = async (db: Kysely<Database>, householdId: string) => {
  const rows = await db
    .selectFrom("tasks")
    .select("title")
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .orderBy("title")
    .execute();
  return rows.map(({ title }) => title);
};

const stateOf = async (db: Kysely<Database>, id: string) =>
  (
    await db
      .selectFrom("imports")
      .select(["state", "stopped_because"])
      .where("id", "=", id)
      .executeTakeFirst()
  )?.state;

const countOf = async (db: Kysely<Database>, householdId: string) =>
  (await openTitles(db, householdId)).length;

/**
 * Ends between two turns of the worker, which takes half a second for each: some batches, by this
 * clock.
 */
async function runHalf(db: Kysely<Database>, householdId: string): Promise<void> {
  let at = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (at += 20));
  await runImports(db).finally(() => clock.mockRestore());
  const count = await countOf(db, householdId);
  if (count <= 1 || count >= many.length) throw new Error(`${count} tasks are not half`);
}

async function runToEnd(db: Kysely<Database>, id: string): Promise<void> {
  while (["running", "undoing"].includes((await stateOf(db, id)) ?? "")) await runImports(db);
}

const many = Array.from({ length: 600 }, (_, index) => `Chore ${index}`);

test.for(["leaves", "deletes the account"] as const)(
  "nothing stays half done in a household whose importer %s",
  async (how) => {
    await using own = newDatabase();
    const nora = await newFamily(own.db);
    const sam = await newPartner(own.db, nora);
    await addTask(own.db, nora, { text: "Fix the bike" });
    const id = await take(own.db, sam, many);
    await startImport(own.db, sam, id, { people: [] });
    await runHalf(own.db, nora.householdId);
    const [first] = await own.db
      .selectFrom("tasks")
      .select("id")
      .where("title", "=", "Chore 3")
      .execute();
    await completeTask(own.db, nora, first!.id);
    if (how === "leaves") await leave(own.db, sam);
    else await deleteAccount(own.db, sam.userId);
    await runToEnd(own.db, id);
    expect(await openTitles(own.db, nora.householdId)).toEqual(["Chore 3", "Fix the bike"]);
    expect(await stateOf(own.db, id)).toBe("undone");
    if (how === "deletes the account") return;
    const { householdId } = await getMembership(own.db, sam.userId);
    expect(await openTitles(own.db, householdId)).toEqual([]);
    const there = { userId: sam.userId, householdId };
    expect(await findImport(own.db, there, id)).toMatchObject({
      state: "elsewhere",
      words:
        "You left the household before the import was done, so what it had added was taken back.",
    });
    expect(await listImports(own.db, { ...there, timeZone: "UTC" })).toMatchObject([
      { id, state: "undone" },
    ]);
  },
);

test("an undo that its account leaves under way goes on to the end", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const sam = await newPartner(own.db, nora);
  const id = await take(own.db, sam, many);
  await startImport(own.db, sam, id, { people: [] });
  await runToEnd(own.db, id);
  await undoImport(own.db, sam, id);
  await runHalf(own.db, nora.householdId);
  await leave(own.db, sam);
  await runToEnd(own.db, id);
  expect(await openTitles(own.db, nora.householdId)).toEqual([]);
  expect(await stateOf(own.db, id)).toBe("undone");
});

const sheet = [
  "Title,Notes,Category,Due date,Who,About",
  ...many.map((title) => `${title},,Kids,,Emi,Emi`),
].join("\n");

const idOf = async (db: Kysely<Database>, householdId: string, name: string) =>
  (
    await db
      .selectFrom("people")
      .select("id")
      .where("household_id", "=", householdId)
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).id;

const countOfEmma = async (db: Kysely<Database>, householdId: string, id: string) => {
  const rows = await db
    .selectFrom("tasks")
    .select("id")
    .where("household_id", "=", householdId)
    .where("assignee_id", "=", id)
    .where("about_id", "=", id)
    .execute();
  return rows.length;
};

async function startHalf(db: Kysely<Database>, sam: Person) {
  const emma = await idOf(db, sam.householdId, "Emma");
  const id = await takeContent(db, sam, sheet);
  await startImport(db, sam, id, { people: [{ name: "Emi", person: emma }] });
  await runHalf(db, sam.householdId);
  return { id, emma };
}

test("an import under way goes on in the household that its own one joins, with its people", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db, { Emma: "child" });
  const sam = await newFamily(own.db, { Emma: "child" });
  const { id } = await startHalf(own.db, sam);
  const email = `${sam.userId}@example.com`;
  const linkKey = "k".repeat(43);
  const token = linkToken(linkKey, "invitation", await newInvitation(own.db, nora, email));
  const there = await idOf(own.db, nora.householdId, "Emma");
  const incomingId = await idOf(own.db, sam.householdId, "Emma");
  const answers = [{ incomingId, presentId: there }];
  expect(await acceptInvitation(own.db, sam.userId, { linkKey, token, answers })).toBe("joined");
  await runToEnd(own.db, id);
  expect(await countOfEmma(own.db, nora.householdId, there)).toBe(many.length);
  const viewer = { userId: sam.userId, householdId: nora.householdId };
  expect(await findImport(own.db, viewer, id)).toMatchObject({
    state: "done",
    counts: { added: many.length },
  });
});

test("somebody who is removed while an import is under way gets no turns from it", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db, { Emma: "child", Otto: "child" });
  await addTask(own.db, nora, { text: "trash every Tuesday at 7pm: Emma and Otto in turns" });
  const pieces: string[] = [];
  for await (const piece of await exportAccount(own.db, nora)) pieces.push(piece);
  const sam = await newFamily(own.db, { Emma: "child", Otto: "child" });
  const id = await takeContent(own.db, sam, pieces.join(""));
  const [emma, otto] = [
    await idOf(own.db, sam.householdId, "Emma"),
    await idOf(own.db, sam.householdId, "Otto"),
  ];
  const people = [
    { name: "Emma", person: emma },
    { name: "Otto", person: otto },
  ];
  await startImport(own.db, sam, id, { people });
  expect(await removeFamilyMember(own.db, sam, emma)).toBe(true);
  await runToEnd(own.db, id);
  const turns = await own.db
    .selectFrom("series_turn_people as turn")
    .innerJoin("series", "series.id", "turn.series_id")
    .select("turn.person_id")
    .where("series.household_id", "=", sam.householdId)
    .execute();
  expect(turns).toEqual([{ person_id: otto }]);
});

test("a preview in a household that its account has left says so, and starts nothing", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const sam = await newPartner(own.db, nora);
  const id = await take(own.db, sam, ["Mow"]);
  await leave(own.db, sam);
  const { householdId } = await getMembership(own.db, sam.userId);
  const there = { userId: sam.userId, householdId };
  expect(await findImport(own.db, there, id)).toMatchObject({
    state: "elsewhere",
    words: "You chose it in a household that you have left. Nothing was imported.",
  });
  expect(await startImport(own.db, there, id, { people: [] })).toBeNull();
  await runImports(own.db);
  expect(await countTasks(own.db)).toBe(0);
});

test("a preview is forgotten after a day, and the next one replaces it at once", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await take(own.db, nora, ["Mow"]);
  const second = await take(own.db, nora, ["Paint"]);
  const ids = async () =>
    (await own.db.selectFrom("imports").select("id").execute()).map(({ id }) => id);
  expect(await ids()).toEqual([second]);
  await purgePreviews(own.db, laterBy(nowIso(), { hours: 23 }));
  expect(await ids()).toEqual([second]);
  await purgePreviews(own.db, laterBy(nowIso(), { hours: 25 }));
  expect(await ids()).toEqual([]);
  expect(await own.db.selectFrom("import_rows").selectAll().execute()).toEqual([]);
});

test("an hour takes 20 files, and the next one is refused", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  for (let count = 0; count < 20; count += 1) await take(own.db, nora, ["Mow"]);
  await expect(take(own.db, nora, ["Mow"])).rejects.toThrow("Please try again later.");
});

test("no words stay with an import once they are in tasks", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const id = await take(own.db, nora, ["Mow the lawn"]);
  await startImport(own.db, nora, id, { people: [] });
  await runImports(own.db);
  expect(await countTasks(own.db)).toBe(1);
  const rows = await own.db.selectFrom("import_rows").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("Mow");
});

const oneTodo = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", ...lines, "END:VTODO", "END:VCALENDAR"].join("\r\n");

test("a task's state before a file changed it is forgotten with the task", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  for (const summary of ["A secret", "A surprise"]) {
    const id = await takeContent(own.db, nora, oneTodo(`SUMMARY:${summary}`));
    await startImport(own.db, nora, id, { people: [], takesChanges: "on" });
    await runToEnd(own.db, id);
  }
  expect(await openTitles(own.db, nora.householdId)).toEqual(["A surprise"]);
  const contents = async () =>
    JSON.stringify(await own.db.selectFrom("import_rows").select("content").execute());
  expect(await contents()).toContain("A secret");
  const { id } = await own.db.selectFrom("tasks").select("id").executeTakeFirstOrThrow();
  await deleteTask(own.db, nora, id);
  await forgetChangesOfPurged(own.db, laterBy(nowIso(), { hours: 24 * 29 }));
  expect(await contents()).toContain("A secret");
  await forgetChangesOfPurged(own.db, laterBy(nowIso(), { hours: 24 * 31 }));
  expect(await contents()).not.toContain("A secret");
});

test("a changed series that has gone on to another date is taken back", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2041-06-12T16:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const daily = ["DUE:20410613T100000Z", "RRULE:FREQ=DAILY"];
  let last = "";
  for (const summary of ["Feed the cat", "Feed the dog"]) {
    vi.setSystemTime(laterBy(nowIso(), { minutes: 1 }));
    last = await takeContent(own.db, nora, oneTodo(`SUMMARY:${summary}`, ...daily));
    await startImport(own.db, nora, last, { people: [], takesChanges: "on" });
    await runToEnd(own.db, last);
  }
  expect(new Set(await openTitles(own.db, nora.householdId))).toEqual(new Set(["Feed the dog"]));
  vi.setSystemTime(laterBy(nowIso(), { hours: 72 }));
  await tickSeries(own.db, nowIso);
  await undoImport(own.db, nora, last);
  await runToEnd(own.db, last);
  expect(new Set(await openTitles(own.db, nora.householdId))).toEqual(new Set(["Feed the cat"]));
});
