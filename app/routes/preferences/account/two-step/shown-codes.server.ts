import { confirmFully } from "#app/domain/accounts/sessions/session.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { sealedCookie } from "#app/server/cookies/sealed-cookie.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

const shownCodes = z.object({ userId: z.string(), codes: z.array(z.string()) });

/**
 * Carries the codes to the next page in the browser, once, because only their hashes are stored.
 */
const shownCodesCookie = sealedCookie("mila_recovery_codes", "recovery-codes", shownCodes);

export async function showRecoveryCodes(
  userId: string,
  codes: string[],
  about: ReturnType<typeof toast>,
) {
  const cookie = await shownCodesCookie.serialize({ userId, codes });
  return redirectWithToast("/preferences/account/recovery-codes", about, [cookie]);
}

/** The first factor comes with recovery codes. A user who adds one has taken the second step. */
export async function finishAdding(
  { userId, sessionId }: SignedIn,
  codes: string[] | null,
  title: string,
): Promise<Response> {
  await confirmFully(database(), sessionId);
  if (codes) return showRecoveryCodes(userId, codes, toast("success", "Two-step sign-in is on"));
  return redirectWithToast("/preferences/account", toast("success", title));
}

export async function consumeShownCodes(request: Request, userId: string) {
  const shown = await shownCodesCookie.read(request);
  if (shown?.userId !== userId) return null;
  return { codes: shown.codes, headers: { "Set-Cookie": await shownCodesCookie.clear() } };
}
