import { setTimeout as pause } from "node:timers/promises";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { newFakeClock } from "../fake-clock.ts";
import { countCopies, isSound } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

const yearMinutes = 365 * 24 * 60;
const correctedMs = 20_000;
const heldMs = 300_000;

/**
 * The machine has no clock battery: after 20 s it has asked for the time. At full size, it then
 * starts without a network.
 */
export const clockAhead: Row = {
  name: "clock-ahead",
  fault: "the clock is a year ahead at the start, and right after 20 s, or stays ahead",
  count: 1_000,
  quickCount: 60,
  isLong: true,
  async run({ count, isQuick, installation }) {
    const { db } = installation;
    const clock = await newFakeClock(installation);
    if (!clock) return skip("faketime is not installed");
    await using twilio = await startProvider(installation, "twilio");
    const start = () => startWorker(installation, { more: clock.settings });
    const { reminderIds, taskIds, people } = await seedReminders(db, count, {
      // Over the whole year.
      scheduledAt: (index) =>
        laterBy(nowIso(), { minutes: 60 + (index * (yearMinutes - 120)) / count }),
    });
    // In the trash since yesterday.
    const trash = taskIds.slice(0, count / 10);
    await db
      .updateTable("tasks")
      .set({ deleted_at: earlierBy(nowIso(), { hours: 24 }) })
      .where("id", "in", trash)
      .execute();
    const hasBeaten = () =>
      db
        .selectFrom("instance_facts")
        .select("value")
        .where("name", "=", "last_beat")
        .executeTakeFirst();
    const first = await start();
    await until(async () => (await hasBeaten()) !== undefined);
    await first.kill();

    await clock.set(yearMinutes);
    await using second = await start();
    await pause(correctedMs);
    const early = twilio.accepted().length;
    await clock.set(0);
    // Each routine has run again by then.
    await pause(correctedMs);
    const untouched = await db
      .selectFrom("reminders")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("status", "=", "pending")
      .executeTakeFirstOrThrow();
    const inTrash = await db
      .selectFrom("tasks")
      .select("id")
      .where("deleted_at", "is not", null)
      .execute();
    const open = reminderIds.slice(trash.length);
    const due = open.slice(0, open.length / 2);
    await makeDue(db, due);
    await untilFinished(db);
    const copies = [...countCopies(twilio.accepted()).values()];
    await second.kill();

    let [merged, heldFor] = [0, 0];
    if (!isQuick) {
      await clock.set(yearMinutes);
      const before = twilio.accepted().length;
      await using _third = await start();
      heldFor = (await until(() => twilio.accepted().length > before, 2 * heldMs)) ?? 0;
      await until(() => twilio.accepted().length >= before + people.length, heldMs);
      merged = twilio.accepted().length - before;
    }
    return judge(
      {
        reminders: count,
        "sent too early": early,
        "sent on time": copies.length,
        merged,
        "held for ms": heldFor,
      },
      {
        "nothing goes out before the clock is right": early === 0,
        "nothing is used up": untouched.count === reminderIds.length,
        "nothing is purged": inTrash.length === trash.length,
        "what is due then goes out, once and as it is":
          copies.length === due.length && Math.max(...copies) === 1,
        "a clock that stays ahead is believed after 5 minutes":
          isQuick || (heldFor >= heldMs - correctedMs && merged === people.length),
        "the database is sound": await isSound(db),
      },
    );
  },
};
