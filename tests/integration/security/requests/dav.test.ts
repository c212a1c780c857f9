import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newSecret } from "../../../support/api/bearer.ts";
import { davClient, type DavClient, newDavClient, todo } from "../../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../signed-in.ts";

let mila: SharedMila;
let nora: DavClient;

beforeAll(async () => {
  mila = await sharedMila();
});

beforeEach(async () => {
  nora = await newDavClient(mila);
});

afterAll(() => mila[Symbol.asyncDispose]());

const basic = (name: string, secret: string) =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`;

test("only an account's address with its own token lets a client in", async () => {
  const { cookie } = await signedInFamily(mila.db);
  const other = await newDavClient(mila);
  const email = `${nora.userId}@example.com`;
  for (const headers of [
    {},
    { Cookie: cookie },
    { Authorization: `Bearer ${nora.secret}` },
    { Authorization: basic(email, `mila_${"A".repeat(43)}`) },
    { Authorization: basic(email, other.secret) },
    { Authorization: basic("", nora.secret) },
    { Authorization: "Basic !" },
  ] as Record<string, string>[]) {
    const answer = await fetch(`${mila.url}/dav/`, { method: "PROPFIND", headers });
    expect([headers, answer.status]).toEqual([headers, 401]);
    expect(answer.headers.get("WWW-Authenticate")).toBe('Basic realm="Mila", charset="UTF-8"');
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  }
  const upper = basic(email.toUpperCase(), nora.secret);
  const answer = await fetch(`${mila.url}/dav/`, {
    method: "PROPFIND",
    headers: { Authorization: upper },
  });
  expect(answer.status).toBe(207);
});

test("a token that may only read changes nothing", async () => {
  await nora.put(nora.at("kids", "a.ics"), todo("a", "SUMMARY:A"));
  const reader = davClient(mila.url, nora, await newSecret(mila.db, nora, "read"));
  expect((await reader.get(nora.at("kids", "a.ics"))).status).toBe(200);
  const shown = await reader.send("PROPFIND", nora.at("kids"), undefined, { depth: "0" });
  expect(shown.text).not.toContain("<D:write-content/>");
  for (const [method, path, body] of [
    ["PUT", nora.at("kids", "a.ics"), todo("a", "SUMMARY:B")],
    ["DELETE", nora.at("kids", "a.ics"), undefined],
    ["MKCALENDAR", nora.at("new"), undefined],
    ["PROPPATCH", nora.at("kids"), "<x/>"],
    ["DELETE", nora.at("list-shopping"), undefined],
  ] as const)
    expect([method, (await reader.send(method, path, body)).status]).toEqual([method, 403]);
  expect((await nora.get(nora.at("kids", "a.ics"))).text).toContain("SUMMARY:A");
});

test("XML with a document type, broken, deep or long is refused, and Mila goes on", async () => {
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>' +
    '<D:propfind xmlns:D="DAV:"><D:prop><D:displayname>&b;</D:displayname></D:prop></D:propfind>';
  const external =
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><D:propfind xmlns:D="DAV:">&a;</D:propfind>';
  for (const body of [
    bomb,
    external,
    "<",
    "<a>",
    "<D:propfind/>",
    '<D:propfind xmlns:D="DAV:">&nothing;</D:propfind>',
    "text",
    "<a>".repeat(5_000),
    `<a>${"<b/>".repeat(60_000)}</a>`,
    "\u0000",
  ])
    for (const method of ["PROPFIND", "REPORT", "PROPPATCH"]) {
      const { status, text } = await nora.send(method, nora.at("kids"), body);
      expect([method, body.slice(0, 60), status]).toEqual([method, body.slice(0, 60), 400]);
      expect(text).not.toContain("root:");
    }
  const long = await nora.send("PROPFIND", nora.at("kids"), "x".repeat(1024 * 1024 + 1));
  expect(long.status).toBe(413);
  expect(await mila.log()).not.toContain("request failed");
});

test("objects that are none are refused by name", async () => {
  const path = nora.at("kids", "a.ics");
  const event = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
  const two = todo("a", "SUMMARY:A", "END:VTODO", "BEGIN:VTODO", "UID:b", "SUMMARY:B");
  for (const text of [
    "",
    "text",
    event,
    two,
    todo("", "SUMMARY:A"),
    todo("a", "DUE:nonsense", "SUMMARY:A").replace("END:VTODO", "END:VEVENT"),
    todo("a", "BEGIN:VTODO".repeat(3)),
    todo("a", "SUMMARY:A").replace("VERSION", "METHOD:PUBLISH\r\nVERSION"),
  ]) {
    const answer = await nora.put(path, text);
    expect([text, answer.status]).toEqual([text, 403]);
    expect(answer.text).toContain("<C:valid-calendar-object-resource/>");
  }
  const big = await nora.put(path, todo("a", `SUMMARY:${"x".repeat(300_000)}`));
  expect([big.status, big.text]).toEqual([403, expect.stringContaining("<C:max-resource-size/>")]);
  expect(big.text).toContain("<D:responsedescription>An object has at most 256 KB.<");
  const json = await nora.put(path, "{}", { "Content-Type": "application/json" });
  expect(json.status).toBe(415);
  expect((await nora.get(path)).status).toBe(404);
  expect(await mila.log()).not.toContain("request failed");
});

test("odd values are kept, and break nothing", async () => {
  for (const [at, lines] of [
    ["SUMMARY:", "DUE;VALUE=DATE:00010101"],
    [`SUMMARY:${"long ".repeat(200)}`, `DESCRIPTION:${"x".repeat(20_000)}`],
    ["SUMMARY:Odd", "DUE;TZID=Nowhere/Atlantis:20310105T150000"],
    ["SUMMARY:Odd", "DUE:20310309T023000", "DTSTART:20310310T023000"],
    ["SUMMARY:Odd", "DTSTART;VALUE=DATE:20310105", "DURATION:P2D"],
    ["SUMMARY:Odd", "DUE;VALUE=DATE:20310105", "RRULE:FREQ=WEEKLY;UNTIL=20310301"],
    ["SUMMARY:Odd", "DUE:20310105T000000Z", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20310106T000000Z"],
    ["SUMMARY:Odd", "RRULE:FREQ=DAILY"],
    ["SUMMARY:Odd", "DUE:20310105T000000Z", "RRULE:FREQ=YEARLY;BYDAY=MO"],
    ["SUMMARY:Odd", "COMPLETED:20310105T000000Z", "STATUS:NEEDS-ACTION"],
    ["SUMMARY:Odd", "STATUS:CANCELLED"],
    ["SUMMARY:Odd", "PERCENT-COMPLETE:50", "STATUS:IN-PROCESS"],
    ["SUMMARY:\u202eright to left\u0007", "X-ODD:\u2028"],
  ].entries()) {
    const path = nora.at("kids", `${at}.ics`);
    const text = todo(`odd-${at}`, ...lines);
    const put = await nora.put(path, text);
    expect([lines, put.status]).toEqual([lines, 201]);
    const got = await nora.get(path);
    expect([lines, got.text]).toEqual([lines, text]);
    expect(put.headers.get("ETag")).toBe(got.headers.get("ETag"));
  }
  expect(await mila.log()).not.toContain("request failed");
});

test("a zone whose clock changes every second is not followed", async () => {
  const zone = (start: string, rule: string) => [
    "BEGIN:VTIMEZONE",
    "TZID:Odd",
    "BEGIN:STANDARD",
    `DTSTART:${start}`,
    `RRULE:${rule}`,
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  for (const [at, lines] of [
    zone("19700101T000000", "FREQ=SECONDLY"),
    zone("19700101T000000", "FREQ=DAILY"),
    zone("00010101T000000", "FREQ=YEARLY"),
  ].entries()) {
    const text = todo(`zone-${at}`, "SUMMARY:Odd", "DUE;TZID=Odd:20351231T200000").replace(
      "BEGIN:VTODO",
      [...lines, "BEGIN:VTODO"].join("\r\n"),
    );
    expect((await nora.put(nora.at("kids", `${at}.ics`), text)).status).toBe(201);
    expect((await nora.get(nora.at("kids", `${at}.ics`))).text).toBe(text);
  }
});

test("the character NUL is in no name, and leaves what is written", async () => {
  const nul = String.fromCharCode(0);
  const text = todo("nul", `SUMMARY:Buy${nul} milk`);
  expect((await nora.put(nora.at("kids", "nul.ics"), text)).status).toBe(201);
  expect((await nora.get(nora.at("kids", "nul.ics"))).text).toContain("SUMMARY:Buy milk");
  for (const method of ["PUT", "DELETE"])
    expect((await nora.send(method, `${nora.at("kids")}a%00b.ics`, text)).status).toBe(404);
});

test("guesses are limited by network, and lock no good token out", async () => {
  // Behind a proxy, so that guesses come from another network than those of other files.
  await using proxied = await sharedMila("connected");
  const owner = await newDavClient(proxied);
  const proxy = { "X-Forwarded-For": "2001:db8:da:f::1", "X-Forwarded-Proto": "https" };
  const guess = () =>
    fetch(`${proxied.url}/dav/`, {
      method: "PROPFIND",
      headers: { Authorization: basic("x@example.com", `mila_${"B".repeat(43)}`), ...proxy },
    });
  let last = await guess();
  for (let tries = 0; tries < 40 && last.status !== 429; tries += 1) last = await guess();
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
  const asked = await owner.send("PROPFIND", "/dav/", undefined, { depth: "0", ...proxy });
  expect(asked.status).toBe(207);
});

test("other methods and addresses are refused, and a whole tree at once as well", async () => {
  for (const [method, path, status] of [
    ["POST", "/dav/", 405],
    ["GET", nora.at("kids"), 405],
    ["LOCK", nora.at("kids"), 405],
    ["MOVE", nora.at("kids", "a.ics"), 405],
    ["PROPFIND", "/dav/nowhere/", 404],
    ["PROPFIND", "/dav/calendars/%ff/", 404],
    ["PUT", "/dav/calendars/", 405],
    ["REPORT", "/dav/", 403],
  ] as const)
    expect([method, path, (await nora.send(method, path)).status]).toEqual([method, path, status]);
  const deep = await nora.send("PROPFIND", "/dav/", undefined, { depth: "infinity" });
  expect([deep.status, deep.text]).toEqual([
    403,
    expect.stringContaining("<D:propfind-finite-depth/>"),
  ]);
});

test("tokens and words are in no log", async () => {
  await nora.put(nora.at("kids", "unmistakable.ics"), todo("u", "SUMMARY:unmistakable words"));
  const log = await mila.log();
  expect(log).toContain('"route":"/dav/object"');
  const encoded = basic(`${nora.userId}@example.com`, nora.secret);
  for (const secret of [nora.secret, encoded, "unmistakable"]) expect(log).not.toContain(secret);
});
