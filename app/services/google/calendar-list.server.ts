import { z } from "zod";
import type { Outcome } from "../sending.ts";
import { readEach } from "../transport/read-each.ts";
import { calendarCaller } from "./calendar-api.server.ts";
import type { GoogleClient } from "./client.server.ts";

export interface WritableCalendar {
  id: string;
  name: string;
  isPrimary: boolean;
}

const list = z.object({
  items: readEach(
    z.object({
      id: z.string(),
      summary: z.string().default(""),
      summaryOverride: z.string().optional(),
      primary: z.boolean().default(false),
    }),
  ),
});

const maxResults = 250;
/** Short, because a user is waiting for the page. */
const timeoutMs = 4_000;

export async function listCalendars(
  client: GoogleClient,
  refreshToken: string,
): Promise<
  { type: "listed"; calendars: WritableCalendar[] } | { type: "not_listed"; outcome: Outcome }
> {
  const call = calendarCaller(client, refreshToken, timeoutMs);
  const answer = await call((calendar) =>
    calendar.calendarList.list({ minAccessRole: "writer", maxResults }),
  );
  if (answer.type === "ended") return { type: "not_listed", outcome: answer.outcome };
  if (answer.status >= 400)
    return { type: "not_listed", outcome: { status: "failed", reason: "refused" } };
  const { data } = list.safeParse(answer.body);
  if (!data) return { type: "not_listed", outcome: { status: "unclear" } };
  const calendars = data.items.read.map(({ id, summary, summaryOverride, primary }) => ({
    id,
    name: summaryOverride || summary || id,
    isPrimary: primary,
  }));
  return {
    type: "listed",
    calendars: calendars.toSorted((one, other) => Number(other.isPrimary) - Number(one.isPrimary)),
  };
}
