import { type Kysely, sql } from "kysely";
import { planDailySummary } from "#app/domain/summary/plan-daily-summary.server.ts";
import { tickSummaries } from "#app/domain/summary/tick-summaries.server.ts";
import { earlierBy, instantOf, laterBy, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";

const zones = [
  "America/New_York",
  "America/Havana",
  "America/St_Johns",
  "America/Santiago",
  "Europe/Berlin",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Beirut",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Honolulu",
];
/** Around midnight and clock changes. */
const wallTimes = ["00:00", "00:30", "02:15", "02:30", "07:00", "23:59"];

/**
 * Simulates the calendar in this process. Users sometimes change the time, even just before or
 * after a summary, and the machine is sometimes off for days.
 */
export const summaries: Row = {
  name: "summaries",
  fault: "daily summaries day after day in 12 zones, simulated",
  count: 400,
  async run({ count: days, random, installation }) {
    const { db } = installation;
    await sql`pragma synchronous = off`.execute(db);
    const start = Temporal.PlainDate.from("2027-02-20").add({ days: random.whole(0, 20) });
    const { people } = await seedReminders(db, zones.length, { eachPerson: 1 });
    const zoneOf = new Map(people.map(({ userId }, index) => [userId, zones[index] ?? "UTC"]));
    const midnight = (date: Temporal.PlainDate, zone: string) =>
      instantOf(date.toPlainDateTime(), zone);
    for (const [userId, time_zone] of zoneOf) {
      await db.updateTable("profiles").set({ time_zone }).where("id", "=", userId).execute();
      await setTime(
        db,
        userId,
        time_zone,
        random.pick(wallTimes),
        earlierBy(midnight(start, time_zone), { seconds: 1 }),
      );
    }
    const movedPast = new Set<string>();
    const end = midnight(start.add({ days }), "Etc/GMT+12");
    for (let now = await nextAt(db); now && now < end; now = await nextAt(db)) {
      // Ticks come up to 90 seconds late, or up to three days.
      const tickedAt = laterBy(now, {
        seconds: random.whole(0, random.next() < 0.01 ? 3 * 86_400 : 90),
      });
      const isSeen = random.next() < 0.5;
      if (isSeen) await tickSummaries(db, "UTC", tickedAt);
      if (random.next() < 0.1) {
        const [userId, zone] = random.pick([...zoneOf]);
        const skipped = await setTime(db, userId, zone, random.pick(wallTimes), tickedAt);
        for (const date of skipped) movedPast.add(`${userId} ${date}`);
      }
      if (!isSeen) await tickSummaries(db, "UTC", tickedAt);
    }

    const rows = await db
      .selectFrom("deliveries")
      .select(["user_id", "subject_id", "due_at", "expires_at"])
      .execute();
    const perDate = Map.groupBy(rows, (row) => `${row.user_id} ${row.subject_id}`);
    const twice = [...perDate.values()].filter((some) => some.length > 1).length;
    const wrongDay = rows.filter(({ user_id, subject_id, due_at, expires_at }) => {
      const hasAnHour = expires_at === laterBy(due_at, { hours: 1 });
      const lastMoment = hasAnHour ? due_at : earlierBy(expires_at ?? "", { seconds: 1 });
      const date = wallClockAt(lastMoment, zoneOf.get(user_id) ?? "UTC").toPlainDate();
      return date.toString() !== subject_id;
    });
    const missing = people.flatMap(({ userId }) =>
      Array.from(
        { length: days - 1 },
        (_, index) => `${userId} ${start.add({ days: index }).toString()}`,
      ).filter((key) => !perDate.has(key) && !movedPast.has(key)),
    );
    return judge(
      {
        days,
        zones: zones.length,
        from: start.toString(),
        summaries: rows.length,
        twice,
        missing: missing.length,
        "moved past": movedPast.size,
      },
      {
        "one a local date": twice === 0,
        "it holds until its date is over, or for an hour": wrongDay.length === 0,
        "none is missing but where the time was moved past it": missing.length === 0,
      },
    );
  },
};

/** Changes a summary's time. Returns the dates skipped by the change. */
async function setTime(
  db: Kysely<Database>,
  userId: string,
  zone: string,
  time: string,
  now: string,
): Promise<string[]> {
  const planned = db
    .selectFrom("user_preferences")
    .select("next_daily_summary_at")
    .where("user_id", "=", userId);
  const dateOf = ({ next_daily_summary_at: next }: { next_daily_summary_at: string | null }) =>
    next && wallClockAt(next, zone).toPlainDate();
  const before = dateOf(await planned.executeTakeFirstOrThrow());
  await db.transaction().execute(async (trx) => {
    const preferences = { daily_summary_enabled: 1, daily_summary_time: time } as const;
    await trx
      .updateTable("user_preferences")
      .set(preferences)
      .where("user_id", "=", userId)
      .execute();
    await planDailySummary(trx, { userId, timeZone: zone }, now);
  });
  const after = dateOf(await planned.executeTakeFirstOrThrow());
  if (!before || !after) return [];
  return Array.from({ length: Math.max(0, before.until(after).days) }, (_, days) =>
    before.add({ days }).toString(),
  );
}

async function nextAt(db: Kysely<Database>): Promise<string | null> {
  const { next } = await db
    .selectFrom("user_preferences")
    .select(({ fn }) => fn.min("next_daily_summary_at").as("next"))
    .executeTakeFirstOrThrow();
  return next;
}
