import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { newFamilyAtWeb, markOf, postTask, savedTasks } from "../family-at-web.ts";
import { countCopies, countUnfinished } from "../outcome.ts";
import { startWeb, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { startRedis } from "../redis.ts";
import { makeDue } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

export const sameFormTwice: Row = {
  name: "same-form-twice",
  fault: "the same form sent twice at the same time, while others write",
  count: 200,
  async run({ count, installation }) {
    const { db, settings } = installation;
    Object.assign(settings, { TEXTS_A_DAY: String(count), TEXTS_A_DAY_A_HOUSEHOLD: String(count) });
    await using twilio = await startProvider(installation, "twilio");
    await using _redis = await startRedis(installation);
    await using web = await startWeb(installation);
    await using _one = await startWorker(installation);
    await using _two = await startWorker(installation);
    const family = await newFamilyAtWeb(db, web.url);
    await installation.liftAddingLimit();
    const writing = keepWriting(db);
    let refused = 0;
    for (let number = 0; number < count; number += 1) {
      const answers = await Promise.all([postTask(family, number), postTask(family, number)]);
      refused += answers.filter((answer) => answer?.status !== 303).length;
      const due = db.selectFrom("reminders").select("id").where("minutes_before", "=", 60);
      await makeDue(
        db,
        (await due.where("status", "=", "pending").execute()).map(({ id }) => id),
      );
    }
    await writing.end();
    await untilFinished(db);
    const saved = await savedTasks(db);
    const copies = countCopies(twilio.accepted());
    const marks = Array.from({ length: count }, (_, number) => markOf(number));
    const isOnce = (mark: string) => saved.filter(({ title }) => title.includes(mark)).length === 1;
    return judge(
      { forms: count, tasks: saved.length, messages: twilio.accepted().length, refused },
      {
        "both are answered as saved": refused === 0,
        "one task a form": marks.every(isOnce) && saved.length === count,
        "one message a form": marks.every((mark) => copies.get(mark) === 1),
        "everything ends": (await countUnfinished(db)) === 0,
      },
    );
  },
};

/** Concurrent writes, which fall between others' reads and writes. */
function keepWriting(db: Kysely<Database>): { end: () => Promise<void> } {
  const ending = new AbortController();
  const writing = (async () => {
    while (!ending.signal.aborted) {
      await db.updateTable("households").set({ created_at: nowIso() }).execute();
      await pause(1);
    }
  })();
  return {
    async end() {
      ending.abort();
      await writing;
    },
  };
}
