import { z } from "zod";
import { signedCookie } from "#app/server/cookies/signed-cookie.server.ts";

const resetLink = z.object({ userId: z.string(), link: z.string() });

const cookie = signedCookie("mila_reset_link", { maxAge: 60 });

export function serializeResetLink(shown: z.infer<typeof resetLink>): Promise<string> {
  return cookie.serialize(shown);
}

export async function consumeResetLink(
  request: Request,
  userId: string,
): Promise<{ link: string | null; headers?: HeadersInit }> {
  const result = resetLink.safeParse(await cookie.read(request));
  if (!result.success || result.data.userId !== userId) return { link: null };
  return { link: result.data.link, headers: { "Set-Cookie": await cookie.clear() } };
}
