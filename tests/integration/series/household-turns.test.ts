import { expect, test } from "vitest";
import { laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { newSeries } from "../../support/records/series.ts";

test("a household's series goes on among the first, however many of another's were missed before", async () => {
  await using own = newDatabase();
  const [many, one] = [await newFamily(own.db), await newFamily(own.db)];
  const tomorrow = wallClockAt(nowIso(), many.timeZone).add({ days: 1 }).toPlainDate().toString();
  const add = (family: typeof many, time: string) =>
    newSeries(own.db, family, { rule: "FREQ=DAILY", due: `${tomorrow}T${time}`, now: nowIso() });
  for (let index = 0; index < 120; index += 1) await add(many, "07:00");
  await add(one, "08:00");
  const queries = await captureQueries(own.db, (db) =>
    tickSeries(db, () => laterBy(nowIso(), { hours: 3 * 24 })),
  );
  const { id } = await own.db
    .selectFrom("series")
    .select("id")
    .where("household_id", "=", one.householdId)
    .executeTakeFirstOrThrow();
  const missed = queries.filter(
    ({ sql, parameters }) =>
      sql.startsWith('update "series_occurrences" set "state"') && parameters.includes("missed"),
  );
  expect(missed).toHaveLength(121);
  expect(missed.findIndex(({ parameters }) => parameters.includes(id))).toBeLessThan(50);
});
