import { redirect } from "@remix-run/node";
import { notFound } from "./refusals.server.ts";

/** The headers of an iCalendar answer: inline for a feed, an attachment for a file. */
export function calendarHeaders(disposition: "inline" | "attachment"): Record<string, string> {
  return {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `${disposition}; filename="mila.ics"`,
  };
}

/**
 * Sends one task as a calendar file. A task without a date redirects to its page.
 * @throws 404 without a task
 */
export function sendCalendarFile(file: string | "undated" | undefined, page: string): Response {
  if (file === undefined) notFound();
  if (file === "undated") return redirect(page, 303);
  return new Response(file, { headers: calendarHeaders("attachment") });
}
