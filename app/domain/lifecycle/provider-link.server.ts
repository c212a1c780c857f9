import type { Kysely } from "kysely";
import { googleIdentity } from "#app/domain/accounts/google/identity.server.ts";
import { oidcIdentity } from "#app/domain/accounts/oidc/identity.server.ts";
import { z } from "#app/domain/core/zod.ts";
import type { Database } from "#db/schema.ts";
import { googleAccount } from "./google-sign-in.server.ts";
import { oidcAccount } from "./oidc-sign-in.server.ts";
import { saveProviderAccount } from "./sign-in-by-provider.server.ts";

/** The account at the provider, which is saved after the second step. */
export const providerLink = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("google"), isNew: z.boolean(), identity: googleIdentity }),
  z.object({ provider: z.literal("oidc"), isNew: z.boolean(), identity: oidcIdentity }),
]);

type ProviderLink = z.infer<typeof providerLink>;

/** Returns false if either account has been linked or unlinked since. */
export async function saveProviderLink(
  db: Kysely<Database>,
  userId: string,
  link: ProviderLink,
  encryptionKey: string,
): Promise<boolean> {
  const account =
    link.provider === "google"
      ? googleAccount(link.identity, encryptionKey)
      : oidcAccount(link.identity);
  return saveProviderAccount(db, { userId, isNew: link.isNew }, account);
}
