import { setTimeout as pause } from "node:timers/promises";
import { type Program, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { chatOf, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until } from "../waiting.ts";

const textsEachKill = 5;

/** People write to the bot while workers die. A reply may get lost; its task may not. */
export const telegramTexts: Row = {
  name: "telegram-texts",
  fault: "worker killed while people write to it by Telegram, 2 workers",
  count: 30,
  quickCount: 3,
  async run({ count: kills, random, installation }) {
    const { db } = installation;
    await using telegram = await startProvider(installation, "telegram");
    await seedReminders(db, 10, { chosenChannel: () => "telegram", eachPerson: 1 });
    const seeded = await countTasks();
    await using workers = new AsyncDisposableStack();
    const startOne = async () => workers.use(await startWorker(installation));
    let running: Program[] = await Promise.all([startOne(), startOne()]);
    let texts = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      for (let text = 0; text < textsEachKill; text += 1) {
        await telegram.write(chatOf(texts % 10), `Buy a present number ${texts}`);
        texts += 1;
      }
      await pause(random.whole(0, 300));
      const victim = random.pick(running);
      await victim.kill();
      // Its lease would end 20 s later.
      await db
        .updateTable("telegram_bots")
        .set({ lease_until: new Date(0).toISOString() })
        .execute();
      running = [...running.filter((worker) => worker !== victim), await startOne()];
    }
    await until(async () => (await countTasks()) >= seeded + texts, 60_000).catch(() => undefined);
    await pause(1_000);
    const added = (await countTasks()) - seeded;
    const replies = telegram.accepted().filter(({ text }) => text.startsWith("Got it")).length;
    return judge(
      { kills, texts, "tasks added": added, replies },
      { "each text became one task": added === texts, "no reply twice": replies <= texts },
    );

    async function countTasks(): Promise<number> {
      const { count } = await db
        .selectFrom("tasks")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    }
  },
};
