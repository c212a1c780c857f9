import * as fc from "fast-check";
import { newSecret } from "../../../support/api/bearer.ts";
import { runs } from "../../../support/runner/depth.ts";
import { testSeed } from "../../../support/runner/seed.ts";
import { plantedAccount } from "../account.ts";
import { Client, newNetwork } from "../client.ts";
import { hostileText } from "../hostile-values.ts";
import { victimsWord } from "../judge.ts";
import { type Row, Trial } from "../row.ts";
import type { Target } from "../target.ts";

/** An account may change 240 things a minute. */
const callsPerAccount = 100;

/** Random calls of `/dav` by strangers, with tokens of their own, of others and of nobody. */
export const hostileDav: Row = {
  name: "hostile calls of tasks apps",
  async run(target) {
    const count = runs({ full: 3_000, part: 200 });
    const calls = fc.sample(hostileCall(target.victims.ids), {
      numRuns: count,
      seed: testSeed(),
    });
    const trial = new Trial();
    for (let first = 0; first < count; first += callsPerAccount) {
      const caller = await newCaller(target);
      trial.works(await caller.isLetIn(), "an own token lists calendars and adds a task");
      for (const call of calls.slice(first, first + callsPerAccount)) {
        const { path, status } = await caller.send(call);
        const isTheirs = call.place === "theirs" || call.credentials !== "own";
        trial.refused(
          !isTheirs || status === 207 || status >= 400 || call.method === "OPTIONS",
          `${call.method} ${path} with ${call.credentials} credentials answered ${status}`,
        );
      }
    }
    const { tried, through } = trial.outcome;
    return { tried, through: [...through, ...(await target.victims.harm())] };
  },
};

interface Call {
  method: string;
  credentials: "own" | "mixed" | "none" | "odd";
  place: "own" | "theirs" | "odd";
  victimId: string;
  segment: string;
  name: string;
  body: string;
  header: string;
}

async function newCaller(target: Target) {
  const { account, family } = await plantedAccount(target);
  const secret = await newSecret(target.db, family);
  target.judge.sessions.add(secret);
  const client = new Client(target.url, target.judge);
  const basic = (name: string, password: string) =>
    `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
  const authorization = (call: Call): Record<string, string> => {
    if (call.credentials === "none") return {};
    if (call.credentials === "mixed")
      return { authorization: basic(target.victims.owner.email, secret) };
    if (call.credentials === "odd") return { authorization: basic(call.name, call.header) };
    return { authorization: basic(account.email, secret) };
  };
  const home = `/dav/calendars/${family.userId}/`;
  const pathOf = ({ place, victimId, segment, name }: Call) => {
    const end = encodeURIComponent(name);
    if (place === "own") return `${home}${segment}/${end}`;
    if (place === "theirs") return `/dav/calendars/${victimId}/${segment}/${victimId}.ics`;
    return `/dav/${["principals", "calendars", "..%2f..", "%00", end][name.length % 5]}/${end}/`;
  };
  const send = async (call: Call) => {
    const path = pathOf(call);
    client.network = newNetwork();
    const headers = {
      ...https,
      ...authorization(call),
      depth: call.name.length % 3 === 0 ? "infinity" : "1",
      "content-type": call.method === "PUT" ? "text/calendar" : "application/xml",
      "if-match": carried(call.header),
    };
    const { status } = await client.send(path, { method: call.method, body: call.body, headers });
    return { path, status };
  };
  const isLetIn = async () => {
    const headers = { ...https, authorization: basic(account.email, secret) };
    const listed = await client.send(home, { method: "PROPFIND", headers });
    const added = await client.send(`${home}kids/own.ics`, {
      method: "PUT",
      body: object("own", "Milk"),
      headers: { ...headers, "content-type": "text/calendar" },
    });
    return listed.status === 207 && added.status === 201;
  };
  return { send, isLetIn };
}

/** The proxy says so; without it, no token is taken. */
const https = { "x-forwarded-proto": "https" };

/** HTTP carries no others. */
const carried = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "").trim() || "*";

function object(uid: string, summary: string, ...lines: string[]): string {
  const todo = ["BEGIN:VTODO", `UID:${uid}`, `SUMMARY:${summary}`, ...lines, "END:VTODO"];
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...todo, "END:VCALENDAR", ""].join("\r\n");
}

const entities = Array.from(
  { length: 12 },
  (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
).join("");

const query = (inside: string) =>
  '<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>' +
  `<d:getetag/><c:calendar-data/></d:prop>${inside}</c:calendar-query>`;

const bodies = fc.oneof(
  hostileText.map((text) => object("a", text, `RRULE:${text}`, `DUE:${text}`, text)),
  hostileText.map((text) => object(text, "Milk", "RRULE:FREQ=SECONDLY", `EXDATE:${text}`)),
  hostileText.map((text) =>
    query(
      '<c:filter><c:comp-filter name="VCALENDAR"><c:prop-filter name="UID"><c:text-match>' +
        `${text}</c:text-match></c:prop-filter></c:comp-filter></c:filter>`,
    ),
  ),
  hostileText.map(
    (text) =>
      '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><d:displayname>' +
      `${text}</d:displayname></d:prop></d:set></d:propertyupdate>`,
  ),
  hostileText,
  fc.constantFrom(
    `<!DOCTYPE d [<!ENTITY e0 "lol">${entities}]><d:propfind xmlns:d="DAV:">&e12;</d:propfind>`,
    '<!DOCTYPE d [<!ENTITY f SYSTEM "file:///etc/passwd">]><d:propfind xmlns:d="DAV:">&f;</d:propfind>',
    `<d:propfind xmlns:d="DAV:">${"<d:prop>".repeat(50_000)}`,
    `<d:propfind xmlns:d="DAV:"><d:prop>${"<d:displayname/>".repeat(20_000)}</d:prop></d:propfind>`,
    object("a", "Milk", `RRULE:FREQ=DAILY;BYSECOND=${"0,".repeat(20_000)}0`),
    object("a", "Milk", ...Array.from({ length: 5_000 }, (_, at) => `EXDATE:2031${at}`)),
    `BEGIN:VCALENDAR\r\n${"BEGIN:VTODO\r\n".repeat(10_000)}`,
    "",
  ),
);

const methods = [
  "PROPFIND",
  "REPORT",
  "PUT",
  "DELETE",
  "MKCALENDAR",
  "MKCOL",
  "PROPPATCH",
  "OPTIONS",
  "GET",
  "HEAD",
  "POST",
  "COPY",
  "MOVE",
  "LOCK",
  "ACL",
];

const hostileCall = (victimIds: string[]): fc.Arbitrary<Call> =>
  fc.record({
    method: fc.constantFrom(...methods),
    credentials: fc.constantFrom("own", "own", "own", "mixed", "none", "odd"),
    place: fc.constantFrom("own", "theirs", "odd"),
    victimId: fc.constantFrom(...victimIds),
    segment: fc.constantFrom("household", "kids", "events", "list-shopping", "%00", "..%2f"),
    name: hostileText.map((text) => text.slice(0, 300).toWellFormed()),
    body: bodies.filter((body) => !body.includes(victimsWord)),
    header: hostileText.map((text) => text.slice(0, 100)),
  });
