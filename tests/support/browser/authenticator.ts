import { TOTP } from "otpauth";
import {
  addAuthenticator,
  startAuthenticatorSetup,
} from "#app/domain/accounts/factors/authenticator-setup.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import type { HasData } from "../product/mila.ts";
import type { RunningMila } from "../product/shared-mila.ts";
import { openData } from "../records/open-data.ts";

export interface Authenticator {
  /**
   * Returns the code of this 30-second step, or of a later one, as an app whose clock is ahead
   * would.
   */
  code: (stepsAhead?: number) => string;
}

/** Acts as an app that has been given the key. */
export function authenticatorWith(key: string): Authenticator {
  const totp = new TOTP({ secret: key.replaceAll(" ", "") });
  return {
    code: (stepsAhead = 0) => totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 }),
  };
}

export async function startSetup(
  dataFolder: string,
  userId: string,
): Promise<Authenticator & { sealed: string }> {
  const account = { id: userId, email: "nora@example.com" };
  const { sealed, typedKey } = await startAuthenticatorSetup(
    account,
    readSecrets(dataFolder).encryption,
  );
  return { sealed, ...authenticatorWith(typedKey) };
}

/** Turns on two-step sign-in. This step's code is then used; the next one's is still valid. */
export async function giveAuthenticator(
  { db, dataFolder }: Pick<RunningMila, "db" | "dataFolder">,
  userId: string,
): Promise<Authenticator & { recoveryCodes: string[] }> {
  const { sealed, code } = await startSetup(dataFolder, userId);
  const added = await addAuthenticator(
    db,
    { userId, sealed, code: code() },
    readSecrets(dataFolder).encryption,
  );
  if (added.status !== "added") throw new Error(added.status);
  return { code, recoveryCodes: added.recoveryCodes ?? [] };
}

export async function turnOnTwoStep({ dataFolder }: HasData, email: string): Promise<void> {
  await using db = openData(dataFolder);
  const { id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  await giveAuthenticator({ db, dataFolder }, id);
}
