import { setTimeout as pause } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { newFamilyAtWeb, postTask, savedTasks } from "../family-at-web.ts";
import { readOutcome } from "../outcome.ts";
import { startWeb, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

const lockedMs = 4_000;
/** On a busy machine a page takes longer. A save waits for 10 s. */
const longestLockMs = 8_000;
const posts = 5;

export const databaseLocked: Row = {
  name: "database-locked",
  fault: "the database locked for 4 s or longer",
  count: 100,
  async run({ count, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await using web = await startWeb(installation);
    await using _worker = await startWorker(installation);
    const family = await newFamilyAtWeb(db, web.url);
    await installation.liftAddingLimit();
    const { reminderIds } = await seedReminders(db, count);
    await makeDue(db, reminderIds);
    let pagesRead = 0;
    const statuses = await db.connection().execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      const answers = Array.from({ length: posts }, (_, number) =>
        postTask(family, 800_000 + number),
      );
      const lockedAt = performance.now();
      const isOver = (ms: number) => performance.now() - lockedAt > ms;
      while (!isOver(lockedMs) || (pagesRead === 0 && !isOver(longestLockMs))) {
        const page = await Promise.race([family.get("/dashboard"), pause(longestLockMs)]);
        if (page?.status === 200 && !isOver(longestLockMs)) pagesRead += 1;
        await pause(100);
      }
      await connection.executeQuery(CompiledQuery.raw("commit"));
      return (await Promise.all(answers)).map((answer) => answer?.status);
    });
    await untilFinished(db);
    const { lost, extra, sent } = await readOutcome(db, twilio.accepted());
    const saved = (await savedTasks(db)).filter(({ title }) => title.includes("Nr-8"));
    return judge(
      {
        messages: count,
        lost,
        extra,
        posted: posts,
        saved: saved.length,
        "pages read meanwhile": pagesRead,
      },
      {
        "what was answered as saved is there":
          statuses.filter((status) => status === 303).length === saved.length,
        "pages are read meanwhile": pagesRead > 0,
        "whoever saves waits": statuses.every((status) => status === 303),
        "nothing is lost": lost === 0 && sent === count,
        "no extra copy": extra === 0,
      },
    );
  },
};
