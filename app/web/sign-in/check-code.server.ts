import type { ActionFunctionArgs } from "@remix-run/node";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { acceptCode } from "#app/domain/accounts/factors/accept-code.server.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { database } from "#db/connection.server.ts";
import { checkLimited, tooManyTriesMessage } from "./check-password.server.ts";
import { encryptionKey } from "../instance.server.ts";

type Refusal = { status: number; errors: string[] };

export async function checkCode(userId: string, code: string, args: ActionFunctionArgs): Promise<Refusal | null> {
  const wrong = "That code is wrong or was used before. Codes of an app change every 30 seconds.";
  return check(userId, args, wrong, () => acceptCode(database(), { userId, code }, encryptionKey));
}

/** Accepts the account's password too. */
export async function checkProof(userId: string, proof: string, args: ActionFunctionArgs): Promise<Refusal | null> {
  return check(userId, args, "That's neither your password nor a code that still works.", async (email) => {
    if (await acceptCode(database(), { userId, code: proof }, encryptionKey)) return true;
    return (await findUserByPassword(database(), email, proof)) === userId;
  });
}

async function check(
  userId: string,
  { request, context }: ActionFunctionArgs,
  wrong: string,
  isRight: (email: string) => Promise<boolean>,
): Promise<Refusal | null> {
  const { email } = await findPerson(database(), userId);
  const checked = await checkLimited({ request, email, context }, "code", async () =>
    (await isRight(email)) ? userId : null,
  );
  if (checked.refused) return { status: 429, errors: [tooManyTriesMessage] };
  return checked.userId === null ? { status: 400, errors: [wrong] } : null;
}
