import { setTimeout as pause } from "node:timers/promises";
import { smtpConnections } from "#app/services/smtp/pool.server.ts";
import { countMissing, newFamilyAtWeb } from "../family-at-web.ts";
import { measureLateness } from "../lateness.ts";
import { judgePages, type Outage, savedNumbers } from "../outages.ts";
import { readOutcome } from "../outcome.ts";
import { browse } from "../pages.ts";
import { startWeb, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import { untilFinished } from "../waiting.ts";

const eachKill = 200;
const workers = 2;

export const postgresKilled: Row = {
  name: "postgres-killed",
  fault: "PostgreSQL killed under load and restarted, 2 workers",
  count: 20,
  quickCount: 2,
  isLong: true,
  async run({ count: kills, random, installation }) {
    const { db, postgres } = installation;
    if (!postgres) return skip("it is about PostgreSQL");
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "slow", answerMs: 300 });
    await using smtp = await startProvider(installation, "smtp");
    const { reminderIds } = await seedReminders(db, kills * eachKill, {
      isByEmail: (person) => person % 10 === 9,
    });
    await using web = await startWeb(installation);
    const family = await newFamilyAtWeb(db, web.url);
    await installation.liftAddingLimit();
    await using _one = await startWorker(installation);
    await using _other = await startWorker(installation);
    const browsing = browse(family);
    const outages: Outage[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await makeDue(db, reminderIds.slice(kill * eachKill, (kill + 1) * eachKill));
      await pause(random.whole(0, 1_500));
      const from = performance.now();
      await postgres.kill();
      await pause(random.whole(0, 5_000));
      await postgres.start();
      outages.push({ from, to: performance.now() });
      await pause(random.whole(0, 2_000));
    }
    const drainedMs = await untilFinished(db);
    const { answers } = await browsing.end();
    const pages = judgePages(answers, outages);
    const missing = await countMissing(db, savedNumbers(answers));
    const all = await readOutcome(db, [...twilio.accepted(), ...smtp.accepted()]);
    const texts = await readOutcome(db, twilio.accepted());
    const mails = await readOutcome(db, smtp.accepted());
    return judge(
      {
        kills,
        messages: reminderIds.length,
        lost: all.lost + missing,
        "extra asked": texts.extra,
        "extra unasked": mails.extra,
        maxCopies: all.maxCopies,
        "latest (s)": Math.round(((await measureLateness(db)).at(-1) ?? 0) / 1_000),
        ...pages.figures,
      },
      {
        "nothing is lost": all.lost === 0 && all.sent >= reminderIds.length,
        "what was answered as saved is there": missing === 0,
        "no extra copy where the provider can be asked": texts.extra === 0,
        "one extra copy a kill and connection at most where it cannot":
          mails.extra <= kills * smtpConnections * workers && mails.maxCopies <= 2,
        ...pages.holds,
        "the database is sound": all.isSound,
      },
      {
        "nothing is stuck over 2 min": drainedMs !== null && drainedMs < 120_000,
        ...pages.isInTime,
      },
    );
  },
};
