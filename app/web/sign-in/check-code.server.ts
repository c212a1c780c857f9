import type { AppLoadContext } from "@remix-run/node";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { acceptCode } from "#app/domain/accounts/factors/accept-code.server.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { database } from "#db/connection.server.ts";
import { checkPassword, tooManyTriesMessage } from "../check-password.server.ts";
import { encryptionKey } from "../instance.server.ts";

type Refusal = { status: number; errors: string[] };

export async function checkCode(userId: string, code: string, context: AppLoadContext): Promise<Refusal | null> {
  const wrong = "That code is wrong or was used before. Codes of an app change every 30 seconds.";
  return checkLimited(userId, context, wrong, () => acceptCode(database(), { userId, code }, encryptionKey));
}

/** Accepts the account's password too. */
export async function checkProof(userId: string, proof: string, context: AppLoadContext): Promise<Refusal | null> {
  return checkLimited(userId, context, "That's neither your password nor a code that still works.", async (email) => {
    if (await acceptCode(database(), { userId, code: proof }, encryptionKey)) return true;
    return (await findUserByPassword(database(), email, proof)) === userId;
  });
}

async function checkLimited(
  userId: string,
  { ipAddress }: AppLoadContext,
  wrong: string,
  isRight: (email: string) => Promise<boolean>,
): Promise<Refusal | null> {
  const { email } = await findPerson(database(), userId);
  const checked = await checkPassword({ email, ipAddress, step: "code" }, async () =>
    (await isRight(email)) ? userId : null,
  );
  if (checked.refused) return { status: 429, errors: [tooManyTriesMessage] };
  return checked.userId === null ? { status: 400, errors: [wrong] } : null;
}
