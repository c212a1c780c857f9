import { z } from "#app/domain/core/zod.ts";
import type { MadeToken } from "#app/domain/tokens/tokens.server.ts";
import { sealedCookie } from "#app/server/cookies/sealed-cookie.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";

const shownToken = z.object({ userId: z.string(), name: z.string(), secret: z.string() });

/** Carries the secret to the next page in the browser, once, because only its hash is stored. */
const cookie = sealedCookie("mila_token", "access-token", shownToken);

export async function showToken(
  userId: string,
  made: MadeToken,
  about: ReturnType<typeof toast>,
): Promise<Response> {
  const shown = await cookie.serialize({ userId, ...made });
  return redirectWithToast("/preferences/data", about, [shown]);
}

/** Returns the token that this user has just made. The next page does not get it again. */
export async function consumeToken(
  request: Request,
  userId: string,
): Promise<{ made: MadeToken | null; headers: HeadersInit }> {
  const shown = await cookie.read(request);
  if (shown?.userId !== userId) return { made: null, headers: {} };
  const { name, secret } = shown;
  return { made: { name, secret }, headers: { "Set-Cookie": await cookie.clear() } };
}
