import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { oldInstallation } from "../../support/records/old-database.ts";

test("occurrences from before keep the UIDs that calendar programs have, and of several with one the first", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const { rows } = await sql<{ id: string; series_id: string; counts_from: string }>`
    select tasks.id, series_id, counts_from from series_occurrences
    join series on series.id = series_id join tasks on tasks.id = task_id
    where series_occurrences.state = 'open' order by series_id
  `.execute(db);
  const due = rows.find(({ counts_from }) => counts_from === "due")!;
  const { rows: others } = await sql<{ id: string }>`
    select id from tasks where id not in (select task_id from series_occurrences where task_id is not null) limit 2
  `.execute(db);
  const ids = [due.id, ...others.map(({ id }) => id)];
  await sql`delete from series_occurrences where series_id = ${due.series_id}`.execute(db);
  for (const [index, id] of ids.entries())
    await sql`
      insert into series_occurrences (series_id, household_id, number, occurs_on, task_id, task_version, state)
      select id, household_id, ${index + 1}, ${index === 2 ? "2041-05-11" : "2041-05-04"}, ${id}, 1,
        ${index === 2 ? "open" : "done"}
      from series where id = ${due.series_id}
    `.execute(db);
  const { series_id: fromDone, id: doneTask } = rows.find(
    ({ series_id }) => series_id !== due.series_id,
  )!;
  await sql`update series set counts_from = 'done' where id = ${fromDone}`.execute(db);
  await migrateToLatest(db);
  const uidOf = async (taskId: string) => {
    const found = db.selectFrom("series_occurrences").select("uid").where("task_id", "=", taskId);
    return (await found.executeTakeFirst())?.uid;
  };
  expect(await Promise.all(ids.map(uidOf))).toEqual([
    `${due.series_id}-2041-05-04`,
    ids[1],
    `${due.series_id}-2041-05-11`,
  ]);
  expect(await uidOf(doneTask)).toBe(doneTask);
});
