import { z } from "zod";
import type { CalendarMessage, LookupResult, Outcome } from "../sending.ts";
import type { CalendarAnswer } from "./calendar-answer.ts";
import { type CallCalendar, calendarCaller } from "./calendar-api.server.ts";
import type { GoogleClient } from "./client.server.ts";

const event = z.object({
  id: z.string(),
  status: z.string().optional(),
  extendedProperties: z
    .object({ private: z.record(z.string(), z.string()).default({}) })
    .optional(),
});

const grantGone: Outcome = { status: "needs_user", problem: "grant_gone" };
const calendarGone: Outcome = { status: "needs_user", problem: "calendar_gone" };
const takenOut: Outcome = { status: "taken_out" };

export async function sendEntry(client: GoogleClient, message: CalendarMessage): Promise<Outcome> {
  if (message.refreshToken === null) return grantGone;
  const call = calendarCaller(client, message.refreshToken);
  if (!message.event) return remove(call, message);
  return message.isThere ? change(call, message) : insert(call, message);
}

/** Looks for the event in exactly the state that this message gives it. */
export async function findEntry(
  client: GoogleClient,
  message: CalendarMessage,
): Promise<LookupResult> {
  if (message.refreshToken === null) return { status: "no_lookup" };
  const answer = await get(calendarCaller(client, message.refreshToken), message);
  if (answer.type === "ended") return { status: "unanswered" };
  const isAway = [404, 410].includes(answer.status);
  const { data: there } = event.safeParse(answer.body);
  if (!isAway && !there) return { status: "unanswered" };
  const isOut = isAway || there?.status === "cancelled";
  if (!message.event) return isOut ? { status: "found", providerIds: [] } : { status: "absent" };
  const { milaState } = message.event.extendedProperties.private;
  const isSame = !isOut && there?.extendedProperties?.private.milaState === milaState;
  return isSame ? { status: "found", providerIds: [message.eventId] } : { status: "absent" };
}

async function insert(call: CallCalendar, message: CalendarMessage): Promise<Outcome> {
  const { calendarId, eventId } = message;
  const requestBody = { id: eventId, ...message.event };
  const answer = await call((calendar) => calendar.events.insert({ calendarId, requestBody }));
  if (answer.type === "ended") return answer.outcome;
  if (answer.status === 409) return updateExisting(call, message);
  return answer.status === 404 ? calendarGone : accepted(answer, message);
}

/** An earlier attempt created the event. A removed event keeps its id. */
async function updateExisting(call: CallCalendar, message: CalendarMessage): Promise<Outcome> {
  const answer = await get(call, message);
  if (answer.type === "ended") return answer.outcome;
  if (event.safeParse(answer.body).data?.status === "cancelled" || answer.status >= 400)
    return takenOut;
  return change(call, message);
}

async function change(call: CallCalendar, message: CalendarMessage): Promise<Outcome> {
  const { calendarId, eventId } = message;
  const requestBody = message.event ?? {};
  const answer = await call((calendar) =>
    calendar.events.patch({ calendarId, eventId, requestBody }),
  );
  if (answer.type === "ended") return answer.outcome;
  if (answer.status === 410) return takenOut;
  if (answer.status === 404) return (await isCalendarGone(call, message)) ? calendarGone : takenOut;
  return event.safeParse(answer.body).data?.status === "cancelled"
    ? takenOut
    : accepted(answer, message);
}

async function remove(
  call: CallCalendar,
  { calendarId, eventId }: CalendarMessage,
): Promise<Outcome> {
  const answer = await call((calendar) => calendar.events.delete({ calendarId, eventId }));
  if (answer.type === "ended") return answer.outcome;
  const isOut = answer.status < 300 || [404, 410].includes(answer.status);
  return isOut ? { status: "sent", providerId: null } : { status: "failed", reason: "refused" };
}

function get(
  call: CallCalendar,
  { calendarId, eventId }: CalendarMessage,
): Promise<CalendarAnswer> {
  return call((calendar) => calendar.events.get({ calendarId, eventId }));
}

/** Google answers 404 for a missing event and for a missing calendar. */
async function isCalendarGone(
  call: CallCalendar,
  { calendarId }: CalendarMessage,
): Promise<boolean> {
  const answer = await call((calendar) => calendar.calendars.get({ calendarId }));
  return answer.type === "answered" && answer.status === 404;
}

function accepted(
  { status, body }: Extract<CalendarAnswer, { type: "answered" }>,
  message: CalendarMessage,
): Outcome {
  if (status >= 300) return { status: "failed", reason: "refused" };
  const isOurs = event.safeParse(body).data?.id === message.eventId;
  return isOurs ? { status: "sent", providerId: message.eventId } : { status: "unclear" };
}
