import { z } from "zod";
import { type AskCalendar, askFor, type CalendarAnswer } from "./calendar-api.server.ts";
import type { GoogleClient } from "./sign-in.server.ts";
import type { CalendarMessage, Found, Outcome } from "../sending.ts";

const event = z.object({
  id: z.string(),
  status: z.string().optional(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).default({}) }).optional(),
});

const grantGone: Outcome = { is: "needs_user", problem: "grant_gone" };
const calendarGone: Outcome = { is: "needs_user", problem: "calendar_gone" };
const takenOut: Outcome = { is: "taken_out" };

/** Puts a task into somebody's calendar, changes it there or takes it out. Never throws; takes 20 s at most. */
export async function sendEntry(client: GoogleClient, message: CalendarMessage): Promise<Outcome> {
  if (message.refreshToken === null) return grantGone;
  const ask = askFor(client, message.refreshToken);
  if (!message.event) return takeOut(ask, message);
  return message.isThere ? change(ask, message) : insert(ask, message);
}

/** Whether the calendar has the task in the state in which it was to be put there. */
export async function findEntry(client: GoogleClient, message: CalendarMessage): Promise<Found> {
  if (message.refreshToken === null) return { is: "unaskable" };
  const answer = await askFor(client, message.refreshToken)("GET", eventPath(message));
  if (answer.is === "ended") return { is: "unanswered" };
  const isAway = [404, 410].includes(answer.status);
  const { data: there } = event.safeParse(answer.body);
  if (!isAway && !there) return { is: "unanswered" };
  const isOut = isAway || there?.status === "cancelled";
  if (!message.event) return isOut ? { is: "found", providerIds: [] } : { is: "absent" };
  const { milaState } = message.event.extendedProperties.private;
  const isSame = !isOut && there?.extendedProperties?.private.milaState === milaState;
  return isSame ? { is: "found", providerIds: [message.eventId] } : { is: "absent" };
}

async function insert(ask: AskCalendar, message: CalendarMessage): Promise<Outcome> {
  const body = { id: message.eventId, ...message.event };
  const answer = await ask("POST", `${calendarPath(message)}/events`, body);
  if (answer.is === "ended") return answer.outcome;
  if (answer.status === 409) return makeUpToDate(ask, message);
  return answer.status === 404 ? calendarGone : taken(answer, message);
}

/** It is there from a time before, in a state that may be older; or was taken out since, and keeps its id. */
async function makeUpToDate(ask: AskCalendar, message: CalendarMessage): Promise<Outcome> {
  const answer = await ask("GET", eventPath(message));
  if (answer.is === "ended") return answer.outcome;
  if (event.safeParse(answer.body).data?.status === "cancelled" || answer.status >= 400) return takenOut;
  return change(ask, message);
}

async function change(ask: AskCalendar, message: CalendarMessage): Promise<Outcome> {
  const answer = await ask("PATCH", eventPath(message), message.event ?? {});
  if (answer.is === "ended") return answer.outcome;
  if (answer.status === 410) return takenOut;
  if (answer.status === 404) return (await isCalendarGone(ask, message)) ? calendarGone : takenOut;
  return event.safeParse(answer.body).data?.status === "cancelled" ? takenOut : taken(answer, message);
}

async function takeOut(ask: AskCalendar, message: CalendarMessage): Promise<Outcome> {
  const answer = await ask("DELETE", eventPath(message));
  if (answer.is === "ended") return answer.outcome;
  const isOut = answer.status < 300 || [404, 410].includes(answer.status);
  return isOut ? { is: "sent", providerId: null } : { is: "failed", reason: "refused" };
}

/** Google says 404 both for an event and for a calendar that is not there. */
async function isCalendarGone(ask: AskCalendar, message: CalendarMessage): Promise<boolean> {
  const answer = await ask("GET", calendarPath(message));
  return answer.is === "answered" && answer.status === 404;
}

function taken({ status, body }: Extract<CalendarAnswer, { is: "answered" }>, message: CalendarMessage): Outcome {
  if (status >= 300) return { is: "failed", reason: "refused" };
  const isOurs = event.safeParse(body).data?.id === message.eventId;
  return isOurs ? { is: "sent", providerId: message.eventId } : { is: "unclear" };
}

function calendarPath({ calendarId }: CalendarMessage): string {
  return `calendars/${encodeURIComponent(calendarId)}`;
}

function eventPath(message: CalendarMessage): string {
  return `${calendarPath(message)}/events/${message.eventId}`;
}
