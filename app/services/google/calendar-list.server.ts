import { z } from "zod";
import { askFor } from "./calendar-api.server.ts";
import type { GoogleClient } from "./sign-in.server.ts";
import type { Outcome } from "../sending.ts";

/** A calendar that somebody may write to. */
export interface WritableCalendar {
  id: string;
  name: string;
  isPrimary: boolean;
}

const list = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      summary: z.string().default(""),
      summaryOverride: z.string().optional(),
      primary: z.boolean().default(false),
    }),
  ),
});

/** More than anybody has to choose from; a longer list is cut. */
const most = 250;
/** Somebody is waiting for the page. */
const limitMs = 4_000;

/** The calendars that somebody may write to, their main one first; or what came of asking. Never throws. */
export async function listCalendars(
  client: GoogleClient,
  refreshToken: string,
): Promise<{ is: "listed"; calendars: WritableCalendar[] } | { is: "not_listed"; outcome: Outcome }> {
  const query = new URLSearchParams({ minAccessRole: "writer", maxResults: String(most) });
  const answer = await askFor(client, refreshToken, limitMs)("GET", `users/me/calendarList?${query}`);
  if (answer.is === "ended") return { is: "not_listed", outcome: answer.outcome };
  const { data } = list.safeParse(answer.body);
  if (!data) return { is: "not_listed", outcome: { is: "unclear" } };
  const calendars = data.items.map(({ id, summary, summaryOverride, primary }) => ({
    id,
    name: summaryOverride || summary || id,
    isPrimary: primary,
  }));
  return {
    is: "listed",
    calendars: calendars.toSorted((one, other) => Number(other.isPrimary) - Number(one.isPrimary)),
  };
}
