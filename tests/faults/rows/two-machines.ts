import { setTimeout as pause } from "node:timers/promises";
import { newFakeClock } from "../fake-clock.ts";
import { countMissing, newFamilyAtWeb, sameFamilyAt } from "../family-at-web.ts";
import { newMachine } from "../installation.ts";
import { measureArrivals } from "../lateness.ts";
import { judgePages, savedNumbers } from "../outages.ts";
import { readOutcome } from "../outcome.ts";
import { browse } from "../pages.ts";
import { startWeb, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import { untilFinished } from "../waiting.ts";

const eachKill = 200;
const aheadMs = 2_000;

/** The clock of the second one is ahead, and its worker is killed again and again. */
export const twoMachines: Row = {
  name: "two-machines",
  fault: "two machines with clocks 2 s apart, each with pages and a worker, one killed",
  count: 20,
  quickCount: 2,
  isLong: true,
  async run({ count: kills, random, installation }) {
    const { db, postgres } = installation;
    if (!postgres) return skip("it is about PostgreSQL");
    await using twilio = await startProvider(installation, "twilio");
    const second = newMachine(installation, "second");
    const clock = await newFakeClock(second);
    if (!clock) return skip("faketime is not installed");
    await clock.set(aheadMs / 60_000);
    await twilio.behave({ type: "slow", answerMs: 300 });
    const { reminderIds } = await seedReminders(db, kills * eachKill);
    await using web = await startWeb(installation);
    await using otherWeb = await startWeb(second, { more: clock.settings });
    const family = await newFamilyAtWeb(db, web.url);
    await installation.liftAddingLimit();
    await using _worker = await startWorker(installation);
    await using others = new AsyncDisposableStack();
    const startOther = async () => others.use(await startWorker(second, { more: clock.settings }));
    let other = await startOther();
    const browsing = [browse(family), browse(sameFamilyAt(family, otherWeb.url), 800_000)];
    for (let kill = 0; kill < kills; kill += 1) {
      await makeDue(db, reminderIds.slice(kill * eachKill, (kill + 1) * eachKill));
      await pause(random.whole(0, 1_500));
      await other.kill();
      other = await startOther();
    }
    const drainedMs = await untilFinished(db);
    const answers = (await Promise.all(browsing.map((one) => one.end()))).flatMap(
      (browsed) => browsed.answers,
    );
    const pages = judgePages(answers, []);
    const missing = await countMissing(db, savedNumbers(answers));
    const { lost, extra, sent, isSound } = await readOutcome(db, twilio.accepted());
    const earliestMs = (await measureArrivals(db, twilio.accepted()))[0] ?? 0;
    return judge(
      {
        kills,
        messages: reminderIds.length,
        lost: lost + missing,
        extra,
        "earliest (ms)": earliestMs,
        ...pages.figures,
      },
      {
        "nothing is lost": lost === 0 && sent >= reminderIds.length,
        "what was answered as saved is there": missing === 0,
        "no extra copy": extra === 0,
        "nothing is earlier than the clocks are apart": earliestMs >= -aheadMs,
        ...pages.holds,
        "the database is sound": isSound,
      },
      {
        "nothing is stuck over 2 min": drainedMs !== null && drainedMs < 120_000,
        ...pages.isInTime,
      },
    );
  },
};
