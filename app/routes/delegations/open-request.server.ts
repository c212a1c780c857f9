import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { findRequestPage, type RequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { readLinkToken } from "#app/domain/core/link-token.server.ts";
import { database } from "#db/connection.server.ts";
import { countGuess, hasTooManyGuesses } from "#app/web/guess-limit.server.ts";
import { linkBase } from "#app/web/instance.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";

/** @throws 404 for a forged link, 429 after too many from one IP address */
export async function openRequest({
  request,
  context,
  params,
}: LoaderFunctionArgs): Promise<{ id: string; page: RequestPage; hasMessage: boolean }> {
  const { ipAddress } = context;
  if (hasTooManyGuesses(ipAddress)) throw data(null, { status: 429 });
  const { linkKey } = linkBase(request);
  const token = params.token ?? "";
  const sent = readLinkToken(linkKey, "delegation-message", token);
  const link = sent ?? readLinkToken(linkKey, "delegation", token);
  const page = link && (await findRequestPage(database(), link));
  if (link && page) return { id: link.id, page, hasMessage: sent !== null };
  countGuess(ipAddress);
  return notFound();
}
