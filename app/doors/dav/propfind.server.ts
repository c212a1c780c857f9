import { findCalendar, listCalendars } from "#app/domain/caldav/calendars.server.ts";
import {
  listObjects,
  listObjectsNamed,
  syncToken,
} from "#app/domain/caldav/find-objects.server.ts";
import { showObjects } from "#app/domain/caldav/show-objects.server.ts";
import type { DavAnswer, DavCall } from "./call.ts";
import { DavError, notFound } from "./dav-error.ts";
import { multistatus, response } from "./multistatus.ts";
import { type Account, listNames, pathOf, propertiesOf, type Resource } from "./properties.ts";
import { requireXml } from "./require-xml.ts";
import { childNamed, dav, element, type Xml, type XmlElement } from "./xml.ts";

/** @throws DavError */
export async function findProperties(call: DavCall): Promise<DavAnswer> {
  const depth = call.headers.depth ?? "1";
  if (depth !== "0" && depth !== "1")
    throw new DavError(403, "Ask with a depth of 0 or 1.", {
      condition: element(dav("propfind-finite-depth")),
    });
  const wanted = readWanted(call.text.trim() === "" ? undefined : requireXml(call, "propfind"));
  const resources = await listResources(call, depth === "1");
  const isMinimal = prefersMinimal(call);
  return multistatus(
    resources.map((resource) => describe(resource, accountOf(call), wanted, isMinimal)),
  );
}

export type Wanted =
  | { type: "names" }
  | { type: "all"; more: string[] }
  | { type: "some"; names: string[] };

/** Clients ask for some dozens. Each is answered for each object. */
const maxProperties = 200;

/** @throws DavError */
export function readNames(prop: XmlElement | undefined): string[] {
  const names = [...new Set((prop?.children ?? []).map(({ name }) => name))];
  if (names.length <= maxProperties) return names;
  throw new DavError(403, `Ask for at most ${maxProperties} properties.`);
}

function readWanted(root: XmlElement | undefined): Wanted {
  const namesIn = (name: string) => readNames(childNamed(root, name));
  if (childNamed(root, dav("propname"))) return { type: "names" };
  const prop = childNamed(root, dav("prop"));
  return prop
    ? { type: "some", names: namesIn(dav("prop")) }
    : { type: "all", more: namesIn(dav("include")) };
}

export const accountOf = ({ viewer: { userId }, email, access }: DavCall): Account => ({
  userId,
  email,
  access,
});

/** True if the client does not ask for missing properties (RFC 8144). */
export const prefersMinimal = ({ headers }: DavCall): boolean =>
  /\breturn=minimal\b/i.test([headers.prefer ?? []].flat().join(","));

export function describe(
  resource: Resource,
  account: Account,
  wanted: Wanted,
  isMinimal: boolean,
): Xml {
  const path = pathOf(resource, account);
  const known = propertiesOf(resource, account);
  if (wanted.type === "names") {
    const found = listNames(resource, account).map((name) => element(name));
    return response({ path, found, missing: [] });
  }
  const names =
    wanted.type === "all" ? [...listNames(resource, account), ...wanted.more] : wanted.names;
  const unique = [...new Set(names)];
  const found = unique.flatMap((name) => known.get(name)?.() ?? []);
  const missing = unique.filter((name) => !known.has(name));
  return response({ path, found, missing: isMinimal ? [] : missing });
}

async function listResources(call: DavCall, withChildren: boolean): Promise<Resource[]> {
  const { place } = call;
  switch (place.type) {
    case "root":
      return withChildren ? plain("root", "principals", "calendars") : plain("root");
    case "principals":
      return withChildren ? plain("principals", "principal") : plain("principals");
    case "calendars":
      return withChildren ? plain("calendars", "home") : plain("calendars");
    case "principal":
      return plain("principal");
    case "home":
      return withChildren ? [...plain("home"), ...(await listOwn(call))] : plain("home");
    case "calendar":
      return listCalendar(call, place.segment, withChildren);
    case "object":
      return findObject(call, place);
  }
}

const plain = (...types: ("root" | "principals" | "calendars" | "principal" | "home")[]) =>
  types.map((type): Resource => ({ type }));

async function listOwn({ db, viewer }: DavCall): Promise<Resource[]> {
  const token = await syncToken(db, viewer);
  const calendars = await listCalendars(db, viewer);
  return calendars.map((calendar) => ({ type: "calendar", calendar, syncToken: token }));
}

async function listCalendar(
  { db, viewer }: DavCall,
  segment: string,
  withChildren: boolean,
): Promise<Resource[]> {
  const calendar = await findCalendar(db, viewer, segment);
  if (!calendar) throw notFound();
  const own: Resource = { type: "calendar", calendar, syncToken: await syncToken(db, viewer) };
  if (!withChildren) return [own];
  const objects = await showObjects(db, viewer, calendar, await listObjects(db, viewer, calendar));
  return [own, ...objects.map((object): Resource => ({ type: "object", calendar, object }))];
}

async function findObject(
  { db, viewer }: DavCall,
  { segment, name }: { segment: string; name: string },
): Promise<Resource[]> {
  const calendar = await findCalendar(db, viewer, segment);
  if (!calendar) throw notFound();
  await syncToken(db, viewer);
  const rows = await listObjectsNamed(db, viewer, calendar, [name]);
  const [object] = await showObjects(db, viewer, calendar, rows);
  if (!object) throw notFound();
  return [{ type: "object", calendar, object }];
}
