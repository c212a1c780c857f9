import type { ActionFunctionArgs } from "@remix-run/node";
import {
  findUserByPassword,
  findCredentials,
} from "#app/domain/accounts/credentials/account.server.ts";
import { database } from "#db/connection.server.ts";
import { checkPassword } from "#app/server/sign-in/check-password.server.ts";

/** Has the same limits as signing in. */
export async function checkOwnPassword(
  { userId }: { userId: string },
  password: string,
  { request, context }: ActionFunctionArgs,
): Promise<{ status: number; errors: string[] } | null> {
  const { email, hasPassword } = await findCredentials(database(), userId);
  if (!hasPassword)
    return {
      status: 400,
      errors: ["You don't have a password yet. Choose one on the Account page first."],
    };
  const checked = await checkPassword({ request, email, context }, (requester) =>
    findUserByPassword(database(), email, password, requester),
  );
  if (checked.refused) return { status: checked.status, errors: [checked.message] };
  return checked.userId === userId ? null : { status: 400, errors: ["Wrong password"] };
}
