import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { listAskedOfViewer } from "#app/domain/delegation/views/incoming-requests.server.ts";
import { findRequestPage, type RequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { delegationLink } from "#app/domain/core/links.server.ts";
import { readLinkToken } from "#app/domain/core/link-token.server.ts";
import { database } from "#db/connection.server.ts";
import { countGuess, guessesTooMuch } from "./guess-limit.server.ts";
import { linkBase } from "./link-base.server.ts";
import { notFound } from "./not-found.server.ts";
import type { SignedIn } from "./session.server.ts";

/**
 * The request that a link leads to.
 * @throws 404 for a link that nobody made, whatever the row; 429 where too many of those came from
 */
export async function openRequest({
  request,
  context,
  params,
}: LoaderFunctionArgs): Promise<{ id: string; page: RequestPage }> {
  const { ipAddress } = context;
  if (guessesTooMuch(ipAddress)) throw data(null, { status: 429 });
  const link = readLinkToken(linkBase(request).linkKey, "delegation", params.token ?? "");
  const page = link && (await findRequestPage(database(), link));
  if (link && page) return { id: link.id, page };
  countGuess(ipAddress);
  return notFound();
}

/** What others ask of somebody who has an account, each with where they can answer. */
export async function listAsked(request: Request, viewer: SignedIn) {
  const requests = await listAskedOfViewer(database(), viewer);
  const { linkKey } = linkBase(request);
  return requests.map((asked) => ({ ...asked, path: delegationLink({ origin: "", linkKey }, asked) }));
}
