import type { Calendar } from "#app/domain/caldav/calendars.server.ts";
import { deleteObject } from "#app/domain/caldav/delete-object.server.ts";
import { listObjectsNamed, syncToken } from "#app/domain/caldav/find-objects.server.ts";
import { putObject as put } from "#app/domain/caldav/put-object.server.ts";
import type { RefusedObject } from "#app/domain/caldav/refused-object.ts";
import { showObjects } from "#app/domain/caldav/show-objects.server.ts";
import { isKnown } from "../api/etag.ts";
import type { DavAnswer, DavCall } from "./call.ts";
import { DavError, notFound } from "./dav-error.ts";
import { href } from "./multistatus.ts";
import { objectPath } from "./paths.ts";
import { maxObjectBytes, typeOf } from "./properties.ts";
import { cal, dav, element } from "./xml.ts";

const calendarType = /^text\/calendar\s*(?:;|$)/i;
const maxNameLength = 500;

export async function getObject(
  { db, viewer, headers }: DavCall,
  calendar: Calendar,
  name: string,
): Promise<DavAnswer> {
  await syncToken(db, viewer);
  const rows = await listObjectsNamed(db, viewer, calendar, [name]);
  const [object] = await showObjects(db, viewer, calendar, rows);
  if (!object) throw notFound();
  const { text, tag } = object;
  const shared = { ETag: tag, "Cache-Control": "private, no-cache" };
  if (isKnown(headers["if-none-match"], tag)) return { status: 304, headers: shared };
  const type = { "Content-Type": typeOf(calendar) };
  return { status: 200, headers: { ...shared, ...type }, body: text };
}

export async function putObject(
  call: DavCall,
  calendar: Calendar,
  name: string,
): Promise<DavAnswer> {
  const { db, viewer, text, headers } = call;
  const type = headers["content-type"];
  if (type !== undefined && !calendarType.test(type))
    throw new DavError(415, "The Content-Type must be text/calendar.", {
      condition: element(cal("supported-calendar-data")),
    });
  if (Buffer.byteLength(text) > maxObjectBytes)
    throw new DavError(403, "An object has at most 256 KB.", {
      condition: element(cal("max-resource-size")),
    });
  if (name.length > maxNameLength) throw new DavError(403, "This name is too long.");
  const saved = await put(db, viewer, calendar, {
    name,
    // Text has no NUL (RFC 5545, 3.1), and PostgreSQL could not keep it.
    text: text.replaceAll("\0", ""),
    ifMatch: headers["if-match"],
    ifNoneMatch: headers["if-none-match"],
  });
  if (saved.status === "missing") throw notFound();
  if (saved.status === "changed") throw changedSince();
  if (saved.status === "refused") throw toError(call, saved.refused);
  const tag: Record<string, string> = saved.tag === null ? {} : { ETag: saved.tag };
  return { status: saved.status === "created" ? 201 : 204, headers: tag };
}

export async function removeObject(
  { db, viewer, headers }: DavCall,
  calendar: Calendar,
  name: string,
): Promise<DavAnswer> {
  if (calendar.holds.type === "events")
    throw new DavError(403, "This calendar can only be read.", { condition: needsPrivilege });
  const outcome = await deleteObject(db, viewer, calendar, { name, ifMatch: headers["if-match"] });
  if (outcome === "missing") throw notFound();
  if (outcome === "changed") throw changedSince();
  return { status: 204 };
}

const needsPrivilege = element(dav("need-privileges"));

const changedSince = () => new DavError(412, "It has changed since you read it.");

function toError(
  { viewer: { userId } }: DavCall,
  { reason, message, other }: RefusedObject,
): DavError {
  switch (reason) {
    case "unreadable":
      return new DavError(403, message, {
        condition: element(cal("valid-calendar-object-resource")),
      });
    case "uid": {
      const path = other && objectPath(userId, other.calendar, other.name);
      return new DavError(409, message, {
        condition: element(cal("no-uid-conflict"), path ? [href(path)] : []),
      });
    }
    case "too_often":
      return new DavError(503, message, { headers: { "Retry-After": "600" } });
    case "full":
      return new DavError(507, message, {
        condition: element(dav("quota-not-exceeded")),
      });
    case "read_only":
      return new DavError(403, message, { condition: needsPrivilege });
  }
}
