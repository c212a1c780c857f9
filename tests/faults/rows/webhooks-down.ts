import { readSecrets } from "#app/config/secrets.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { addMessages } from "#app/domain/webhooks/record-events.server.ts";
import { type FakeReceiver, startFakeReceiver } from "#tests/fakes/webhook-receiver.ts";
import { newFamily } from "#tests/support/records/family.ts";
import { plantWebhook } from "#tests/support/records/plant-webhook.ts";
import type { Installation } from "../installation.ts";
import { startWorker } from "../program.ts";
import { judge, type Row } from "../row.ts";
import { until } from "../waiting.ts";

/** Servers that are down for long, slow, or gone, beside a healthy one of another household. */
export const webhooksDown: Row = {
  name: "webhooks-down",
  fault: "webhooks down for 3 days, slow, answering 410",
  count: 50,
  async run({ count, installation }) {
    await using slow = await startFakeReceiver();
    await using gone = await startFakeReceiver();
    await using down = await startFakeReceiver();
    await using back = await startFakeReceiver();
    await using healthy = await startFakeReceiver();
    slow.behave((_, response) => void setTimeout(() => response.writeHead(204).end(), 3_000));
    gone.behave((_, response) => response.writeHead(410).end());
    for (const one of [down, back]) one.behave((_, response) => response.writeHead(503).end());
    const receivers = { slow, gone, down, back, healthy };
    installation.settings.ALLOWED_PRIVATE_HOSTS = Object.values(receivers)
      .map(({ host }) => host)
      .join(" ");
    const add = (receiver: FakeReceiver) => addWithTests(installation, receiver, count);
    const ids = {
      slow: await add(slow),
      gone: await add(gone),
      down: await add(down),
      back: await add(back),
    };
    await using _worker = await startWorker(installation);
    // Each of the others has its request under way, or has refused its first one.
    const areAllTried = () => [slow, gone, down, back].every(({ messages }) => messages.length > 0);
    await until(areAllTried, 60_000);
    const startedAt = performance.now();
    await add(healthy);
    await until(() => healthy.messages.length === count, 60_000);
    const healthyMs = Math.round(performance.now() - startedAt);

    const requestsWhileDown = down.messages.length;
    await tryNow(installation, ids.down, earlierBy(nowIso(), { hours: 73 }));
    const offReason = async (id: string) => (await read(installation, id)).off_reason;
    await until(async () => (await offReason(ids.down)) !== null, 30_000);
    back.behave();
    await tryNow(installation, ids.back, nowIso());
    await until(async () => (await statesOf(installation, ids.back)).waiting === 0, 60_000);
    const ofBack = await statesOf(installation, ids.back);
    const ofDown = await statesOf(installation, ids.down);
    const order = back.messages.map(({ headers }) => String(headers["webhook-id"]));
    const inOrder = await listIds(installation, ids.back);
    return judge(
      {
        messages: 5 * count,
        "of the healthy one after (ms)": healthyMs,
        "requests to the gone one": gone.messages.length,
        "requests to the one that was down": requestsWhileDown,
      },
      {
        "another household's messages go out": healthy.messages.length === count,
        "410 switches off at once":
          (await offReason(ids.gone)) === "gone" && gone.messages.length === 1,
        "three days switch off": (await offReason(ids.down)) === "failing",
        "nothing is left waiting then": ofDown.waiting === 0,
        "a server that is back gets everything": ofBack.sent === count,
        "in the order in which it was made": inOrder.join() === [...new Set(order)].join(),
        "a server that is down is asked once, not for each message": requestsWhileDown <= 3,
      },
      { "another household's messages don't wait": healthyMs < 10_000 },
    );
  },
};

/** A family whose webhook has so many messages to send. Returns the webhook's id. */
async function addWithTests(
  { db, folder }: Installation,
  { address }: FakeReceiver,
  count: number,
): Promise<string> {
  const family = await newFamily(db);
  const key = readSecrets(folder).encryption;
  const { id } = await plantWebhook(db, family, address, { key });
  const subjectIds = Array.from({ length: count }, (_, at) => `${id}-${at}`);
  const messages = { kind: "test", subjectIds, now: nowIso() } as const;
  await db.transaction().execute((trx) => addMessages(trx, [{ id }], messages));
  return id;
}

async function tryNow({ db }: Installation, id: string, firstTriedAt: string): Promise<void> {
  const waiting = db.updateTable("webhook_messages").where("webhook_id", "=", id);
  await waiting
    .set({ first_tried_at: firstTriedAt })
    .where("first_tried_at", "is not", null)
    .execute();
  await db.updateTable("webhooks").set({ next_send_at: nowIso() }).where("id", "=", id).execute();
}

const read = ({ db }: Installation, id: string) =>
  db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function statesOf({ db }: Installation, id: string) {
  const rows = await db
    .selectFrom("webhook_messages")
    .select("state")
    .where("webhook_id", "=", id)
    .execute();
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  return { waiting: count("waiting"), sent: count("sent") };
}

async function listIds({ db }: Installation, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("webhook_messages")
    .select("id")
    .where("webhook_id", "=", id)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.id);
}
