import type { LoaderFunctionArgs } from "@remix-run/node";
import { writeCalendar } from "#app/domain/calendar/files/calendar-file.server.ts";
import { feedState, listFeedEvents } from "#app/domain/calendar/files/feed.server.ts";
import { openFeed } from "./open-feed.server.ts";
import { calendarHeaders } from "#app/web/calendar-file.server.ts";
import { isNotModified, validatorHeaders } from "./conditional.server.ts";
import { publicOrigin } from "#app/web/instance.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/web/http-errors.server.ts";

const anHour = 60 * 60;

/** Readable by anyone who has the URL. */
export async function loader(args: LoaderFunctionArgs) {
  const feed = await openFeed(args);
  const state = feedState(feed, publicOrigin);
  const headers = validatorHeaders(state);
  if (isNotModified(args.request, state)) return new Response(null, { status: 304, headers });
  const events = await listFeedEvents(database(), feed, publicOrigin);
  return new Response(await writeCalendar(events, anHour), { headers: { ...headers, ...calendarHeaders("inline") } });
}
