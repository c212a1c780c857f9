import { setTimeout as pause } from "node:timers/promises";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { type FakeClock, newFakeClock } from "../fake-clock.ts";
import type { Installation } from "../installation.ts";
import { countCopies } from "../outcome.ts";
import { type Program, startWorker } from "../program.ts";
import { type Provider, startProvider } from "../provider.ts";
import { makeDue, type Seeded, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import { until } from "../waiting.ts";

const offMinutes = 35;
const pausedMinutes = 30;
/** The worker looks for what is due once a second. */
const settledMs = 3_000;

const faults = ["asleep", "stopped", "paused"] as const;

/** Each person has one reminder that is repeated every ten minutes, and only SMS. */
export const nagsLate: Row = {
  name: "nags-late",
  fault: "asleep or stopped for 35 min, or SMS refused for 30, after a nagged reminder",
  count: 10,
  quickCount: 2,
  async run({ count, installation }) {
    const { db } = installation;
    const clock = await newFakeClock(installation);
    if (!clock) return skip("faketime is not installed");
    await using twilio = await startProvider(installation, "twilio");
    const seeded = await seedReminders(db, count * faults.length, { eachPerson: 1 });
    await db.updateTable("user_preferences").set({ nag_enabled: 1, email_enabled: 0 }).execute();
    let minute = 0;
    const wrong: string[] = [];
    let worker = await startWorker(installation, { more: clock.settings });
    for (const [index, fault] of faults.entries()) {
      const people = groupOf(seeded, index * count, count);
      const copies = () => countCopies(twilio.accepted());
      const haveAll = (each: number) => people.marks.every((mark) => copies().get(mark) === each);
      const expectEach = async (each: number, when: string) => {
        await until(() => haveAll(each), 20_000);
        await pause(settledMs);
        if (!haveAll(each)) wrong.push(`${fault}: ${when}`);
      };
      const setMinute = async (next: number) => {
        minute = next;
        await clock.set(minute);
      };
      await makeDue(db, people.reminderIds, laterBy(nowIso(), { minutes: minute }));
      await expectEach(1, "the reminder");
      worker = await undergo(fault, { installation, twilio, clock, worker, minute, setMinute });
      await expectEach(2, "one round");
      await setMinute(minute + 8);
      await expectEach(2, "nothing before the interval");
      await setMinute(minute + 3);
      await expectEach(3, "the next round after the interval");
      await db
        .updateTable("tasks")
        .set({ is_completed: 1 })
        .where("id", "in", people.taskIds)
        .execute();
      await setMinute(minute + 15);
    }
    await worker[Symbol.asyncDispose]();
    return judge(
      {
        reminders: count * faults.length,
        texts: twilio.accepted().length,
        wrong: wrong.join(", ") || "none",
      },
      { "one round goes out, then the interval holds": wrong.length === 0 },
    );
  },
};

interface Situation {
  installation: Installation;
  twilio: Provider<Behaviour>;
  clock: FakeClock;
  worker: Program;
  minute: number;
  setMinute: (next: number) => Promise<void>;
}

/** Returns the worker that runs afterwards. */
async function undergo(
  fault: (typeof faults)[number],
  { installation, twilio, clock, worker, minute, setMinute }: Situation,
): Promise<Program> {
  if (fault === "asleep") {
    process.kill(worker.pid, "SIGSTOP");
    await setMinute(minute + offMinutes);
    process.kill(worker.pid, "SIGCONT");
    return worker;
  }
  if (fault === "stopped") {
    await worker.stop();
    await setMinute(minute + offMinutes);
    return startWorker(installation, { more: clock.settings });
  }
  await twilio.behave({ type: "failing", status: 429, retryAfterSeconds: pausedMinutes * 60 });
  for (const passed of [11, 21]) {
    await setMinute(minute + passed);
    await pause(settledMs);
  }
  await twilio.behave();
  await setMinute(minute + 11 + pausedMinutes);
  return worker;
}

function groupOf({ reminderIds, taskIds }: Seeded, from: number, count: number) {
  const marks = Array.from(
    { length: count },
    (_, index) => `Nr-${String(from + index).padStart(6, "0")}`,
  );
  return {
    marks,
    reminderIds: reminderIds.slice(from, from + count),
    taskIds: taskIds.slice(from, from + count),
  };
}
