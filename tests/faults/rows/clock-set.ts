import { setTimeout as pause } from "node:timers/promises";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { newFakeClock } from "../fake-clock.ts";
import { isSound, isUnfinished, readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import { until as wait, untilFinished } from "../waiting.ts";

const [hour, day] = [60, 24 * 60];
const settings = [0, hour, 0, -hour, 0, day, 0, -day, 0];
/** Past the due times of all that was made with the clock ahead. */
const last = day + hour;
const soon = 10;
const eachTime = 10;

/** While some messages are being sent, and others wait for a rate limit. */
export const clockSet: Row = {
  name: "clock-set",
  fault: "the clock is set by an hour and by a day, forward and back, while the worker runs",
  count: settings.length,
  isLong: true,
  async run({ installation, random }) {
    const { db } = installation;
    const clock = await newFakeClock(installation);
    if (!clock) return skip("faketime is not installed");
    await using twilio = await startProvider(installation, "twilio");
    const { reminderIds, people } = await seedReminders(db, settings.length * eachTime, {
      eachPerson: eachTime,
    });
    const limited = people
      .map(({ phone }) => ({ to: phone, times: 1 }))
      .filter((_, index) => index % 2 === 1);
    await twilio.behave(
      ...limited.map(
        (whom) => ({ type: "failing", status: 429, retryAfterSeconds: 3, ...whom }) as const,
      ),
      { type: "slow", answerMs: 800 },
    );
    await using _worker = await startWorker(installation, { more: clock.settings });
    let stuck = 0;
    for (const [turn, minutes] of settings.entries()) {
      await clock.set(minutes);
      const now = laterBy(nowIso(), { minutes });
      await makeDue(db, reminderIds.slice(turn * eachTime, (turn + 1) * eachTime), now);
      await pause(random.whole(0, 1_500));
    }
    if ((await untilFinished(db)) === null) stuck += 1;
    await clock.set(last);
    // Late ones may be merged only now, into a message that is due now.
    const until = laterBy(nowIso(), { minutes: last + soon });
    if ((await wait(() => isUnfinished(db, until).then((unfinished) => !unfinished))) === null)
      stuck += 1;
    const { lost, extra, ended } = await readOutcome(db, twilio.accepted(), until);
    return judge(
      { "times set": settings.length, messages: reminderIds.length, lost, extra, ...ended },
      {
        "nothing is stuck": stuck === 0 && lost === 0,
        "no extra copy": extra === 0,
        "the database is sound": await isSound(db),
      },
    );
  },
};
