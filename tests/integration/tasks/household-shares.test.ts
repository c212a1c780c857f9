import { type Kysely, sql } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { findWordsBytes } from "#app/domain/people/words-bytes.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { runningSeriesQuery } from "#app/domain/series/changing/room.server.ts";
import { openTasksQuery } from "#app/domain/tasks/adding/room.server.ts";
import { action as edit } from "#app/routes/tasks/edit.tsx";
import { completeTask, deleteTask, restoreTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import {
  dataOf,
  newConnectedFamily,
  statusOf,
  waysToAdd,
} from "../../support/people/ways-to-add.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { newSeries } from "../../support/records/series.ts";
import { routeArgs } from "../../support/text/route.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const tooMany =
  "That's more than 10,000 open tasks in your household. Nothing was lost: please complete or delete some, then try again.";
const tooManySeries =
  "That's more than 500 repeating tasks in your household. Nothing was lost: please end some, then try again.";

/** As a decade leaves them. */
async function addTasks(
  db: Kysely<Database>,
  family: TestFamily,
  count: number,
  { done = false } = {},
) {
  await sql`
    with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${count})
    insert into tasks (id, household_id, user_id, title, category, is_completed, created_at)
    select ${newId()} || n, ${family.householdId}, ${family.userId}, 'Errand ' || n, 'Household', ${Number(done)},
      ${nowIso()} from counted`.execute(db);
}

const firstTask = (db: Kysely<Database>, { householdId }: TestFamily) =>
  db
    .selectFrom("tasks")
    .select("id")
    .where("household_id", "=", householdId)
    .executeTakeFirstOrThrow();

test("a household has 10,000 open tasks at most, by each way in, and what was typed is kept", async () => {
  await using own = newDatabase();
  const nora = await newConnectedFamily(own.db);
  const ways = waysToAdd(own.db, nora);
  await addTasks(own.db, nora, 9_999);
  expect(statusOf(await ways.form())).toBe(303);

  const form = await ways.form("Call the vet");
  expect([statusOf(form), dataOf(form)]).toEqual([
    429,
    { text: "Call the vet", errors: [tooMany] },
  ]);
  const confirmed = await ways.confirmed();
  expect(dataOf(confirmed)).toMatchObject({
    submission: {
      initialValue: { drafts: [{ title: "Buy milk" }] },
      error: { "drafts[0].title": [tooMany] },
    },
  });
  const tonight = await ways.tonight().catch((thrown: unknown) => thrown);
  expect(dataOf(tonight)).toMatchObject({
    why: tooMany,
    unsaved: { fields: [["firstName", "Nora"]] },
  });
  expect([await ways.text(), await ways.chat()]).toEqual([tooMany, tooMany]);
  const offline = (await ways.offline()) as Response;
  expect(await offline.json()).toMatchObject({ status: "refused", reason: tooMany });
  expect(statusOf(await ways.call())).toBe(200);

  const { id } = await firstTask(own.db, nora);
  await completeTask(own.db, nora, id);
  expect(statusOf(await ways.form())).toBe(303);
  const other = waysToAdd(own.db, await newFamily(own.db));
  expect(statusOf(await other.form())).toBe(303);
});

test("a full household takes back what it deleted, and its series go on", async () => {
  await using own = newDatabase();
  const nora = await newConnectedFamily(own.db);
  const first = await newSeries(own.db, nora, {
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now: nowIso(),
  });
  await addTasks(own.db, nora, 10_000);
  await deleteTask(own.db, nora, first);
  expect(await restoreTask(own.db, nora, first)).toBe(true);
  expect(await completeTask(own.db, nora, first)).toBe(true);
  const open = await openTasksQuery(own.db, [nora.householdId]).executeTakeFirst();
  expect(open?.open).toBe(10_001);
});

test.skipIf(skippedOnPostgres.sql)(
  "a household has 500 tasks that repeat at most, and others still come in",
  async () => {
    await using own = newDatabase();
    const nora = await newConnectedFamily(own.db);
    const { form, text } = waysToAdd(own.db, nora);
    for (let count = 0; count < 500; count += 1)
      await newSeries(own.db, nora, {
        rule: "FREQ=WEEKLY",
        due: "2027-06-01T07:00",
        now: nowIso(),
      });
    const refused = await form("Water the plants every Monday");
    expect([statusOf(refused), dataOf(refused)]).toMatchObject([429, { errors: [tooManySeries] }]);
    expect(statusOf(await form())).toBe(303);
    expect(await text()).toContain("Buy milk");
    await own.db.updateTable("series").set({ ended_at: nowIso() }).limit(1).execute();
    expect(statusOf(await form("Water the plants every Monday"))).toBe(303);
  },
);

test("a household has 200 MB of words at most, and the words are counted as tasks come, change and go", async () => {
  await using own = newDatabase();
  const nora = await newConnectedFamily(own.db);
  const { form } = waysToAdd(own.db, nora);
  const [bytes, title] = [() => findWordsBytes(own.db, nora.householdId), "Größe"];
  const row = {
    id: newId(),
    household_id: nora.householdId,
    user_id: nora.userId,
    category: "Kids" as const,
  };
  await own.db
    .insertInto("tasks")
    .values({ ...row, title, description: "abc", created_at: nowIso() })
    .execute();
  expect(await bytes()).toBe(10);
  await own.db.updateTable("tasks").set({ title: "Size", description: null }).execute();
  expect(await bytes()).toBe(4);
  const other = await newFamily(own.db);
  await own.db.updateTable("tasks").set({ household_id: other.householdId }).execute();
  expect([await bytes(), await findWordsBytes(own.db, other.householdId)]).toEqual([0, 4]);
  await own.db.deleteFrom("tasks").execute();
  expect(await findWordsBytes(own.db, other.householdId)).toBe(0);

  await own.db.updateTable("households").set({ words_bytes: 200_000_000 }).execute();
  const refused = await form("Call the vet");
  expect([statusOf(refused), dataOf(refused)]).toMatchObject([
    429,
    { text: "Call the vet", errors: [expect.stringMatching(/^That's more than 200 MB of words/)] },
  ]);
});

test("an edit lengthens no words beyond 200 MB, keeps what was typed, and may shorten them", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const [one, series] = [
    await addTask("one"),
    await newSeries(own.db, nora, { rule: "FREQ=WEEKLY", due: "2031-06-10T15:00", now: nowIso() }),
  ];
  const bytes = 200_000_000 - 100;
  await own.db.updateTable("households").set({ words_bytes: bytes }).execute();
  for (const [id, scope] of [
    [one, "one"],
    [series, "following"],
  ] as const) {
    const longer = await save(id, scope, "a".repeat(2_000));
    expect([statusOf(longer), dataOf(longer)]).toMatchObject([
      400,
      {
        submission: {
          initialValue: { description: "a".repeat(2_000) },
          error: {
            description: [
              expect.stringMatching(/^That's more than 200 MB of words.*Nothing was lost/),
            ],
          },
        },
      },
    ]);
    expect(await findWordsBytes(own.db, nora.householdId)).toBe(bytes);
  }
  expect(statusOf(await save(one, "one", "Rex"))).toBe(303);
  await own.db.updateTable("households").set({ words_bytes: 300_000_000 }).execute();
  expect(statusOf(await save(one, "one", ""))).toBe(303);

  async function addTask(title: string) {
    await addTasks(own.db, nora, 1);
    const { id } = await firstTask(own.db, nora);
    await own.db.updateTable("tasks").set({ title }).where("id", "=", id).execute();
    return id;
  }

  async function save(id: string, scope: string, description: string) {
    const { title, version, due_local } = await own.db
      .selectFrom("tasks")
      .select(["title", "version", "due_local"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const fields = {
      title,
      category: "Household",
      description,
      dueDate: due_local ?? "",
      version: `${version}`,
      scope,
    };
    return edit(
      await routeArgs(own.db, {
        path: `/tasks/${id}/edit`,
        userId: nora.userId,
        params: { id },
        fields,
      }),
    );
  }
});

test("a family of 20,000 tasks over ten years meets no share", async () => {
  await using own = newDatabase();
  const nora = await newConnectedFamily(own.db);
  await addTasks(own.db, nora, 19_800, { done: true });
  await addTasks(own.db, nora, 200);
  const { form, confirmed, text } = waysToAdd(own.db, nora);
  expect([statusOf(await form()), statusOf(await confirmed())]).toEqual([303, 303]);
  expect(statusOf(await form("Water the plants every Monday"))).toBe(303);
  expect(await text()).toContain("Buy milk");
});

test.skipIf(skippedOnPostgres.plans)("shares are counted by indexes", async () => {
  await using own = newDatabase();
  const planOf = async (
    query: ReturnType<typeof openTasksQuery> | ReturnType<typeof runningSeriesQuery>,
  ) =>
    (await query.explain<{ detail: string }>(undefined, sql`query plan`))
      .map(({ detail }) => detail)
      .join("; ");
  expect(await planOf(openTasksQuery(own.db, ["one"]))).toContain(
    "SEARCH tasks USING INDEX tasks_of_household (household_id=? AND is_completed=?)",
  );
  const series = await planOf(runningSeriesQuery(own.db, ["one"]));
  expect(series).toContain("series_of_household");
  expect(series).toContain("series_occurrences_one_open");
});
