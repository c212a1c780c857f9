import { setTimeout as pause } from "node:timers/promises";
import {
  type FamilyAtWeb,
  freePort,
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
  async run({ count: kills, random, installation }) {
    const { db, settings } = installation;
    settings.PORT = await freePort();
    await using servers = new AsyncDisposableStack();
    let web = servers.use(await startWeb(installation));
    const family = await newFamilyAtWeb(db, web.url);
    const answered: number[] = [];
    const roundMs = await timeOf(() => post(family, numbersOf(-1)));
    for (let kill = 0; kill < kills; kill += 1) {
      const posting = post(family, numbersOf(kill));
      // Some die before the first is saved, some after the last.
      await pause(random.whole(0, Math.round(roundMs * 1.2)));
      await web.kill();
      answered.push(...(await posting));
      web = servers.use(await startWeb(installation));
    }
    const saved = await savedTasks(db);
    const missing = answered.filter((number) => !saved.some(({ title }) => title.includes(markOf(number))));
    const halves = saved.filter(({ reminders }) => reminders !== remindersEach);
    return judge(
      { kills, posted: kills * requestsEachKill, answered: answered.length, saved: saved.length, lost: missing.length },
      {
        "what was answered as saved is there": missing.length === 0,
        "a task has all its reminders": halves.length === 0,
        "some were answered, and some were cut off": answered.length > 0 && answered.length < kills * requestsEachKill,
        "the pages come back": (await family.get("/dashboard")).status === 200,
        "the database is sound": await isSound(db),
      },
    );
  },
};

function numbersOf(kill: number): number[] {
  return Array.from({ length: requestsEachKill }, (_, index) => (kill + 1) * requestsEachKill + index);
}

/** Posts them all at once. Returns the numbers of those that were answered as saved. */
async function post(family: FamilyAtWeb, numbers: number[]): Promise<number[]> {
  const answers = await Promise.all(numbers.map((number) => postTask(family, number)));
  return numbers.filter((_, index) => answers[index]?.status === 303);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
