import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { usePush } from "../push-devices.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

const retryAfterSeconds = 4;

const behaviours: Behaviour[] = [
  { type: "failing", status: 410 },
  { type: "failing", status: 429, retryAfterSeconds, times: 1 },
  { type: "failing", status: 503, times: 2 },
  { type: "failing", status: 500, times: 1 },
  { type: "taking_then_failing", status: 502, times: 1 },
  { type: "hanging_up", when: "after_taking", times: 1 },
  { type: "slow", answerMs: 3_000 },
  { type: "taking_then_failing", status: 502 },
];
const [gone, limited] = [0, 1];

export const pushAnswers: Row = {
  name: "push-answers",
  fault: "push services answer 410, 429, 5xx, late or not at all",
  count: 50,
  async run({ count, installation }) {
    const { db } = installation;
    await using push = await startProvider(installation, "push");
    const all = count * behaviours.length;
    const { reminderIds, people } = await seedReminders(db, all, { eachPerson: 1 });
    await usePush(db, people, push.settings);
    const kindOf = (index: number) => index % behaviours.length;
    await push.behave(
      ...people.map(({ userId: to }, index) => ({ ...behaviours[kindOf(index)]!, to })),
    );
    await makeDue(db, reminderIds);
    await using _worker = await startWorker(installation);
    await untilFinished(db);
    const { lost, extra, maxCopies, sent, unconfirmed } = await readOutcome(db, push.accepted());
    const requests = await push.sendRequests();
    const timesOf = (index: number) =>
      requests.filter(({ path }) => path === `/push/${people[index]?.userId}`).map(({ at }) => at);
    const indexes = people.map((_, index) => index);
    const gaps = indexes
      .filter((index) => kindOf(index) === limited)
      .map(timesOf)
      .map(([first = 0, second = 0]) => second - first);
    const toGone = indexes.filter((index) => kindOf(index) === gone).flatMap(timesOf);
    const ended = await db
      .selectFrom("deliveries")
      .select("id")
      .where("reason", "=", "device_gone")
      .execute();
    const left = await db.selectFrom("push_devices").select("id").execute();
    return judge(
      {
        messages: all,
        lost,
        extra,
        maxCopies,
        unconfirmed,
        "earliest again (ms)": Math.min(...gaps),
      },
      {
        "nothing is lost": lost === 0 && sent === all - count,
        "a device that is gone is asked once, and forgotten":
          toGone.length === count && ended.length === count && left.length === all - count,
        "no request is too early": gaps.every((gap) => gap >= retryAfterSeconds * 1_000),
        "three copies at most, and only of unclear ones": maxCopies <= 3 && extra <= 4 * count,
        "what was never answered is sent, unconfirmed": unconfirmed === count,
      },
    );
  },
};
