import { sql } from "kysely";
import { expect, test } from "vitest";
import { exportAccount } from "#app/domain/lifecycle/export.server.ts";
import { loader } from "#app/routes/preferences/account/export.ts";
import { datedTask } from "../../support/messages/calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import { readExport } from "../../support/records/read-export.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

test("the file has a row on each line, and no blanks that only take room", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db, { Emma: "child" });
  for (const title of ['Say "hi"', "Line\nbreak\u2028", "Back\\slash"])
    await datedTask(own.db, nora, "2031-06-10T15:00", { title, description: "one\n\n  two" });
  const text = await (
    await loader(
      await routeArgs(own.db, { path: "/preferences/account/export", userId: nora.userId }),
    )
  ).text();
  const file = JSON.parse(text) as Record<string, object[]>;
  expect(text.replaceAll("\n", "")).toBe(JSON.stringify(file));
  expect(text.split("\n")).toEqual(expect.arrayContaining([`${JSON.stringify(file.tasks?.[0])},`]));
  const expected = await readExport(own.db, nora);
  expect(Object.keys(file)).toEqual(Object.keys(expected));
  expect(file.tasks).toEqual(expected.tasks);
});

test("a big household's file comes in pieces of 200 rows, and others have their turn in between", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1200)
    insert into tasks (id, household_id, user_id, title, category, created_at)
    select n, ${nora.householdId}, ${nora.userId}, 'Trash', 'Household', '2031-06-01T00:00:00.000Z' from numbers
  `.execute(own.db);
  let turns = 0;
  const rowsByTurn = new Map<number, number>();
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  for await (const piece of await exportAccount(own.db, nora)) {
    const rows = piece.split('"title":"Trash"').length - 1;
    if (rows > 0) rowsByTurn.set(turns, (rowsByTurn.get(turns) ?? 0) + rows);
  }
  clearImmediate(timer);
  expect([...rowsByTurn.values()]).toEqual(Array(6).fill(200));
});
