import type { Kysely } from "kysely";
import type { Database, TokenAccess } from "#db/schema.ts";
import { newSecret } from "../api/bearer.ts";
import { newFamily, type TestFamily } from "../records/family.ts";

interface DavAnswer {
  status: number;
  headers: Headers;
  text: string;
}

interface Sent {
  depth?: "0" | "1" | "infinity";
  headers?: Record<string, string>;
}

/** Speaks CalDAV by plain HTTP, as an account. */
export interface DavClient extends TestFamily {
  secret: string;
  send: (method: string, path: string, body?: string, sent?: Sent) => Promise<DavAnswer>;
  /** The address of a calendar, or of an object in it. */
  at: (calendar: string, name?: string) => string;
  put: (path: string, text: string, headers?: Record<string, string>) => Promise<DavAnswer>;
  get: (path: string) => Promise<DavAnswer>;
  /** Asks what has changed since a token. */
  sync: (calendar: string, token?: string) => Promise<Synced>;
}

interface Synced {
  status: number;
  token: string;
  /** Keyed by file name: the tag, or null for what has left the calendar. */
  changes: Record<string, string | null>;
}

export function davClient(url: string, family: TestFamily, secret: string): DavClient {
  const name = `${family.userId}@example.com`;
  const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`;
  const send: DavClient["send"] = async (method, path, body, { depth, headers = {} } = {}) => {
    const request: RequestInit = {
      method,
      headers: {
        Authorization: authorization,
        ...(depth && { Depth: depth }),
        ...(body !== undefined && { "Content-Type": "application/xml; charset=utf-8" }),
        ...headers,
      },
      redirect: "manual",
      ...(body !== undefined && { body }),
    };
    const answer = await fetch(`${url}${path}`, request);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const at: DavClient["at"] = (calendar, file) =>
    `/dav/calendars/${family.userId}/${calendar}/${file ?? ""}`;
  return {
    ...family,
    secret,
    send,
    at,
    get: (path) => send("GET", path),
    put: (path, text, headers = {}) =>
      send("PUT", path, text, { headers: { "Content-Type": "text/calendar", ...headers } }),
    sync: async (calendar, token = "") => {
      const body =
        '<D:sync-collection xmlns:D="DAV:">' +
        `<D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>` +
        "<D:prop><D:getetag/><D:getcontenttype/></D:prop></D:sync-collection>";
      const answer = await send("REPORT", at(calendar), body, { depth: "1" });
      return readSync(answer);
    },
  };
}

function readSync({ status, text }: DavAnswer): Synced {
  const responses = text.split("<D:response>").slice(1);
  const changes = responses.map((part) => {
    const name = /<D:href>[^<]*\/([^/<]*)<\/D:href>/.exec(part)?.[1] ?? "";
    const tag = /<D:getetag>&quot;(.*?)&quot;<\/D:getetag>/.exec(part)?.[1];
    return [name, part.includes("404 Not Found") ? null : `"${tag}"`] as const;
  });
  const token = /<D:sync-token>(.*?)<\/D:sync-token>/.exec(text)?.[1] ?? "";
  return { status, token, changes: Object.fromEntries(changes) };
}

export async function newDavClient(
  { url, db }: { url: string; db: Kysely<Database> },
  { access = "write", timeZone }: { access?: TokenAccess; timeZone?: string } = {},
): Promise<DavClient> {
  const family = await newFamily(db, {}, timeZone);
  return davClient(url, family, await newSecret(db, family, access));
}

/** Wraps the lines of a to-do in what every object has. */
export function todo(uid: string, ...lines: string[]): string {
  return calendarOf([
    "BEGIN:VTODO",
    `UID:${uid}`,
    "DTSTAMP:20300101T000000Z",
    ...lines,
    "END:VTODO",
  ]);
}

export function calendarOf(lines: readonly string[]): string {
  const all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR"];
  return `${all.join("\r\n")}\r\n`;
}
