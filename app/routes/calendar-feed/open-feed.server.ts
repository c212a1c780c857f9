import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Feed, findFeed } from "#app/domain/calendar/files/feed.server.ts";
import { readLinkToken } from "#app/domain/core/link-token.server.ts";
import { database } from "#db/connection.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { noSuchFile } from "#app/server/http-errors.server.ts";

/** @throws 404 for an unknown or old token, 429 after too many forged ones from one IP address */
export async function openFeed({ request, context, params }: LoaderFunctionArgs): Promise<Feed> {
  const { ipAddress } = context;
  const link = readLinkToken(linkBase(request).linkKey, "calendar-feed", params.token ?? "");
  // An old link is not a guess: calendars keep requesting it.
  if (!link && !allowInMemory("guesses", ipAddress))
    throw new Response("Too many tries. Please try again later.", { status: 429 });
  return (link && (await findFeed(database(), link))) ?? noSuchFile();
}
