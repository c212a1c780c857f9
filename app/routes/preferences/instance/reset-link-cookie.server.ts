import { z } from "zod";
import { readSecrets } from "#app/config/secrets.server.ts";
import { hostOnlyName, privateCookie } from "#app/web/cookie.server.ts";

const resetLink = z.object({ userId: z.string(), link: z.string() });

const cookie = privateCookie(hostOnlyName("mila_reset_link"), { maxAge: 60, secrets: [readSecrets().session] });

export function serializeResetLink(shown: z.infer<typeof resetLink>): Promise<string> {
  return cookie.serialize(shown);
}

export async function consumeResetLink(
  request: Request,
  userId: string,
): Promise<{ link: string | null; headers?: HeadersInit }> {
  const result = resetLink.safeParse(await cookie.parse(request.headers.get("Cookie")));
  if (!result.success || result.data.userId !== userId) return { link: null };
  return { link: result.data.link, headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } };
}
