import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../support/api/client.ts";
import { dataOf } from "../../support/api/bearer.ts";
import { type DavClient, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const apiOf = ({ secret }: DavClient) => apiClient(mila.url, secret);

async function itemsOf(nora: DavClient, id = "shopping") {
  const answer = await apiOf(nora).GET("/lists/{id}/items", { params: { path: { id } } });
  return dataOf(answer).items;
}

async function listsOf(nora: DavClient) {
  return dataOf(await apiOf(nora).GET("/lists")).lists.map(({ name }) => name);
}

const shopping = "list-shopping";

test("an item is a to-do, which both sides tick, rename and delete", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at(shopping, "milk.ics");
  const milk = (...lines: string[]) => todo("milk", "SUMMARY:2 l milk", "X-KEPT:1", ...lines);
  expect((await nora.put(path, milk())).headers.get("ETag")).not.toBeNull();
  const [item] = await itemsOf(nora);
  expect(item).toMatchObject({ name: "2 l milk", is_ticked: false });
  await nora.put(path, milk("STATUS:COMPLETED"));
  expect(await itemsOf(nora)).toMatchObject([{ is_ticked: true }]);
  const ids = { id: "shopping", item_id: item!.id };
  await apiOf(nora).PATCH("/lists/{id}/items/{item_id}", {
    params: { path: ids },
    body: { is_ticked: false, name: "3 l milk" },
  });
  const { text } = await nora.get(path);
  expect(text).toContain("SUMMARY:3 l milk\r\nX-KEPT:1\r\nSTATUS:NEEDS-ACTION\r\n");
  await nora.put(path, todo("milk", "SUMMARY:4 l milk"));
  expect(await itemsOf(nora)).toMatchObject([{ name: "4 l milk", is_ticked: false }]);
  expect((await nora.send("DELETE", path)).status).toBe(204);
  expect(await itemsOf(nora)).toEqual([]);
});

test("an item that is added again takes the place of the one that was ticked", async () => {
  const nora = await newDavClient(mila);
  await nora.put(nora.at(shopping, "a.ics"), todo("a", "SUMMARY:Milk", "STATUS:COMPLETED"));
  const { token } = await nora.sync(shopping);
  await nora.put(nora.at(shopping, "b.ics"), todo("b", "SUMMARY:Milk"));
  expect(await itemsOf(nora)).toMatchObject([{ name: "Milk", is_ticked: false }]);
  expect((await nora.sync(shopping, token)).changes).toEqual({
    "a.ics": null,
    "b.ics": expect.any(String),
  });
});

test("two clients that add the same thing have one item, and both see it", async () => {
  const nora = await newDavClient(mila);
  await nora.put(nora.at(shopping, "a.ics"), todo("a", "SUMMARY:Milk"));
  await nora.put(nora.at(shopping, "b.ics"), todo("b", "SUMMARY:milk"));
  expect(await itemsOf(nora)).toHaveLength(1);
  await nora.put(nora.at(shopping, "b.ics"), todo("b", "SUMMARY:milk", "STATUS:COMPLETED"));
  expect((await nora.get(nora.at(shopping, "a.ics"))).text).toContain("STATUS:COMPLETED");
  await nora.send("DELETE", nora.at(shopping, "a.ics"));
  expect(await itemsOf(nora)).toHaveLength(1);
  await nora.send("DELETE", nora.at(shopping, "b.ics"));
  expect(await itemsOf(nora)).toEqual([]);
});

const mkcol = (properties: string) =>
  '<D:mkcol xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:I="http://apple.com/ns/ical/">' +
  "<D:set><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype>" +
  `${properties}</D:prop></D:set></D:mkcol>`;

test("a client makes a list, changes it and deletes it", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("f00-1");
  const made = await nora.send(
    "MKCOL",
    path,
    mkcol(
      "<D:displayname>Packing</D:displayname><I:calendar-color>#FF0000FF</I:calendar-color>" +
        '<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>',
    ),
  );
  expect(made.status).toBe(201);
  expect(await listsOf(nora)).toEqual(["Shopping", "Packing"]);
  await nora.put(nora.at("f00-1", "x.ics"), todo("x", "SUMMARY:Tent"));
  const shown = await nora.send("PROPFIND", path, undefined, { depth: "1" });
  expect(shown.text).toContain("<I:calendar-color>#FF0000FF</I:calendar-color>");
  expect(shown.text).toContain(`<D:href>${path}x.ics</D:href>`);
  const patch = (properties: string) =>
    nora.send(
      "PROPPATCH",
      path,
      '<D:propertyupdate xmlns:D="DAV:" xmlns:I="http://apple.com/ns/ical/"><D:set><D:prop>' +
        `${properties}</D:prop></D:set></D:propertyupdate>`,
    );
  const saved = await patch(
    "<D:displayname>Camping</D:displayname><I:calendar-order>7</I:calendar-order>",
  );
  expect(saved.text).not.toContain("403");
  expect(await listsOf(nora)).toEqual(["Shopping", "Camping"]);
  const refused = await patch("<D:displayname>Never</D:displayname><D:owner>me</D:owner>");
  expect(refused.text).toContain("<D:owner/></D:prop><D:status>HTTP/1.1 403");
  expect(refused.text).toContain("<D:displayname/></D:prop><D:status>HTTP/1.1 424");
  expect(await listsOf(nora)).toEqual(["Shopping", "Camping"]);
  expect((await nora.send("MKCALENDAR", path)).status).toBe(405);
  const same = await nora.send(
    "MKCALENDAR",
    nora.at("other"),
    '<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>' +
      "<D:displayname>camping</D:displayname></D:prop></D:set></C:mkcalendar>",
  );
  expect(same.status).toBe(409);
  expect((await nora.send("DELETE", path)).status).toBe(204);
  expect((await nora.send("PROPFIND", path, undefined, { depth: "0" })).status).toBe(404);
  expect(await listsOf(nora)).toEqual(["Shopping"]);
});

test("categories and Shopping stay as they are", async () => {
  const nora = await newDavClient(mila);
  for (const calendar of ["kids", shopping]) {
    expect((await nora.send("DELETE", nora.at(calendar))).status).toBe(403);
    const renamed = await nora.send(
      "PROPPATCH",
      nora.at(calendar),
      '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:displayname>X</D:displayname></D:prop></D:set></D:propertyupdate>',
    );
    expect(renamed.text).toContain("403 Forbidden");
  }
  for (const segment of ["list-x", "a b", "x".repeat(200)])
    expect((await nora.send("MKCALENDAR", nora.at(encodeURIComponent(segment)))).status).toBe(403);
  const events = mkcol(
    '<C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>',
  );
  expect((await nora.send("MKCOL", nora.at("dates"), events)).status).toBe(403);
});

test("an item that an app gives the name of another is that one, open if one of them is", async () => {
  const nora = await newDavClient(mila);
  const [milk, oats] = [nora.at(shopping, "milk.ics"), nora.at(shopping, "oats.ics")];
  await nora.put(milk, todo("milk", "SUMMARY:Milk", "STATUS:COMPLETED"));
  await nora.put(oats, todo("oats", "SUMMARY:Oat milk", "X-KEPT:1"));
  const renamed = todo("oats", "SUMMARY:Milk", "X-KEPT:1");
  expect((await nora.put(oats, renamed)).headers.get("ETag")).not.toBeNull();
  expect(await itemsOf(nora)).toMatchObject([{ name: "Milk", is_ticked: false }]);
  expect((await nora.get(oats)).text).toBe(renamed);
  expect((await nora.get(milk)).text).toContain("STATUS:NEEDS-ACTION");
});
