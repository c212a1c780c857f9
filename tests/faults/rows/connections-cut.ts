import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { newWire } from "../../support/postgres/wire.ts";
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

const eachTime = 200;
/** A query waits for so long on a connection that has gone silent (open-pool.ts). */
const queryTimeoutMs = 30_000;

/** By turns: ended by the server, cut on the way, and silent without an end. */
const cuts = ["ended", "cut", "silent"] as const;

export const connectionsCut: Row = {
  name: "connections-cut",
  fault: "all connections to PostgreSQL ended, cut on the way, and silent, under load",
  count: 30,
  quickCount: 3,
  isLong: true,
  async run({ count, random, installation }) {
    const { db, postgres } = installation;
    if (!postgres) return skip("it is about PostgreSQL");
    const wire = await newWire(postgres.url);
    await wire.open();
    installation.settings.DATABASE_URL = wire.url;
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "slow", answerMs: 300 });
    const { reminderIds } = await seedReminders(db, count * eachTime);
    await using web = await startWeb(installation);
    const family = await newFamilyAtWeb(db, web.url);
    await installation.liftAddingLimit();
    await using _one = await startWorker(installation);
    await using _other = await startWorker(installation);
    const browsing = browse(family);
    const outages: Outage[] = [];
    for (let time = 0; time < count; time += 1) {
      await makeDue(db, reminderIds.slice(time * eachTime, (time + 1) * eachTime));
      await pause(random.whole(0, 1_500));
      const from = performance.now();
      const how = cuts[time % cuts.length];
      if (how === "ended")
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(db);
      else if (how === "cut") await wire.cut();
      else wire.hang();
      if (how !== "ended") await pause(random.whole(0, 5_000));
      if (how === "cut") await wire.open();
      wire.recover();
      // Queries that run already learn of the silence only at their time limit.
      if (how === "silent") await pause(queryTimeoutMs);
      outages.push({ from, to: performance.now() });
      await pause(random.whole(0, 2_000));
    }
    const drainedMs = await untilFinished(db);
    const { answers } = await browsing.end();
    await wire.cut();
    const pages = judgePages(answers, outages);
    const missing = await countMissing(db, savedNumbers(answers));
    const { lost, extra, sent, isSound } = await readOutcome(db, twilio.accepted());
    return judge(
      {
        cuts: count,
        messages: reminderIds.length,
        lost: lost + missing,
        extra,
        "latest (s)": Math.round(((await measureLateness(db)).at(-1) ?? 0) / 1_000),
        ...pages.figures,
      },
      {
        "nothing is lost": lost === 0 && sent >= reminderIds.length,
        "what was answered as saved is there": missing === 0,
        "no extra copy": extra === 0,
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
