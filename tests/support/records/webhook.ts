import { expect } from "vitest";
import { findWebhook } from "#app/domain/webhooks/list-webhooks.server.ts";
import { createWebhookSender } from "#app/domain/webhooks/sending/send-webhooks.server.ts";
import { tickDueTasks } from "#app/domain/webhooks/sending/tick-due.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { WebhookKind } from "#db/schema.ts";
import { startFakeReceiver } from "../../fakes/webhook-receiver.ts";
import { newDatabase } from "./database.ts";
import { newFamily } from "./family.ts";
import { encryptionKey, plantWebhook } from "./plant-webhook.ts";

/** A family with a webhook to a program that takes everything, and a worker that sends on demand. */
export async function withWebhook(kinds?: WebhookKind[]) {
  const stack = new AsyncDisposableStack();
  const { db } = stack.use(newDatabase());
  const receiver = stack.use(await startFakeReceiver());
  const nora = await newFamily(db);
  const { id, secret } = await plantWebhook(db, nora, receiver.address, kinds && { kinds });
  const errors: unknown[] = [];
  const settings = { encryptionKey, trustedHosts: [receiver.host] };
  const sender = createWebhookSender(db, settings, (error) => errors.push(error));
  stack.defer(() => sender.end());
  /** Ends waits as if their time had passed: the webhook's, or those of its messages as well. */
  async function letTimePass({ isPause = false } = {}) {
    if (!isPause) await db.updateTable("webhook_messages").set({ next_at: nowIso() }).execute();
    await db
      .updateTable("webhooks")
      .set({ next_send_at: nowIso() })
      .where("next_send_at", "is not", null)
      .execute();
  }
  return {
    db,
    receiver,
    nora,
    id,
    secret,
    sender,
    /** Sends until nothing more can go out. */
    send: async () => {
      for (let before = -1; before !== receiver.messages.length;) {
        before = receiver.messages.length;
        await sender.send(nowIso());
        await sender.idle();
      }
      expect(errors).toEqual([]);
      return receiver.messages.map(({ body }) => body);
    },
    /** Finds the tasks that are due at an instant to come. */
    tickDue: async (now: string) => {
      await tickDueTasks(db, now);
      await letTimePass();
    },
    letTimePass,
    page: async () => (await findWebhook(db, nora, id))!,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
