import { replace } from "@remix-run/node";
import { z } from "zod";
import { drawQrCode, type QrCode } from "#app/domain/accounts/factors/qr-code.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { signedCookie } from "#app/server/cookies/signed-cookie.server.ts";

const shown = z.object({ personId: z.string(), token: z.string() });

const cookie = signedCookie("mila_child_link", { maxAge: 60 });

export async function showLink(page: string, link: z.infer<typeof shown>): Promise<Response> {
  const headers = { "Set-Cookie": await cookie.serialize(link) };
  return replace(page, { status: 303, headers });
}

/** Returns the link that was just made for this child. The next page has it no more. */
export async function consumeLink(
  request: Request,
  personId: string,
): Promise<{ made: { link: string; qrCode: QrCode } | null; headers: HeadersInit }> {
  const result = shown.safeParse(await cookie.read(request));
  if (!result.success || result.data.personId !== personId) return { made: null, headers: {} };
  const link = `${linkBase(request).origin}/child/${result.data.token}`;
  return {
    made: { link, qrCode: await drawQrCode(link) },
    headers: { "Set-Cookie": await cookie.clear() },
  };
}
