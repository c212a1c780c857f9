import type { Kysely } from "kysely";
import { kindNames } from "#app/domain/webhooks/input.ts";
import { addWebhook } from "#app/domain/webhooks/webhooks.server.ts";
import type { Database, WebhookKind } from "#db/schema.ts";

export const encryptionKey = Buffer.alloc(32, 7).toString("base64url");

/** Adds a webhook without its page. */
export async function plantWebhook(
  db: Kysely<Database>,
  { userId }: { userId: string },
  address: string,
  { kinds = kindNames, key = encryptionKey }: { kinds?: WebhookKind[]; key?: string } = {},
) {
  const about = { encryptionKey: key, trustedHosts: [new URL(address).host] };
  const made = await addWebhook(db, { userId }, { address, kinds }, about);
  if (typeof made === "string") throw new Error(`The webhook was refused: ${made}`);
  return made;
}
