import { expect, test } from "vitest";
import { newDatabase } from "../../support/records/database.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test.skipIf(skippedOnPostgres.plans)(
  "states are part of a statement; everything else is bound",
  async () => {
    await using database = newDatabase();
    const { sql, parameters } = database.db
      .updateTable("tasks")
      .set({ is_completed: 1, title: "Buy ink" })
      .where("is_completed", "=", 0)
      .where("title", "=", "Buy 'ink'")
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("delegations")
            .select("id")
            .where("state", "in", ["pending", "accepted"])
            .where("id", "=", "1"),
        ),
      )
      .compile();
    expect(sql.slice(sql.indexOf("where"))).toBe(
      `where "is_completed" = 0 and "title" = ? and exists (select "id" from "delegations" ` +
        `where "state" in ('pending', 'accepted') and "id" = ?)`,
    );
    expect(parameters).toEqual([1, "Buy ink", "Buy 'ink'", "1"]);
  },
);

test("a state is quoted", async () => {
  await using database = newDatabase();
  const state = "it's" as "pending";
  expect(
    await database.db.selectFrom("delegations").select("id").where("state", "=", state).execute(),
  ).toEqual([]);
});

test.skipIf(skippedOnPostgres.plans)("a limit is part of a statement", async () => {
  await using database = newDatabase();
  const { sql, parameters } = database.db
    .selectFrom("tasks")
    .select("id")
    .where("id", "=", "1")
    .limit(2)
    .compile();
  expect(sql).toMatch(/"id" = \? limit 2$/);
  expect(parameters).toEqual(["1"]);
});
