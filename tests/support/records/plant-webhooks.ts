import { v7 as newId } from "uuid";
import { readSecrets } from "#app/config/secrets.server.ts";
import type { HasData } from "../product/mila.ts";
import { findUserId } from "../people/owner.ts";
import { noon } from "./add-delivery.ts";
import { plantWebhook } from "./plant-webhook.ts";
import { openData } from "./open-data.ts";

const far = "2101-01-01T00:00:00.000Z";

/** Inserts a webhook with messages of each kind, and another one that is off. */
export async function plantWebhooks(
  mila: HasData,
  { email }: { email: string },
): Promise<{ on: string }> {
  await using db = openData(mila.dataFolder);
  const owner = { userId: await findUserId(mila, email) };
  const key = readSecrets(mila.dataFolder).encryption;
  const { id: on } = await plantWebhook(db, owner, "https://home-assistant.example/hook", { key });
  const long = `https://${"program".repeat(8)}.example/hook`;
  const { id: off } = await plantWebhook(db, owner, long, { key });
  await db
    .updateTable("webhooks")
    .set({ off_at: noon, off_reason: "failing" })
    .where("id", "=", off)
    .execute();
  await db
    .updateTable("webhooks")
    .set({ next_send_at: far, failures: 3 })
    .where("id", "=", on)
    .execute();
  const ended = { ended_at: noon, attempts: 1 };
  const rows = [
    { kind: "test", state: "sent", status: 204, ...ended },
    { kind: "list.item_added", state: "left_out", ...ended },
    { kind: "task.due", state: "failed", ...ended },
    { kind: "task.completed", attempts: 3, status: 503 },
    { kind: "task.created" },
  ] as const;
  const message = { webhook_id: on, subject_id: "one", made_at: noon, next_at: far };
  const { last } = await db
    .selectFrom("webhook_messages")
    .select(({ fn }) => fn.max<number | null>("position").as("last"))
    .executeTakeFirstOrThrow();
  for (const [at, row] of rows.entries())
    await db
      .insertInto("webhook_messages")
      .values({ id: newId(), position: (last ?? 0) + 1 + at, ...message, ...row })
      .execute();
  return { on };
}
