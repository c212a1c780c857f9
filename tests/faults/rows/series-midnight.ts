import { addDailySeries, countOpenOn, instantAt, readReminded, setClock } from "../daily-series.ts";
import { newFakeClock } from "../fake-clock.ts";
import { isUnfinished } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { judge, type Row, skip } from "../row.ts";
import { until } from "../waiting.ts";

const people = 100;

export const seriesMidnight: Row = {
  name: "series-midnight",
  fault: "daily series due at 00:01 go on at midnight, none ticked off",
  count: 10_000,
  quickCount: 200,
  isAlone: true,
  isLong: true,
  async run({ count, installation }) {
    const { db, settings } = installation;
    const clock = await newFakeClock(installation);
    if (!clock) return skip("faketime is not installed");
    for (const limit of ["TEXTS_A_DAY", "TEXTS_A_DAY_A_HOUSEHOLD"]) settings[limit] = String(count);
    await using _twilio = await startProvider(installation, "twilio");
    await setClock(clock, 0, "23:58");
    await addDailySeries(db, { people, each: count / people, time: "00:01" });
    await using _worker = await startWorker(installation, { more: clock.settings });
    // Their dates ahead are planned before midnight, as they would have been right after the
    // reminder before.
    await until(
      async () =>
        (
          await db
            .selectFrom("series")
            .select("id")
            .where("plans_at", "is", null)
            .limit(1)
            .execute()
        ).length === 0,
    );
    await setClock(clock, 0, "23:59");
    await until(async () => (await countOpenOn(db, 1)) > 0);
    const startedAt = performance.now();
    await until(async () => (await countOpenOn(db, 1)) === count);
    const openedAfter = (performance.now() - startedAt) / 1_000;
    await until(
      async () =>
        (await readReminded(db, 1)).count === count &&
        !(await isUnfinished(db, instantAt(1, "00:10"))),
    );
    const { count: reminded, extra, sent, merged } = await readReminded(db, 1);
    return judge(
      {
        series: count,
        reminded,
        extra,
        sent,
        merged,
        "last opened after (s)": Math.round(openedAfter * 10) / 10,
      },
      { "none is lost": sent + merged === count, "no extra copy": extra === 0 },
      { "the last one is opened within 60 s": openedAfter <= 60 },
    );
  },
};
