import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type Feed, findFeed } from "#app/domain/calendar/files/feed.server.ts";
import { readLinkToken } from "#app/domain/core/link-token.server.ts";
import { database } from "#db/connection.server.ts";
import { countGuess, guessesTooMuch } from "./guess-limit.server.ts";
import { linkBase } from "./link-base.server.ts";
import { notFound } from "./not-found.server.ts";

/**
 * The feed that a token is for.
 * @throws 404 for a token that is nobody's (any more); 429 where too many of those that never were came from
 */
export async function openFeed({ request, context, params }: LoaderFunctionArgs): Promise<Feed> {
  const { ipAddress } = context;
  if (guessesTooMuch(ipAddress)) throw data(null, { status: 429 });
  const link = readLinkToken(linkBase(request).linkKey, "calendar-feed", params.token ?? "");
  // A link that is not in use any more was no guess: calendars go on asking for it.
  if (!link) countGuess(ipAddress);
  return (link && (await findFeed(database(), link))) ?? notFound();
}
