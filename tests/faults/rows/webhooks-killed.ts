import { setTimeout as pause } from "node:timers/promises";
import { nowIso } from "#app/domain/core/time.ts";
import { announceTaskChange, tasksAdded } from "#app/domain/tasks/events.server.ts";
import { newFamily } from "#tests/support/records/family.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { startFakeReceiver } from "#tests/fakes/webhook-receiver.ts";
import { plantWebhook } from "#tests/support/records/plant-webhook.ts";
import { newTask } from "#tests/support/messages/delegation.ts";
import type { Installation } from "../installation.ts";
import { startWorker, type Program } from "../program.ts";
import { judge, type Row } from "../row.ts";
import { until } from "../waiting.ts";

const families = 4;
const tasksEach = 3;

interface Receipt {
  id: string;
  wasTaken: boolean;
}

/** Kills workers while they call a server that is slow, refuses some, or says nothing. */
export const webhooksKilled: Row = {
  name: "webhooks-killed",
  fault: "worker killed while it calls webhooks that are slow, refuse or fall silent",
  count: 40,
  quickCount: 6,
  async run({ count, random, installation }) {
    await using receiver = await startFakeReceiver();
    installation.settings.ALLOWED_PRIVATE_HOSTS = receiver.host;
    const receipts: Receipt[] = [];
    let isMended = false;
    receiver.behave((request, response) => {
      const id = String(request.headers["webhook-id"]);
      const fate = isMended ? 0 : random.next();
      receipts.push({ id, wasTaken: fate < 0.7 });
      if (fate < 0.4) return void response.writeHead(204).end();
      if (fate < 0.7) return void setTimeout(() => response.writeHead(200).end(), 300);
      if (fate < 0.8) return void response.writeHead(500).end();
      if (fate < 0.9) return void response.writeHead(503).end();
      request.socket.destroy();
    });
    const tasks = await addFamilies(
      installation,
      receiver.address,
      readSecrets(installation.folder).encryption,
    );
    await using workers = new AsyncDisposableStack();
    const startOne = async () => workers.use(await startWorker(installation));
    let kills = 0;
    let running: Program[] = [await startOne(), await startOne()];
    for (let time = 0; time < count; time += 1) {
      for (const taskId of tasks) await change(installation, taskId);
      await endWaits(installation);
      await pause(random.whole(0, 1_500));
      const victims = time % 2 === 0 ? running : [random.pick(running)];
      for (const victim of victims) await victim.kill();
      kills += victims.length;
      running = running.filter((worker) => !victims.includes(worker));
      // The others' claims end by themselves, after 40 s.
      if (running.length === 0) await endClaims(installation);
      while (running.length < 2) running.push(await startOne());
    }
    isMended = true;
    const isOver = async () => (await listMessages(installation)).every(({ ended_at }) => ended_at);
    for (let tries = 0; tries < 30 && !(await isOver()); tries += 1) {
      await endWaits(installation);
      await until(isOver, 3_000);
    }
    const messages = await listMessages(installation);
    const taken = new Set(receipts.filter(({ wasTaken }) => wasTaken).map(({ id }) => id));
    const lost = messages.filter(({ id, state }) => state !== "sent" || !taken.has(id)).length;
    const outOfOrder = countOutOfOrder(messages, receipts);
    return judge(
      {
        messages: messages.length,
        kills,
        lost,
        copies: receipts.length - messages.length,
        "out of order": outOfOrder,
      },
      {
        "each message is taken at least once": lost === 0,
        "the messages of a task come in their order": outOfOrder === 0,
        "there is something to judge": messages.length >= tasks.length,
      },
    );
  },
};

async function addFamilies({ db }: Installation, address: string, key: string): Promise<string[]> {
  const tasks: string[] = [];
  for (let at = 0; at < families; at += 1) {
    const family = await newFamily(db);
    await plantWebhook(db, family, `${address}/${at}`, { key });
    for (let one = 0; one < tasksEach; one += 1) tasks.push(await newTask(db, family));
  }
  const now = nowIso();
  await db.transaction().execute(async (trx) => {
    await tasksAdded.announce(trx, { taskIds: tasks }, now);
    await announceTaskChange(trx, tasks);
  });
  return tasks;
}

const change = ({ db }: Installation, taskId: string) =>
  db.transaction().execute((trx) => announceTaskChange(trx, [taskId]));

/** What a killed worker has claimed, and what was refused, would wait for minutes. */
async function endWaits({ db }: Installation): Promise<void> {
  const now = nowIso();
  await db
    .updateTable("webhook_messages")
    .set({ next_at: now })
    .where("state", "=", "waiting")
    .execute();
  await db
    .updateTable("webhooks")
    .set({ next_send_at: now, failures: 0 })
    .where("next_send_at", "is not", null)
    .execute();
}

async function endClaims({ db }: Installation): Promise<void> {
  await db.updateTable("webhooks").set({ claimed_until: null }).execute();
}

function listMessages({ db }: Installation) {
  return db
    .selectFrom("webhook_messages")
    .select(["id", "subject_id", "state", "ended_at"])
    .orderBy("position")
    .execute();
}

/** Counts messages that came before the one before them was taken, or once more after the next. */
function countOutOfOrder(
  messages: Awaited<ReturnType<typeof listMessages>>,
  receipts: readonly Receipt[],
): number {
  const idsOfTasks = Map.groupBy(messages, ({ subject_id }) => subject_id).values();
  return [...idsOfTasks].reduce((count, some) => {
    const pairs = some.slice(1).map(({ id }, index) => [some[index]!.id, id] as const);
    return count + pairs.filter(([earlier, later]) => isMixed(earlier, later, receipts)).length;
  }, 0);
}

function isMixed(earlier: string, later: string, receipts: readonly Receipt[]): boolean {
  const firstOfLater = receipts.findIndex(({ id }) => id === later);
  const taken = receipts.findIndex(({ id, wasTaken }) => id === earlier && wasTaken);
  const lastOfEarlier = receipts.findLastIndex(({ id }) => id === earlier);
  return (
    firstOfLater !== -1 && (taken === -1 || taken > firstOfLater || lastOfEarlier > firstOfLater)
  );
}
