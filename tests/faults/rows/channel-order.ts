import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { newFakeClock } from "../fake-clock.ts";
import type { Installation } from "../installation.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import {
  addSetups,
  breakPersonally,
  combinations,
  type Fault,
  faults,
  type Setup,
  textsADay,
} from "../channels/setups.ts";
import { until } from "../waiting.ts";
import { findWrongEnds } from "../channels/wrong-ends.ts";

/** First the faults that concern single people, then those of a channel for everyone. */
const phases: { faults: Fault[]; pausedMinutes?: number }[] = [
  { faults: ["no_device", "blocked", "stop", "limit"] },
  { faults: ["paused_10"], pausedMinutes: 10 },
  { faults: ["paused_30"], pausedMinutes: 30 },
  { faults: ["removed"] },
];
const stepMinutes = 6;
const watchedMinutes = 60;
/** Allows for a worker that is a step behind on a busy machine. */
const maxMinutes = 120;
/** Longer than the worker takes to see that a channel has been paused for ten minutes. */
const sweptMs = 11_000;
/** The longest that what is due takes on a busy machine. */
const doneMs = 60_000;

/** Each person has two to four channels, one of which is useless. Nobody looks. */
export const channelOrder: Row = {
  name: "channel-order",
  fault: "a useless channel: no device, 403, STOP, paused, at the limit, its provider removed",
  count: 5,
  quickCount: 1,
  isLong: true,
  async run({ count, isQuick, random, installation }) {
    const { db } = installation;
    const clock = await newFakeClock(installation);
    if (!clock) return skip("faketime is not installed");
    await using twilio = await startProvider(installation, "twilio");
    await using postmark = await startProvider(installation, "postmark");
    await using telegram = await startProvider(installation, "telegram");
    await using push = await startProvider(installation, "push");
    const accepted = () =>
      [twilio, postmark, telegram, push].flatMap((provider) => provider.accepted());
    installation.settings.TEXTS_A_DAY = String(textsADay);
    const seeded = await seedReminders(db, faults.length * combinations.length * count, {
      eachPerson: 1,
    });
    const setups = await addSetups(db, seeded, { random, push: push.settings });
    await telegram.behave(...(await breakPersonally(db, setups)));
    const wrong: string[] = [];
    let minute = 0;
    for (const { faults: some, pausedMinutes } of isQuick
      ? phases.filter((phase) => phase.pausedMinutes !== 10)
      : phases) {
      const chosen = setups.filter(({ fault }) => some.includes(fault));
      const now = laterBy(nowIso(), { minutes: minute });
      if (pausedMinutes) {
        const times = { paused_at: now, until: laterBy(now, { minutes: pausedMinutes }) };
        await db
          .insertInto("channel_pauses")
          .values({ channel: "telegram", reason: "rate_limit", ...times })
          .execute();
      }
      await using _worker = await startWorker(
        some.includes("removed") ? withoutTelegram(installation) : installation,
        {
          more: clock.settings,
        },
      );
      await makeDue(db, idsOf(chosen), now);
      const paused = pausedMinutes ? ["telegram" as const] : [];
      await untilDone(db, now, paused);
      let [passed, problems] = [0, [""]];
      while (passed < watchedMinutes || (problems.length > 0 && passed < maxMinutes)) {
        passed += stepMinutes;
        await clock.set(minute + passed);
        await untilDone(db, laterBy(nowIso(), { minutes: minute + passed }), paused);
        if (pausedMinutes && passed === 2 * stepMinutes) await pause(sweptMs);
        problems = await findWrongEnds(db, chosen, accepted());
      }
      minute += passed;
      wrong.push(...problems);
      const taskIds = chosen.map(({ taskId }) => taskId);
      await db.updateTable("tasks").set({ is_completed: 1 }).where("id", "in", taskIds).execute();
    }
    return judge(
      {
        people: setups.length,
        accepted: accepted().length,
        wrong: wrong.length,
        "the first": wrong[0] ?? "none",
      },
      {
        "each channel carries a reminder at most once, and nothing ends while a channel is left":
          wrong.length === 0,
      },
    );
  },
};

/**
 * Waits until the worker has sent what is due, and looked at what follows, but for what a pause
 * holds up.
 */
async function untilDone(
  db: Kysely<Database>,
  now: string,
  paused: readonly Channel[],
): Promise<void> {
  const isDone = async () => {
    const followed = db
      .selectFrom("reminders")
      .select("id")
      .where(({ eb, or, and }) =>
        or([
          eb("follow_up_at", "<=", now),
          and([eb("status", "=", "pending"), eb("scheduled_at", "<=", now)]),
        ]),
      );
    const due = db
      .selectFrom("deliveries")
      .select("id")
      .where("state", "in", ["ready", "sending"])
      .where("not_before", "<=", now)
      .where("channel", "not in", paused);
    return !(await followed.executeTakeFirst()) && !(await due.executeTakeFirst());
  };
  await until(isDone, doneMs);
}

function idsOf(setups: Setup[]): string[] {
  return setups.map(({ reminderId }) => reminderId);
}

function withoutTelegram({ settings, ...installation }: Installation): Installation {
  const others = Object.entries(settings).filter(([name]) => !name.startsWith("TELEGRAM"));
  return { ...installation, settings: Object.fromEntries(others) };
}
