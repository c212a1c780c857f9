import { setTimeout as pause } from "node:timers/promises";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

const limits: Behaviour[] = [
  { type: "failing", status: 429, retryAfterSeconds: 0 },
  { type: "failing", status: 429, retryAfterSeconds: "Sat, 01 Jan 2000 00:00:00 GMT" },
  { type: "failing", status: 429, retryAfterSeconds: "soon" },
  { type: "failing", status: 429, retryAfterSeconds: 86_400 },
];
const watched = { fullMs: 16_000, quickMs: 7_000 };
const minGapMs = 2_000;

export const paused: Row = {
  name: "paused",
  fault:
    "429 with a Retry-After of 0, in the past, garbled or a day; 503 after taking it, for ever",
  count: 20,
  quickCount: 5,
  isLong: true,
  async run({ count, isQuick, installation }) {
    const { db } = installation;
    const watchedMs = isQuick ? watched.quickMs : watched.fullMs;
    const messages = count * (limits.length + 1);
    await using twilio = await startProvider(installation, "twilio");
    const { reminderIds } = await seedReminders(db, messages);
    const takeSome = () => makeDue(db, reminderIds.splice(0, count));
    await using _worker = await startWorker(installation);
    const repeats: number[] = [];
    let isShort = true;
    for (const limit of limits) {
      const before = (await twilio.sendRequests()).length;
      await twilio.behave(limit);
      await takeSome();
      await until(async () => (await twilio.sendRequests()).length > before);
      await pause(watchedMs);
      // Each message's first request may have been in flight when the provider answered.
      repeats.push((await twilio.sendRequests()).length - before - count);
      const pauses = await db.selectFrom("channel_pauses").select("until").execute();
      isShort &&=
        pauses.length === 1 &&
        pauses.every((one) => one.until <= laterBy(nowIso(), { minutes: 5 }));
      await twilio.behave();
      // Skips the rest of the pause.
      await db.updateTable("channel_pauses").set({ until: nowIso() }).execute();
      await untilFinished(db);
    }
    await twilio.behave({ type: "taking_then_failing", status: 503 });
    await takeSome();
    await untilFinished(db);
    const { lost, extra, sent, maxCopies } = await readOutcome(db, twilio.accepted());
    const maxRepeats = Math.max(...repeats);
    return judge(
      { messages, lost, extra, maxCopies, "most repeats": maxRepeats },
      {
        "nothing is lost": lost === 0 && sent === messages,
        "no more than a request in 2 s": maxRepeats <= Math.ceil(watchedMs / minGapMs),
        "the pause is over within 5 min": isShort,
        "two copies at most": maxCopies <= 2,
        "no extra copy after a rate limit": extra <= count,
      },
    );
  },
};
