import type { Calendar } from "#app/domain/caldav/calendars.server.ts";
import {
  listChanges,
  listObjects,
  listObjectsNamed,
  syncToken,
} from "#app/domain/caldav/find-objects.server.ts";
import type { DavObject } from "#app/domain/caldav/dav-object.ts";
import { showObjects } from "#app/domain/caldav/show-objects.server.ts";
import { readFilter } from "#app/domain/caldav/filter.server.ts";
import type { DavAnswer, DavCall } from "./call.ts";
import { DavError } from "./dav-error.ts";
import { toFilter } from "./filter.ts";
import { multistatus, statusResponse } from "./multistatus.ts";
import { calendarPath, objectPath, readPath } from "./paths.ts";
import { accountOf, describe, prefersMinimal, readNames, type Wanted } from "./propfind.server.ts";
import { requireXml } from "./require-xml.ts";
import {
  asText,
  cal,
  childNamed,
  childrenNamed,
  dav,
  element,
  type Xml,
  type XmlElement,
} from "./xml.ts";

/** @throws DavError */
export async function report(call: DavCall, calendar: Calendar): Promise<DavAnswer> {
  if (call.place.type !== "calendar") throw unsupported();
  const root = requireXml(call);
  switch (root.name) {
    case cal("calendar-query"):
      return query(call, calendar, root);
    case cal("calendar-multiget"):
      return getMany(call, calendar, root);
    case dav("sync-collection"):
      return sync(call, calendar, root);
    default:
      throw unsupported();
  }
}

const unsupported = () =>
  new DavError(403, "There is no such report here.", {
    condition: element(dav("supported-report")),
  });

function wantedBy(root: XmlElement): Wanted {
  const prop = childNamed(root, dav("prop"));
  if (childNamed(root, dav("propname"))) return { type: "names" };
  return prop ? { type: "some", names: readNames(prop) } : { type: "all", more: [] };
}

async function describeRows(
  call: DavCall,
  calendar: Calendar,
  root: XmlElement,
  rows: readonly DavObject[],
): Promise<Xml[]> {
  const objects = await showObjects(call.db, call.viewer, calendar, rows);
  const wanted = wantedBy(root);
  return objects.map((object) =>
    describe({ type: "object", calendar, object }, accountOf(call), wanted, prefersMinimal(call)),
  );
}

async function query(call: DavCall, calendar: Calendar, root: XmlElement): Promise<DavAnswer> {
  const { db, viewer } = call;
  const filter = toFilter(childNamed(root, cal("filter")));
  if (!filter)
    throw new DavError(403, "This filter can't be used.", {
      condition: element(cal("valid-filter")),
    });
  await syncToken(db, viewer);
  const rows = await listObjects(db, viewer, calendar);
  const objects = await showObjects(db, viewer, calendar, rows);
  const matches = await readFilter(filter, viewer.timeZone);
  const wanted = wantedBy(root);
  return multistatus(
    objects
      .filter(({ text }) => matches(text))
      .map((object) =>
        describe(
          { type: "object", calendar, object },
          accountOf(call),
          wanted,
          prefersMinimal(call),
        ),
      ),
  );
}

const maxGet = 5_000;

async function getMany(call: DavCall, calendar: Calendar, root: XmlElement): Promise<DavAnswer> {
  const { db, viewer } = call;
  const paths = childrenNamed(root, dav("href"))
    .map(({ text }) => text.trim())
    .slice(0, maxGet);
  const named = paths.map((path) => ({ path, name: nameAt(path, viewer.userId, calendar) }));
  await syncToken(db, viewer);
  const names = named.flatMap(({ name }) => name ?? []);
  const rows = await listObjectsNamed(db, viewer, calendar, names);
  const found = new Set(rows.map(({ name }) => name));
  const gone = named.filter(({ name }) => name === null || !found.has(name));
  return multistatus([
    ...(await describeRows(call, calendar, root, rows)),
    ...gone.map(({ path }) => statusResponse(path, 404)),
  ]);
}

/** Clients send paths or whole addresses. */
function nameAt(path: string, userId: string, { segment }: Calendar): string | null {
  const url = URL.canParse(path, "http://mila") ? new URL(path, "http://mila") : null;
  const place = url && readPath(url.pathname);
  if (place?.type !== "object") return null;
  return place.userId === userId && place.segment === segment ? place.name : null;
}

const mostChanges = 5_000;

async function sync(call: DavCall, calendar: Calendar, root: XmlElement): Promise<DavAnswer> {
  const { db, viewer } = call;
  const since = childNamed(root, dav("sync-token"))?.text.trim() ?? "";
  const said = Number(childNamed(childNamed(root, dav("limit")), dav("nresults"))?.text ?? "");
  const most = said >= 1 ? Math.min(Math.floor(said), mostChanges) : mostChanges;
  const changes = await listChanges(db, viewer, calendar, { since, most });
  if (!changes)
    throw new DavError(403, "This token is too old. Ask again with an empty one.", {
      condition: element(dav("valid-sync-token")),
    });
  const { token, objects, isCut } = changes;
  const live = objects.filter(({ deleted_at }) => deleted_at === null);
  const gone = objects.filter(({ deleted_at }) => deleted_at !== null);
  const path = calendarPath(viewer.userId, calendar.segment);
  const cut = element(dav("error"), [element(dav("number-of-matches-within-limits"))]);
  return multistatus(
    [
      ...(await describeRows(call, calendar, root, live)),
      ...gone.map(({ name }) =>
        statusResponse(objectPath(viewer.userId, calendar.segment, name), 404),
      ),
      ...(isCut ? [statusResponse(path, 507, [cut])] : []),
    ],
    [element(dav("sync-token"), asText(token))],
  );
}
