import { setTimeout as pause } from "node:timers/promises";
import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

/** Node's servers close idle connections after 5 s. */
const keepAliveMs = 5_000;
const rounds = 3;
const busyLoop = new URL("../busy-loop.ts", import.meta.url).pathname;

/** Around the moment when the provider closes idle connections, which a busy worker learns late. */
export const idleSockets: Row = {
  name: "idle-sockets",
  fault: "idle sockets beyond the provider's keep-alive, event loop busy 400 ms",
  count: 150,
  quickCount: 50,
  async run({ count, isQuick, random, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await using postmark = await startProvider(installation, "postmark");
    const times = isQuick ? 1 : rounds;
    const { reminderIds } = await seedReminders(db, count * (times + 1), {
      isByEmail: (person) => person % 4 === 3,
    });
    await using _worker = await startWorker(installation, {
      more: { NODE_OPTIONS: `--import=${busyLoop}` },
    });
    for (let round = 0; round <= times; round += 1) {
      if (round > 0) await pause(keepAliveMs + random.whole(0, 1_000));
      await makeDue(db, reminderIds.slice(round * count, (round + 1) * count));
      await untilFinished(db);
    }
    const unclear = await db
      .selectFrom("deliveries")
      .select("id")
      .where("unknown_since", "is not", null)
      .execute();
    const { lost, extra, sent } = await readOutcome(db, [
      ...twilio.accepted(),
      ...postmark.accepted(),
    ]);
    return judge(
      { messages: reminderIds.length, lost, extra, unclear: unclear.length },
      {
        "none is unclear": unclear.length === 0,
        "nothing is lost": lost === 0 && sent === reminderIds.length,
        "no extra copy": extra === 0,
      },
    );
  },
};
