import { setTimeout as pause } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { newFamilyAtWeb, postTask, savedTasks } from "../family-at-web.ts";
import { readOutcome } from "../outcome.ts";
import { startWeb, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";
import { newFamily, type Visitor } from "../../support/product/visitor.ts";

/**
 * Just longer than a lease, so that another worker could take what was sent meanwhile for
 * interrupted.
 */
const full = { lockedMs: 31_000 };
/** A save waits for 10 s, and begins later on a busy machine. */
const quick = { lockedMs: 20_000 };
const inFlight = 12;
const posts = 5;

export const mailWhileLocked: Row = {
  name: "mail-while-locked",
  fault: "the database locked for 30 s by another program, 12 SMTP emails in flight",
  count: 1,
  async run({ isQuick, installation }) {
    const { db } = installation;
    const { lockedMs } = isQuick ? quick : full;
    await using smtp = await startProvider(installation, "smtp");
    await smtp.behave({ type: "slow", answerMs: 2_000 });
    await using web = await startWeb(installation);
    await using _one = await startWorker(installation);
    await using _other = await startWorker(installation);
    const family = await newFamilyAtWeb(db, web.url);
    // Two forms of a session are saved at a time, so each is another's.
    const senders: Visitor[] = [family];
    while (senders.length < posts) senders.push(await newFamily(web));
    await installation.liftAddingLimit();
    const { reminderIds } = await seedReminders(db, inFlight, {
      isByEmail: () => true,
      eachPerson: 1,
    });
    await makeDue(db, reminderIds);
    await until(() => smtp.accepted().length > 0);
    let pagesRead = 0;
    const answers = await db.connection().execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      const lockedAt = performance.now();
      const posted = senders.map((sender, number) => postTask(sender, 800_000 + number));
      while (performance.now() - lockedAt < lockedMs) {
        if ((await family.get("/dashboard")).status === 200) pagesRead += 1;
        await pause(500);
      }
      await connection.executeQuery(CompiledQuery.raw("commit"));
      return Promise.all(posted);
    });
    const said = await Promise.all(
      answers.map(async (answer) => ({ status: answer?.status, page: await answer?.text() })),
    );
    await untilFinished(db);
    const { lost, extra, sent, ended } = await readOutcome(db, smtp.accepted());
    const saved = (await savedTasks(db)).filter(({ title }) => title.includes("Nr-8"));
    const refused = said.filter(({ status }) => status === 503);
    return judge(
      {
        emails: inFlight,
        lost,
        extra,
        posted: posts,
        refused: refused.length,
        "pages read meanwhile": pagesRead,
      },
      {
        "nothing is lost": lost === 0 && sent === inFlight && ended.sent === inFlight,
        "no extra copy": extra === 0,
        "what cannot be saved is refused": refused.length === posts && saved.length === 0,
        "the page says what was not saved, and why": refused.every(
          ({ page }) =>
            page?.includes("Not saved") &&
            page.includes("Errand Nr-8") &&
            !page.includes("went wrong"),
        ),
        "pages are read meanwhile": pagesRead > 0,
      },
    );
  },
};
