import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../support/product/free-port.ts";
import {
  type FamilyAtWeb,
  markOf,
  newFamilyAtWeb,
  postTask,
  remindersEach,
  savedTasks,
} from "../family-at-web.ts";
import { isSound } from "../outcome.ts";
import { startWeb } from "../program.ts";
import { judge, type Row } from "../row.ts";

const requestsEachKill = 8;

export const webKilled: Row = {
  name: "web-killed",
  fault: "web killed inside requests",
  count: 100,
  quickCount: 5,
  isLong: true,
  async run({ count: kills, random, installation }) {
    const { db, settings } = installation;
    settings.PORT = String(await freePort());
    await using servers = new AsyncDisposableStack();
    let web = servers.use(await startWeb(installation));
    const family = await newFamilyAtWeb(db, web.url);
    await installation.liftAddingLimit();
    const answered: number[] = [];
    const roundMs = await measureTime(() => post(family, numbersOf(-1)).answered);
    for (let kill = 0; kill < kills; kill += 1) {
      const posting = post(family, numbersOf(kill));
      // One surely after an answer and one surely before any; of the others, some before the first
      // save and some after the last.
      if (kill === 0) await posting.first;
      else if (kill > 1) await pause(random.whole(0, Math.round(roundMs * 1.2)));
      await web.kill();
      answered.push(...(await posting.answered));
      web = servers.use(await startWeb(installation));
    }
    const saved = await savedTasks(db);
    const missing = answered.filter(
      (number) => !saved.some(({ title }) => title.includes(markOf(number))),
    );
    const halves = saved.filter(({ reminders }) => reminders !== remindersEach);
    return judge(
      {
        kills,
        posted: kills * requestsEachKill,
        answered: answered.length,
        saved: saved.length,
        lost: missing.length,
      },
      {
        "what was answered as saved is there": missing.length === 0,
        "a task has all its reminders": halves.length === 0,
        "some were answered, and some were cut off":
          answered.length > 0 && answered.length < kills * requestsEachKill,
        "the pages come back": (await family.get("/dashboard")).status === 200,
        "the database is sound": await isSound(db),
      },
    );
  },
};

function numbersOf(kill: number): number[] {
  return Array.from(
    { length: requestsEachKill },
    (_, index) => (kill + 1) * requestsEachKill + index,
  );
}

/** Posts all at once. Reports the first confirmed save, and finally all confirmed numbers. */
function post(
  family: FamilyAtWeb,
  numbers: number[],
): { first: Promise<unknown>; answered: Promise<number[]> } {
  const posts = numbers.map(async (number) =>
    (await postTask(family, number))?.status === 303 ? [number] : [],
  );
  const answered = Promise.all(posts).then((some) => some.flat());
  const aFirst = posts.map(async (one) =>
    (await one).length > 0 ? undefined : new Promise(() => undefined),
  );
  return { first: Promise.race([...aFirst, answered]), answered };
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
