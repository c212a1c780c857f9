import { redirect } from "@remix-run/node";
import { noSuchFile } from "./http-errors.server.ts";

export function calendarHeaders(disposition: "inline" | "attachment"): Record<string, string> {
  return {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `${disposition}; filename="mila.ics"`,
  };
}

export function sendCalendarFile(file: string | "undated" | undefined, page: string): Response {
  if (file === undefined) noSuchFile();
  if (file === "undated") return redirect(page, 303);
  return new Response(file, { headers: calendarHeaders("attachment") });
}
