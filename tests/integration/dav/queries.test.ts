import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DavClient, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;
let nora: DavClient;

beforeAll(async () => {
  mila = await sharedMila();
});

beforeEach(async () => {
  nora = await newDavClient(mila);
  await nora.put(nora.at("kids", "open.ics"), todo("open", "SUMMARY:Open", "DUE:20310105T200000Z"));
  await nora.put(nora.at("kids", "done.ics"), todo("done", "SUMMARY:Done", "STATUS:COMPLETED"));
  await nora.put(
    nora.at("kids", "a&b.ics"),
    todo("later", "SUMMARY:Later <1>", "DUE:20320105T200000Z"),
  );
});

afterAll(() => mila[Symbol.asyncDispose]());

const namesIn = (text: string) =>
  [...text.matchAll(/\/kids\/([^/<]+)<\/D:href>/g)].map(([, name]) => name).toSorted();

const query = (inside: string) =>
  nora.send(
    "REPORT",
    nora.at("kids"),
    '<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/>' +
      '<C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR">' +
      `${inside}</C:comp-filter></C:filter></C:calendar-query>`,
    { depth: "1" },
  );

test("a query finds by component, property, words and time", async () => {
  const all = ["a%26b.ics", "done.ics", "open.ics"];
  for (const [inside, names] of [
    ['<C:comp-filter name="VTODO"/>', all],
    ['<C:comp-filter name="VEVENT"/>', []],
    ['<C:comp-filter name="VEVENT"><C:is-not-defined/></C:comp-filter>', all],
    [
      '<C:comp-filter name="VTODO"><C:prop-filter name="STATUS"><C:is-not-defined/></C:prop-filter></C:comp-filter>',
      ["a%26b.ics", "open.ics"],
    ],
    [
      '<C:comp-filter name="VTODO"><C:prop-filter name="UID"><C:text-match>LATER</C:text-match></C:prop-filter></C:comp-filter>',
      ["a%26b.ics"],
    ],
    [
      '<C:comp-filter name="VTODO"><C:prop-filter name="SUMMARY"><C:text-match negate-condition="yes">open</C:text-match></C:prop-filter></C:comp-filter>',
      ["a%26b.ics", "done.ics"],
    ],
    [
      '<C:comp-filter name="VTODO"><C:time-range start="20310101T000000Z" end="20310201T000000Z"/></C:comp-filter>',
      ["done.ics", "open.ics"],
    ],
  ] as const)
    expect([inside, namesIn((await query(inside)).text)]).toEqual([inside, names]);
  expect((await query('<C:comp-filter name="VTODO"/>')).text).toContain("SUMMARY:Later &lt;1&gt;");
});

test("a multiget answers with what is there, and 404 for the rest", async () => {
  const paths = ["open.ics", "a%26b.ics", "gone.ics"].map((name) => nora.at("kids", name));
  const elsewhere = nora.at("household", "open.ics");
  const { text, status } = await nora.send(
    "REPORT",
    nora.at("kids"),
    '<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop>' +
      [...paths, elsewhere].map((path) => `<D:href>${path}</D:href>`).join("") +
      "</C:calendar-multiget>",
  );
  expect(status).toBe(207);
  expect(text.match(/BEGIN:VCALENDAR/g)).toHaveLength(2);
  expect(text).toContain(`<D:href>${nora.at("kids", "gone.ics")}</D:href><D:status>HTTP/1.1 404`);
  expect(text).toContain(`<D:href>${elsewhere}</D:href><D:status>HTTP/1.1 404`);
});

test("a sync report is cut where the client wants, and goes on from there", async () => {
  const ask = (token: string) =>
    nora.send(
      "REPORT",
      nora.at("kids"),
      `<D:sync-collection xmlns:D="DAV:"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>` +
        "<D:limit><D:nresults>2</D:nresults></D:limit><D:prop><D:getetag/></D:prop></D:sync-collection>",
    );
  const first = await ask("");
  expect([namesIn(first.text).length, first.text.includes("507")]).toEqual([2, true]);
  const token = /<D:sync-token>(.*)<\/D:sync-token>/.exec(first.text)![1]!;
  const second = await ask(token);
  expect([namesIn(second.text).length, second.text.includes("507")]).toEqual([1, false]);
});

test("a report, a filter or a token that Mila does not know is refused by its name", async () => {
  const report = (body: string) => nora.send("REPORT", nora.at("kids"), body);
  for (const [body, condition] of [
    ['<C:free-busy-query xmlns:C="urn:ietf:params:xml:ns:caldav"/>', "<D:supported-report/>"],
    ['<C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav"/>', "<C:valid-filter/>"],
    [
      '<D:sync-collection xmlns:D="DAV:"><D:sync-token>x</D:sync-token></D:sync-collection>',
      "<D:valid-sync-token/>",
    ],
  ] as const) {
    const { status, text } = await report(body);
    expect([body, status, text]).toEqual([body, 403, expect.stringContaining(condition)]);
  }
});

test("nobody asks for thousands of properties at once", async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => `<X:p${at} xmlns:X="urn:x"/>`).join("");
  const ask = (count: number) =>
    nora.send(
      "PROPFIND",
      nora.at("kids"),
      `<D:propfind xmlns:D="DAV:"><D:prop>${many(count)}</D:prop></D:propfind>`,
      { depth: "1" },
    );
  expect((await ask(200)).status).toBe(207);
  expect((await ask(201)).status).toBe(403);
  const report = `<D:sync-collection xmlns:D="DAV:"><D:sync-token/><D:prop>${many(201)}</D:prop></D:sync-collection>`;
  expect((await nora.send("REPORT", nora.at("kids"), report)).status).toBe(403);
});

test("a query ignores unreadable values", async () => {
  await nora.put(nora.at("kids", "odd.ics"), todo("odd", "SUMMARY:Odd", "CREATED:nonsense"));
  const inTask = (inside: string) => query(`<C:comp-filter name="VTODO">${inside}</C:comp-filter>`);
  for (const [inside, isFound] of [
    ['<C:time-range start="20310101T000000Z" end="20310201T000000Z"/>', true],
    [
      '<C:prop-filter name="CREATED"><C:time-range start="20300101T000000Z"/></C:prop-filter>',
      false,
    ],
    ['<C:prop-filter name="CREATED"><C:text-match>x</C:text-match></C:prop-filter>', false],
  ] as const) {
    const { status, text } = await inTask(inside);
    expect([inside, status, namesIn(text).includes("odd.ics")]).toEqual([inside, 207, isFound]);
  }
});
