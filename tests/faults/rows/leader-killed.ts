import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Installation } from "../installation.ts";
import { measureArrivals } from "../lateness.ts";
import { readOutcome } from "../outcome.ts";
import { type Program, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import { untilFinished } from "../waiting.ts";

const [eachKill, workers] = [100, 3];
/** Reminders become messages again within this time. */
const failoverMs = 15_000;

type Worker = Program & { log: string };

/** Reminders become due just after the kill, when nobody leads. */
export const leaderKilled: Row = {
  name: "leader-killed",
  fault: "the worker that leads killed, 3 workers, reminders due just then",
  count: 20,
  quickCount: 3,
  async run({ count: kills, random, installation }) {
    const { db, postgres } = installation;
    if (!postgres) return skip("it is about PostgreSQL");
    await using twilio = await startProvider(installation, "twilio");
    const { reminderIds } = await seedReminders(db, kills * eachKill);
    await using stack = new AsyncDisposableStack();
    let started = 0;
    const startOne = async () => stack.use(await startLogged(installation, (started += 1)));
    let running = await Promise.all(Array.from({ length: workers }, startOne));
    let led = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(random.whole(500, 2_000));
      const leader = running.find(({ log }) => readFileSync(log, "utf8").includes("worker leads"));
      if (leader) led += 1;
      const victim = leader ?? random.pick(running);
      await victim.kill();
      await makeDue(db, reminderIds.slice(kill * eachKill, (kill + 1) * eachKill));
      running = [...running.filter((worker) => worker !== victim), await startOne()];
    }
    await untilFinished(db);
    const { lost, extra, sent, isSound } = await readOutcome(db, twilio.accepted());
    const latestMs = (await measureArrivals(db, twilio.accepted())).at(-1) ?? Infinity;
    return judge(
      {
        kills,
        "of them the leader": led,
        messages: reminderIds.length,
        lost,
        extra,
        "latest (ms)": latestMs,
      },
      {
        "nothing is lost": lost === 0 && sent === reminderIds.length,
        "no extra copy": extra === 0,
        "the database is sound": isSound,
      },
      { "another one leads within 15 s": latestMs <= failoverMs },
    );
  },
};

async function startLogged(installation: Installation, number: number): Promise<Worker> {
  const logFolder = join(installation.folder, `worker-${number}`);
  mkdirSync(logFolder);
  const worker = await startWorker({ ...installation, logFolder });
  return Object.assign(worker, { log: join(logFolder, "output.log") });
}
