import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { askReadiness } from "../../support/product/readiness.ts";
import { mountSmallDisk } from "../../support/product/small-disk.ts";
import { markOf, newFamilyAtWeb, postTask, remindersEach, savedTasks } from "../family-at-web.ts";
import { newInstallation } from "../installation.ts";
import { readOutcome } from "../outcome.ts";
import { startWeb, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

const maxPosts = 400;
const messages = 200;

/** On a disk of 16 MB. */
export const diskFull: Row = {
  name: "disk-full",
  fault: "the disk is full",
  count: 1,
  async run({ installation: outside }) {
    using disk = mountSmallDisk(join(outside.folder, "disk"));
    if (!disk) return skip("no small disk can be mounted here (it takes root)");
    await using twilio = await startProvider(outside, "twilio");
    await using installation = await newInstallation(join(disk.folder, "data"));
    Object.assign(installation.settings, twilio.settings, { DISK_FULL_PERCENT: "100" });
    installation.logFolder = outside.folder;
    const { db } = installation;
    await using web = await startWeb(installation);
    await using _worker = await startWorker(installation);
    const family = await newFamilyAtWeb(db, web.url);
    await installation.liftAddingLimit();
    const { reminderIds } = await seedReminders(db, messages);
    await makeDue(db, reminderIds, laterBy(nowIso(), { seconds: 3 }));

    disk.fill();
    const answers: (number | undefined)[] = [];
    const isRefused = () => answers.slice(-3).filter((status) => status !== 303).length === 3;
    while (answers.length < maxPosts && !isRefused())
      answers.push((await postTask(family, 800_000 + answers.length))?.status);
    const errorPage = await (await postTask(family, 899_999))?.text();
    const errorId = />([0-9a-f]{12})</.exec(errorPage ?? "")?.[1] ?? "no number";
    const readiness = await askReadiness({ url: web.url, dataFolder: installation.folder })();
    // Reminders become due meanwhile.
    await until(() => existsSync(join(disk.folder, "never")), 5_000);
    const logLines = readFileSync(join(outside.folder, "output.log"), "utf8").split("\n");
    disk.makeRoom();
    const after = await postTask(family, 900_000);
    await untilFinished(db);
    const saved = await savedTasks(db);
    const has = (number: number) => saved.some(({ title }) => title.includes(markOf(number)));
    const falselySaved = answers.filter(
      (status, index) => status === 303 && !has(800_000 + index),
    ).length;
    const { lost, extra, sent, isSound } = await readOutcome(db, twilio.accepted());
    return judge(
      {
        "said to be saved": answers.filter((status) => status === 303).length,
        falsely: falselySaved,
        messages,
        lost,
        extra,
      },
      {
        "the disk was full": isRefused(),
        "the health check says so":
          readiness.status === 503 && readiness.text.includes('"disk":"full"'),
        "the log line carries the page's number": logLines.some(
          (line) => line.includes(`"requestId":"${errorId}"`) && line.includes("disk is full"),
        ),
        "nothing is said to be saved that is not": falselySaved === 0,
        "it saves again without a restart": after?.status === 303 && has(900_000),
        "no half of a change": saved
          .filter(({ title }) => /Nr-[89]/.test(title))
          .every((task) => task.reminders === remindersEach),
        "nothing is lost": lost === 0 && sent === messages,
        "no extra copy": extra === 0,
        "the database is sound": isSound,
      },
    );
  },
};
