import { z } from "#app/domain/core/zod.ts";
import type { MadeWebhook } from "#app/domain/webhooks/webhooks.server.ts";
import { sealedCookie } from "#app/server/cookies/sealed-cookie.server.ts";
import { redirectWithToast, type toast } from "#app/server/toast.server.ts";

const shownSecret = z.object({ userId: z.string(), id: z.string(), secret: z.string() });

/** Carries the secret to the webhook's page in the browser, once. */
const cookie = sealedCookie("mila_webhook", "webhook-secret", shownSecret);

export async function showSecret(
  userId: string,
  made: MadeWebhook,
  about: ReturnType<typeof toast>,
): Promise<Response> {
  const shown = await cookie.serialize({ userId, ...made });
  return redirectWithToast(`/preferences/data/webhooks/${made.id}`, about, [shown]);
}

/** Returns the secret that this user has just made. The next page does not get it again. */
export async function consumeSecret(
  request: Request,
  { userId, id }: { userId: string; id: string },
): Promise<{ secret: string | null; headers: HeadersInit }> {
  const shown = await cookie.read(request);
  if (shown?.userId !== userId || shown.id !== id) return { secret: null, headers: {} };
  return { secret: shown.secret, headers: { "Set-Cookie": await cookie.clear() } };
}
