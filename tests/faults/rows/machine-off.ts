import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { countCopies, countUnfinished } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

/** A third is only minutes late, and a third of all tasks are completed before the restart. */
export const machineOff: Row = {
  name: "machine-off",
  fault: "off for 3 days, stale rows",
  count: 5_000,
  quickCount: 200,
  isLong: true,
  async run({ count, random, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await using smtp = await startProvider(installation, "smtp");
    const now = nowIso();
    const isInTime = (index: number) => index % 3 === 0;
    const isDone = (index: number) => index % 7 === 0;
    const seeded = await seedReminders(db, count, {
      isByEmail: (person) => person % 2 === 1,
      scheduledAt: (index) =>
        earlierBy(now, { minutes: isInTime(index) ? random.whole(0, 8) : random.whole(60, 4_320) }),
    });
    const done = seeded.taskIds.filter((_, index) => isDone(index));
    await db.updateTable("tasks").set({ is_completed: 1 }).where("id", "in", done).execute();
    await using _one = await startWorker(installation);
    await using _two = await startWorker(installation);
    await untilFinished(db);

    const rows = await db.selectFrom("deliveries").select(["kind", "state", "user_id"]).execute();
    const are = (kind: string, state: string) =>
      rows.filter((row) => row.kind === kind && row.state === state);
    const all = Array.from({ length: count }, (_, index) => index);
    const accepted = [...twilio.accepted(), ...smtp.accepted()];
    const single = all.filter((index) => isInTime(index) && !isDone(index)).length;
    const merged = are("late_reminders", "sent");
    const most = Math.max(...countCopies(accepted).values());
    return judge(
      {
        reminders: count,
        "as they are": are("reminder", "sent").length,
        merged: merged.length,
        copies: most,
      },
      {
        "minutes late goes out as it is": are("reminder", "sent").length === single,
        "the rest of a person's is one message":
          merged.length === seeded.people.length &&
          new Set(merged.map((row) => row.user_id)).size === merged.length,
        "what is done is not reminded of":
          are("reminder", "cancelled").length ===
          all.filter((index) => isInTime(index) && isDone(index)).length,
        "each is taken once": accepted.length === single + merged.length && most === 1,
        "everything ends": (await countUnfinished(db)) === 0,
      },
    );
  },
};
