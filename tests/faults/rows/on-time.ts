import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { measureArrivals } from "../lateness.ts";
import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { usePush } from "../push-devices.ts";
import { seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

const aSecond = 100;
const headStartSeconds = 5;

export const onTime: Row = {
  name: "on-time",
  fault: "nothing is wrong: 100 reminders a second for a minute, by five channels",
  count: 60 * aSecond,
  quickCount: 2 * aSecond,
  isAlone: true,
  async run({ count, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await using postmark = await startProvider(installation, "postmark");
    await using push = await startProvider(installation, "push");
    await using ntfy = await startProvider(installation, "ntfy");
    await using telegram = await startProvider(installation, "telegram");
    await using _worker = await startWorker(installation);
    const startsAt = laterBy(nowIso(), { seconds: headStartSeconds });
    const { people } = await seedReminders(db, count, {
      isByEmail: (person) => person % 5 === 1,
      chosenChannel: (person) => (person % 5 === 3 ? "ntfy" : person % 5 === 4 ? "telegram" : null),
      scheduledAt: (index) =>
        new Date(Date.parse(startsAt) + (index * 1_000) / aSecond).toISOString(),
    });
    await usePush(
      db,
      people.filter((_, person) => person % 5 === 2),
      push.settings,
    );
    const lastAt = Date.parse(startsAt) + (count * 1_000) / aSecond;
    await until(() => Date.now() > lastAt);
    await untilFinished(db);
    const accepted = [twilio, postmark, push, ntfy, telegram].flatMap((provider) =>
      provider.accepted(),
    );
    const { lost, extra, sent } = await readOutcome(db, accepted);
    const late = await measureArrivals(db, accepted);
    const lateBy = (share: number) =>
      late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? Infinity;
    return judge(
      { messages: count, lost, extra, "late p50 (ms)": lateBy(0.5), "late p99 (ms)": lateBy(0.99) },
      {
        "nothing is lost": lost === 0 && sent === count && late.length === count,
        "no extra copy": extra === 0,
        "nothing is early": (late[0] ?? 0) >= 0,
      },
      { "99 of 100 arrive within 2 s": lateBy(0.99) <= 2_000 },
    );
  },
};
