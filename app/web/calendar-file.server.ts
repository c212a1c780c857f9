import { redirect } from "@remix-run/node";
import { notFound } from "./not-found.server.ts";

/** The headers of a calendar file: as a feed, or to be opened by a calendar program. */
export function calendarHeaders(disposition: "inline" | "attachment"): Record<string, string> {
  return {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `${disposition}; filename="mila.ics"`,
  };
}

/**
 * One task as a file to keep; one without a date leads to where there is more about it.
 * @throws 404 where there is none
 */
export function sendCalendarFile(file: string | "undated" | undefined, page: string): Response {
  if (file === undefined) notFound();
  if (file === "undated") return redirect(page, 303);
  return new Response(file, { headers: calendarHeaders("attachment") });
}
