import type { LoaderFunctionArgs } from "@remix-run/node";
import { writeCalendar } from "#app/domain/calendar/files/calendar-file.server.ts";
import { type Feed, feedState, listFeedEvents } from "#app/domain/calendar/files/feed.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { openFeed } from "./open-feed.server.ts";
import { calendarHeaders } from "#app/server/calendar-file.server.ts";
import { isNotModified, validatorHeaders } from "./conditional.server.ts";
import { keepFeed, readKept } from "./kept-feed.server.ts";
import { publicOrigin } from "#app/server/instance.server.ts";
import {
  createConcurrencyLimit,
  QueueFull,
} from "#app/server/fair-use/concurrency-limit.server.ts";
import { noteRefusal } from "#app/server/fair-use/refusals.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

const anHour = 60 * 60;
const quarterHour = 15 * 60;
const enterHousehold = createConcurrencyLimit(1);

/** Anyone who has the URL can read it. */
export async function loader(args: LoaderFunctionArgs) {
  const feed = await openFeed(args);
  const state = feedState(feed, publicOrigin);
  const headers = validatorHeaders(state);
  if (isNotModified(args.request, state)) return new Response(null, { status: 304, headers });
  if (!allowInMemory("feed_answers", args.params.token!))
    return busy(
      feed,
      429,
      quarterHour,
      "This calendar was read very often. It answers again in a quarter of an hour.",
    );
  const text = await readFeed(feed, state.tag).catch((error: unknown) => {
    if (error instanceof QueueFull) return null;
    throw error;
  });
  if (text === null)
    return busy(
      feed,
      503,
      60,
      "This calendar is being read by many at once. Please try again in a minute.",
    );
  return new Response(text, { headers: { ...headers, ...calendarHeaders("inline") } });
}

/**
 * Reads one feed at a time for a household, whose programs often ask at the same time after a
 * change.
 */
async function readFeed(feed: Feed, tag: string): Promise<string> {
  const { leave } = await enterHousehold(feed.householdId);
  try {
    const kept = await readKept(feed.id, tag);
    if (kept !== undefined) return kept;
    const text = await writeCalendar(await listFeedEvents(database(), feed, publicOrigin), anHour);
    await keepFeed(feed.id, tag, text);
    return text;
  } finally {
    leave();
  }
}

function busy({ householdId }: Feed, status: number, seconds: number, words: string): Response {
  noteRefusal(householdId, "feed");
  return new Response(words, { status, headers: { "Retry-After": String(seconds) } });
}
