import { randomBytes } from "node:crypto";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { z } from "#app/domain/core/zod.ts";

const sealedWebhook = z.object({ address: z.string(), secret: z.string() });

export type SealedWebhook = z.infer<typeof sealedWebhook>;

/** @param id of the webhook's row */
export function sealWebhook(key: string, webhook: SealedWebhook, id: string): string {
  return encrypt(key, JSON.stringify(webhook), id);
}

/** Returns null for what lost keys have sealed. */
export function openWebhook(
  key: string,
  { id, content }: { id: string; content: string },
): SealedWebhook | null {
  const text = decrypt(key, content, id);
  return text === null ? null : sealedWebhook.parse(JSON.parse(text));
}

/** Has the form of Standard Webhooks: 24 to 64 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
