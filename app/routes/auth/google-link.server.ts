import type { ActionFunctionArgs } from "@remix-run/node";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { database } from "#db/connection.server.ts";
import { checkPassword } from "#app/server/sign-in/check-password.server.ts";
import { pendingLinkCookie, type PendingLink } from "#app/server/google/cookies.server.ts";
import { finishFirstStep } from "#app/server/sign-in/first-step.server.ts";

/** Limited like signing in. */
export async function linkByPassword(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  { identity, redirectTo, timeZone }: PendingLink,
  password: string,
): Promise<Response | { status: number; errors: string[] }> {
  const { email } = identity;
  const checked = await checkPassword({ request, email, context }, (turn) =>
    findUserByPassword(database(), email, password, turn),
  );
  if (checked.refused) return { status: checked.status, errors: [checked.message] };
  const { userId } = checked;
  if (!userId) return { status: 400, errors: ["Wrong password for this account"] };
  const link = { provider: "google", isNew: true, identity } as const;
  const person = { userId, redirectTo, timeZone, link };
  return finishFirstStep({ request, context }, person, [await pendingLinkCookie.clear()]);
}
