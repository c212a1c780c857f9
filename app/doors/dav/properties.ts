import type { Calendar } from "#app/domain/caldav/calendars.server.ts";
import type { ShownObject } from "#app/domain/caldav/show-objects.server.ts";
import type { TokenAccess } from "#db/schema.ts";
import { href } from "./multistatus.ts";
import { base, calendarPath, homePath, objectPath, principalPath } from "./paths.ts";
import { apple, asText, cal, dav, element, server, type Xml } from "./xml.ts";

/** Something that has an address. */
export type Resource =
  | { type: "root" | "principals" | "calendars" | "principal" | "home" }
  | { type: "calendar"; calendar: Calendar; syncToken: string }
  | { type: "object"; calendar: Calendar; object: ShownObject };

export interface Account {
  userId: string;
  email: string;
  access: TokenAccess;
}

/** The bytes of an object that a client may send. */
export const maxObjectBytes = 256 * 1024;

export function pathOf(resource: Resource, { userId }: Pick<Account, "userId">): string {
  switch (resource.type) {
    case "root":
      return base;
    case "principals":
      return `${base}principals/`;
    case "calendars":
      return `${base}calendars/`;
    case "principal":
      return principalPath(userId);
    case "home":
      return homePath(userId);
    case "calendar":
      return calendarPath(userId, resource.calendar.segment);
    case "object":
      return objectPath(userId, resource.calendar.segment, resource.object.row.name);
  }
}

/** Properties of which a client must ask by name. */
const named = new Set([cal("calendar-data")]);

export const listNames = (resource: Resource, account: Account): string[] =>
  [...propertiesOf(resource, account).keys()].filter((name) => !named.has(name));

/** Keyed by their names. They are written when asked for. */
export function propertiesOf(resource: Resource, account: Account): Map<string, () => Xml> {
  const principal = () => href(principalPath(account.userId));
  const shared: [string, () => Xml[] | Xml][] = [
    [dav("resourcetype"), () => typesOf(resource).map((type) => element(type))],
    [dav("current-user-principal"), principal],
    [dav("principal-collection-set"), () => href(`${base}principals/`)],
    [dav("owner"), principal],
    [dav("current-user-privilege-set"), () => privilegesOf(resource, account)],
    [dav("supported-report-set"), () => reportsOf(resource)],
  ];
  const all = [...shared, ...ownProperties(resource, account)];
  return new Map(all.map(([name, write]) => [name, () => element(name, write())]));
}

function typesOf({ type }: Resource): string[] {
  if (type === "object") return [];
  const own = type === "calendar" ? [cal("calendar")] : [];
  return [dav("collection"), ...own, ...(type === "principal" ? [dav("principal")] : [])];
}

function privilegesOf(resource: Resource, { access }: Account): Xml[] {
  const { type } = resource;
  const reading = ["read", "read-current-user-privilege-set"];
  const writing: Partial<Record<Resource["type"], string[]>> = {
    home: ["bind", "unbind"],
    calendar: ["write", "write-properties", "write-content", "bind", "unbind"],
    object: ["write", "write-content", "unbind"],
  };
  const isReadOnly = "calendar" in resource && resource.calendar.holds.type === "events";
  const names = access === "read" || isReadOnly ? reading : [...reading, ...(writing[type] ?? [])];
  return names.map((name) => element(dav("privilege"), [element(dav(name))]));
}

function reportsOf({ type }: Resource): Xml[] {
  if (type !== "calendar") return [];
  const names = [cal("calendar-query"), cal("calendar-multiget"), dav("sync-collection")];
  return names.map((name) =>
    element(dav("supported-report"), [element(dav("report"), [element(name)])]),
  );
}

function ownProperties(resource: Resource, account: Account): [string, () => Xml[] | Xml][] {
  switch (resource.type) {
    case "calendar":
      return calendarProperties(resource);
    case "object":
      return objectProperties(resource);
    case "home":
      return [[dav("displayname"), () => asText("Mila")]];
    default:
      return principalProperties(account);
  }
}

function principalProperties({ userId, email }: Account): [string, () => Xml[] | Xml][] {
  return [
    [dav("displayname"), () => asText(email)],
    [dav("principal-URL"), () => href(principalPath(userId))],
    [cal("calendar-home-set"), () => href(homePath(userId))],
    [cal("calendar-user-address-set"), () => href(`mailto:${email}`)],
  ];
}

function calendarProperties({
  calendar,
  syncToken,
}: Extract<Resource, { type: "calendar" }>): [string, () => Xml[] | Xml][] {
  const { name, color, order } = calendar;
  return [
    [dav("displayname"), () => asText(name)],
    [dav("sync-token"), () => asText(syncToken)],
    [server("getctag"), () => asText(syncToken)],
    [
      cal("supported-calendar-component-set"),
      () => [element(cal("comp"), [], { name: componentOf(calendar) })],
    ],
    [
      cal("supported-calendar-data"),
      () => [
        element(cal("calendar-data"), [], { "content-type": "text/calendar", version: "2.0" }),
      ],
    ],
    [cal("max-resource-size"), () => asText(String(maxObjectBytes))],
    ...(color === null ? [] : [[apple("calendar-color"), () => asText(color)] as const]),
    [apple("calendar-order"), () => asText(String(order))],
  ] as [string, () => Xml[] | Xml][];
}

export const typeOf = (calendar: Calendar): string =>
  `text/calendar; charset=utf-8; component=${componentOf(calendar)}`;

const componentOf = ({ holds }: Calendar) => (holds.type === "events" ? "VEVENT" : "VTODO");

function objectProperties({
  calendar,
  object: { text, tag },
}: Extract<Resource, { type: "object" }>): [string, () => Xml[] | Xml][] {
  return [
    [dav("getetag"), () => asText(tag)],
    [dav("getcontenttype"), () => asText(typeOf(calendar))],
    [dav("getcontentlength"), () => asText(String(Buffer.byteLength(text)))],
    [cal("calendar-data"), () => asText(text)],
  ];
}
