import { addDailySeries, readReminded, setClock } from "../daily-series.ts";
import { newFakeClock } from "../fake-clock.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { judge, type Row, skip } from "../row.ts";
import { until } from "../waiting.ts";

/** Half of the machines are switched off, the other half fall asleep. */
export const seriesOff: Row = {
  name: "series-off",
  fault: "off or asleep from 23:50 to 07:05, with daily series that nobody ticks off",
  count: 40,
  async run({ count, installation }) {
    const { db } = installation;
    const clock = await newFakeClock(installation);
    if (!clock) return skip("faketime is not installed");
    await using _twilio = await startProvider(installation, "twilio");
    await setClock(clock, 0, "23:49");
    await addDailySeries(db, { people: count, each: 1, time: "07:00" });
    const start = () => startWorker(installation, { more: clock.settings });
    const hasReminded = (day: number) =>
      until(async () => (await readReminded(db, day)).sent >= count);
    await using first = await start();
    await until(async () => (await countPlanned(installation)) === count);
    await first.stop();
    await setClock(clock, 1, "07:05");
    await using second = await start();
    await hasReminded(1);
    await setClock(clock, 1, "22:05");
    await until(async () => (await countPlanned(installation)) === count);
    process.kill(second.pid, "SIGSTOP");
    await setClock(clock, 2, "07:05");
    process.kill(second.pid, "SIGCONT");
    await hasReminded(2);
    const [off, asleep] = [await readReminded(db, 1), await readReminded(db, 2)];
    return judge(
      {
        series: count,
        "sent after off": off.sent,
        "sent after sleep": asleep.sent,
        extra: off.extra + asleep.extra,
      },
      {
        "each is sent as it is, five minutes late": off.sent === count && asleep.sent === count,
        "no extra copy": off.extra + asleep.extra === 0,
      },
    );
  },
};

async function countPlanned({ db }: Parameters<Row["run"]>[0]["installation"]): Promise<number> {
  const { count } = await db
    .selectFrom("reminders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return count;
}
