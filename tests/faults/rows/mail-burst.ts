import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { startRedis } from "../redis.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { requestReset, type Reset } from "../request-reset.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

const full = { answerMs: 700 };
/** A quick run judges who overtakes whom, not seconds. */
const quick = { answerMs: 250 };
const drainTimeoutMs = 900_000;
/** As many as three connections send in 10 s. */
const maxOvertaking = 42;

/** The first reset is requested with Redis, if installed, and the second one without it. */
export const mailBurst: Row = {
  name: "mail-burst",
  fault: "emails due at once at a mail server that takes 700 ms each, a reset beside them",
  count: 1_100,
  isLong: true,
  async run({ count, isQuick, installation }) {
    const { db } = installation;
    await using smtp = await startProvider(installation, "smtp");
    await smtp.behave({ type: "slow", ...(isQuick ? quick : full) });
    await using _redis = await startRedis(installation);
    const { reminderIds, people } = await seedReminders(db, count, { isByEmail: () => true });
    await makeDue(db, reminderIds);
    const startedAt = Date.now();
    const resets: Reset[] = [];
    for (const more of [{}, { REDIS_URL: "" }] as Record<string, string>[]) {
      await using worker = await startWorker(installation, { more });
      const before = smtp.accepted().length;
      await until(() => smtp.accepted().length >= before + 3);
      resets.push(await requestReset(db, people[resets.length]?.email ?? "", smtp.accepted));
      await worker.stop();
    }
    await using _worker = await startWorker(installation);
    const isDrained = (await untilFinished(db, drainTimeoutMs)) !== null;
    const { lost, extra, sent } = await readOutcome(db, smtp.accepted());
    const connections = await smtp.maxConnections();
    const slowest = Math.max(...resets.map(({ afterMs }) => afterMs));
    const overtakenBy = Math.max(...resets.map(({ overtaking }) => overtaking));
    return judge(
      {
        emails: count,
        lost,
        extra,
        "reset after (ms)": slowest,
        "emails before it": overtakenBy,
        "drained (s)": Math.round((Date.now() - startedAt) / 1_000),
        "connections at most": connections,
      },
      {
        "nothing is lost": isDrained && lost === 0 && sent === count,
        "no extra copy": extra === 0,
        "the reset overtakes the others": overtakenBy <= maxOvertaking,
        "three connections at most": connections <= 3,
      },
      { "the reset leaves within 10 s": slowest < 10_000 },
    );
  },
};
