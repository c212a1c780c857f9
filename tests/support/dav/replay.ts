import { JSDOM } from "jsdom";
import { v7 as newId } from "uuid";
import { type Bearer, dataOf, newBearer } from "../api/bearer.ts";
import type { SharedMila } from "../product/shared-mila.ts";

interface Sent {
  depth?: "0" | "1";
  headers?: Record<string, string>;
  body?: string;
}

/** One resource of a multistatus answer. */
interface DavResource {
  /** As the server wrote it. */
  href: string;
  /** Of the resource itself; null if only its properties have one. */
  status: number | null;
  /** Properties that the resource has, by their local names. */
  props: Map<string, Element>;
  /** Local names of properties that it does not have. */
  missing: string[];
}

export interface DavAnswer {
  status: number;
  headers: Headers;
  text: string;
  resources: DavResource[];
  syncToken: string | null;
}

export interface Replay extends Bearer {
  /** Sends a request as the client does. Follows redirects, as all of them do. */
  send: (method: string, path: string, sent?: Sent) => Promise<DavAnswer>;
  /** The address of the calendar with this name. */
  calendar: (name: string) => Promise<string>;
  /** Every task by the API, oldest first. */
  tasks: () => Promise<ApiTasks>;
}

type ApiTasks = Awaited<ReturnType<typeof listTasks>>;

/** A family, and requests in the name of its token as a client of CalDAV sends them. */
export async function newReplay(
  mila: SharedMila,
  headers: Record<string, string> = {},
): Promise<Replay> {
  const nora = await newBearer(mila, { Emma: "child" });
  const basic = Buffer.from(`${nora.userId}@example.com:${nora.secret}`).toString("base64");
  const send = async (method: string, path: string, sent: Sent = {}) => {
    const request = {
      method,
      headers: {
        Authorization: `Basic ${basic}`,
        ...headers,
        ...(sent.depth && { Depth: sent.depth }),
        ...(sent.body?.startsWith("<") && { "Content-Type": "application/xml; charset=utf-8" }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && { body: sent.body }),
      redirect: "manual",
    } as const;
    let answer = await fetch(new URL(path, mila.url), request);
    const to = answer.headers.get("Location");
    if (to !== null && answer.status >= 300 && answer.status < 400)
      answer = await fetch(new URL(to, answer.url), request);
    return readAnswer(answer);
  };
  return {
    ...nora,
    send,
    calendar: (name) => findCalendar(send, name),
    tasks: () => listTasks(nora.api),
  };
}

async function readAnswer(answer: Response): Promise<DavAnswer> {
  const { status, headers } = answer;
  const text = await answer.text();
  if (status !== 207) return { status, headers, text, resources: [], syncToken: null };
  const { document } = new JSDOM(text, { contentType: "application/xml" }).window;
  const token = [...document.documentElement.children].find(
    ({ localName }) => localName === "sync-token",
  );
  const resources = [...document.getElementsByTagNameNS("DAV:", "response")].map(readResource);
  return { status, headers, text, resources, syncToken: token?.textContent ?? null };
}

function readResource(response: Element): DavResource {
  const child = (name: string) =>
    [...response.children].find(({ localName }) => localName === name)?.textContent?.trim();
  const [props, missing] = [new Map<string, Element>(), [] as string[]];
  for (const propstat of response.getElementsByTagNameNS("DAV:", "propstat")) {
    const status = statusIn(propstat.getElementsByTagNameNS("DAV:", "status")[0]?.textContent);
    const [prop] = propstat.getElementsByTagNameNS("DAV:", "prop");
    for (const element of prop?.children ?? []) {
      if (status === 200) props.set(element.localName, element);
      else missing.push(element.localName);
    }
  }
  const own = child("status");
  return { href: child("href") ?? "", status: own ? statusIn(own) : null, props, missing };
}

const statusIn = (line: string | null | undefined) => Number(line?.trim().split(" ")[1]);

/** Reads the address that a property such as current-user-principal holds. */
export function hrefIn({ resources }: DavAnswer, property: string): string {
  const href = resources[0]?.props.get(property)?.getElementsByTagNameNS("DAV:", "href")[0];
  if (!href?.textContent) throw new Error(`No address in ${property}`);
  return href.textContent.trim();
}

export const dav = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;

/** Asks for properties by a prefix: d for WebDAV, c for CalDAV, cs for calendarserver.org. */
export const propfind = (...props: string[]): string =>
  dav(
    '<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" ' +
      'xmlns:cs="http://calendarserver.org/ns/" xmlns:ical="http://apple.com/ns/ical/">' +
      `<d:prop>${props.map((prop) => `<${prop}/>`).join("")}</d:prop></d:propfind>`,
  );

async function findCalendar(send: Replay["send"], name: string): Promise<string> {
  const root = await send("PROPFIND", "/dav/", {
    depth: "0",
    body: propfind("d:current-user-principal"),
  });
  const principal = hrefIn(root, "current-user-principal");
  const home = await send("PROPFIND", principal, {
    depth: "0",
    body: propfind("c:calendar-home-set"),
  });
  const { resources } = await send("PROPFIND", hrefIn(home, "calendar-home-set"), {
    depth: "1",
    body: propfind("d:displayname", "d:resourcetype"),
  });
  const found = resources.find(({ props }) => props.get("displayname")?.textContent === name);
  if (!found) throw new Error(`No calendar ${name}`);
  return found.href;
}

async function listTasks(api: Bearer["api"]) {
  const query = { sort: "created_at", limit: 200 } as const;
  return dataOf(await api.GET("/tasks", { params: { query } })).tasks;
}

/** The title and date of each task, by whether it is done. */
export async function openAndDone({ tasks }: Replay) {
  const all = await tasks();
  const of = (isDone: boolean) =>
    all
      .filter(({ is_completed }) => is_completed === isDone)
      .map(({ title, due_local }) => `${title} ${due_local ?? "sometime"}`);
  return { open: of(false), done: of(true) };
}

/** Lines of a calendar object, with the ends that the format asks for. */
export const ics = (...lines: string[]): string => `${lines.join("\r\n")}\r\n`;

/** Joins lines that a server folded. */
export const linesOf = (text: string): string[] =>
  text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/);

export const newUid = (): string => newId();
