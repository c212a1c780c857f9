import type { IncomingMessage, RequestListener } from "node:http";
import { type FakeServer, serve } from "./server.ts";

export interface FakeCalendar extends FakeServer {
  /** The address that a family adds. */
  address: string;
  /** As `ALLOWED_PRIVATE_HOSTS` names it. */
  host: string;
  requests: IncomingMessage[];
  /** Has these events from now on: the lines of each, without its frame. */
  hold: (...events: string[][]) => void;
  /** Has this text from now on. */
  holdText: (text: string) => void;
  /** Answers otherwise until the next call without an answer. */
  behave: (answer?: RequestListener) => void;
}

/** A school's server with one calendar, which knows ETags. */
export async function startFakeCalendar(): Promise<FakeCalendar> {
  const requests: IncomingMessage[] = [];
  let text = calendarFile();
  let other: RequestListener | undefined;
  const server = await serve(async (request, response) => {
    requests.push(request);
    if (other) return void other(request, response);
    const etag = `"${Buffer.from(text).toString("base64url").slice(-40)}-${text.length}"`;
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { "Content-Type": "text/calendar", ETag: etag }).end(text);
  });
  return {
    ...server,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    address: `${server.origin}/secret-4711/school.ics`,
    host: new URL(server.origin).host,
    requests,
    hold: (...events) => void (text = calendarFile(...events)),
    holdText: (next) => void (text = next),
    behave: (answer) => void (other = answer),
  };
}

export function calendarFile(...events: string[][]): string {
  const framed = events.flatMap((lines, index) => [
    "BEGIN:VEVENT",
    ...(lines.some((line) => line.startsWith("UID:")) ? [] : [`UID:${index}@school.example`]),
    ...lines,
    "END:VEVENT",
  ]);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//School//EN",
    "X-WR-CALNAME:Hill School",
    ...framed,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
