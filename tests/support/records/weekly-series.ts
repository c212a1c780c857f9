import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { newDatabase } from "./database.ts";
import { newFamily } from "./family.ts";
import { newSeries } from "./series.ts";

/** Creates a household with a weekly series, first due tomorrow at 7 PM. */
export async function weekly(rule = "FREQ=WEEKLY") {
  const own = newDatabase();
  const nora = await newFamily(own.db);
  const tomorrow = wallClockAt(nowIso(), nora.timeZone).add({ days: 1 }).toPlainDate();
  const due = (weeks: number) => `${tomorrow.add({ weeks }).toString()}T19:00`;
  const first = await newSeries(own.db, nora, { rule, due: due(0), now: nowIso() });
  return {
    own,
    db: own.db,
    nora,
    first,
    due,
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
}
