import type { Kysely } from "kysely";
import type { OidcIdentity } from "#app/domain/accounts/oidc/identity.server.ts";
import {
  findUserByOidc,
  hasOidcAccount,
  saveOidcAccount,
} from "#app/domain/accounts/oidc/oidc-account.server.ts";
import type { Database } from "#db/schema.ts";
import type { Newcomer } from "./create-account.server.ts";
import {
  type SignUpSettings,
  type ProviderAccount,
  type ProviderSignIn,
  signInByProvider,
} from "./sign-in-by-provider.server.ts";

export async function signInWithOidc(
  db: Kysely<Database>,
  person: OidcIdentity & Newcomer & { timeZone?: string | undefined },
  settings: SignUpSettings,
): Promise<ProviderSignIn> {
  return signInByProvider(db, person, oidcAccount(person), settings);
}

export function oidcAccount(identity: OidcIdentity): ProviderAccount {
  return {
    auditKind: "sign_in_provider_linked",
    findUser: (trx) => findUserByOidc(trx, identity),
    isUserLinked: (trx, userId) => hasOidcAccount(trx, userId, identity.issuer),
    save: (trx, userId, now) => saveOidcAccount(trx, userId, identity, now),
  };
}
