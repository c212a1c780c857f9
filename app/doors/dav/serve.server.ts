import type { Request } from "express";
import { findCalendar } from "#app/domain/caldav/calendars.server.ts";
import { database } from "#db/connection.server.ts";
import { makeCalendar, patchProperties, removeCalendar } from "./collections.server.ts";
import type { DavAnswer, DavCall } from "./call.ts";
import { DavError, notFound } from "./dav-error.ts";
import { getObject, putObject, removeObject } from "./objects.server.ts";
import { type Place, readPath } from "./paths.ts";
import { findProperties } from "./propfind.server.ts";
import { report } from "./report.server.ts";
import type { DavBearer } from "./bearer.server.ts";

type Viewer = DavBearer & { timeZone: string };

/** @throws DavError */
export async function serve(req: Request, text: string, viewer: Viewer): Promise<DavAnswer> {
  const place = readPath(req.path);
  // Another account's calendars are nobody's here.
  if (!place || ("userId" in place && place.userId !== viewer.userId)) throw notFound();
  const { access, email } = viewer;
  const { headers } = req;
  const call: DavCall = { db: database(), viewer, access, email, place, text, headers };
  switch (req.method) {
    case "PROPFIND":
      return findProperties(call);
    case "PROPPATCH":
      return patchProperties(call, await calendarAt(call, place));
    case "REPORT":
      return report(call, await calendarAt(call, place));
    case "MKCALENDAR":
    case "MKCOL":
      return makeCalendar(call, place);
    default:
      return serveObject(req, call, place);
  }
}

async function serveObject({ method }: Request, call: DavCall, place: Place): Promise<DavAnswer> {
  if (place.type === "object") {
    const calendar = await calendarAt(call, place);
    if (method === "GET" || method === "HEAD") return getObject(call, calendar, place.name);
    if (method === "PUT") return putObject(call, calendar, place.name);
    if (method === "DELETE") return removeObject(call, calendar, place.name);
  }
  if (place.type === "calendar" && method === "DELETE")
    return removeCalendar(call, await calendarAt(call, place));
  const isObject = place.type === "object";
  const objects = "GET, HEAD, PUT, DELETE, PROPFIND";
  const collections = "DELETE, PROPFIND, PROPPATCH, REPORT, MKCALENDAR, MKCOL";
  throw new DavError(405, "Another method is needed here.", {
    headers: { Allow: `OPTIONS, ${isObject ? objects : collections}` },
  });
}

async function calendarAt({ db, viewer }: DavCall, place: Place) {
  if (!("segment" in place)) {
    throw new DavError(403, "Only calendars have that.");
  }
  const calendar = await findCalendar(db, viewer, place.segment);
  if (!calendar) throw notFound();
  return calendar;
}
