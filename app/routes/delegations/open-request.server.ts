import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  findRequestPage,
  type RequestPage,
} from "#app/domain/delegation/views/request-page.server.ts";
import { readLinkToken } from "#app/domain/core/link-token.server.ts";
import { database } from "#db/connection.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";

/** @throws 404 for a forged link, 429 after too many from one IP address */
export async function openRequest({
  request,
  context,
  params,
}: LoaderFunctionArgs): Promise<{ askedId: string; page: RequestPage; hasMessage: boolean }> {
  const { ipAddress } = context;
  const link = readLink(linkBase(request).linkKey, params.token ?? "");
  const page = link && (await findRequestPage(database(), link));
  if (link && page) return { askedId: link.id, page, hasMessage: link.hasMessage };
  if (!link && !allowInMemory("guesses", ipAddress)) throw data(null, { status: 429 });
  return notFound();
}

function readLink(linkKey: string, token: string) {
  const sent = readLinkToken(linkKey, "delegation-message", token);
  if (sent) return { ...sent, isCopy: false, hasMessage: true };
  const older = readLinkToken(linkKey, "delegation", token);
  if (older) return { ...older, isCopy: false, hasMessage: false };
  const copied = readLinkToken(linkKey, "delegation-copy", token);
  return copied && { ...copied, isCopy: true, hasMessage: false };
}
