import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DavClient, newDavClient, todo } from "../../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily, type TestFamily } from "../../../support/records/family.ts";
import { dump } from "./dump.ts";
import { insertAllRecords, type InsertedRecord } from "./insert-record.ts";

let mila: SharedMila;
let ours: TestFamily;
let ourRecords: Record<string, InsertedRecord>;

beforeAll(async () => {
  mila = await sharedMila();
  ours = await newFamily(mila.db, { Emma: "child" });
  ourRecords = {
    ...(await insertAllRecords(mila, ours)),
    user: { id: ours.userId },
    household: { id: ours.householdId },
  };
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Where an id of ours could stand in a stranger's request. */
const addresses: Record<string, (stranger: DavClient, id: string) => string> = {
  principal: (_stranger, id) => `/dav/principals/${id}/`,
  home: (_stranger, id) => `/dav/calendars/${id}/`,
  "calendar of a home": (_stranger, id) => `/dav/calendars/${id}/kids/`,
  "object of a home": (_stranger, id) => `/dav/calendars/${id}/kids/x.ics`,
  calendar: (stranger, id) => stranger.at(id),
  list: (stranger, id) => stranger.at(`list-${id}`),
  "object of a list": (stranger, id) => stranger.at(`list-${id}`, "x.ics"),
  object: (stranger, id) => stranger.at("kids", `${id}.ics`),
};

const methods = ["GET", "PUT", "DELETE", "PROPFIND", "PROPPATCH", "REPORT"];

/** The first makes something of the stranger's own by the name; no object has reports. */
const leftOut = (method: string, place: string) =>
  place === "object" && (method === "PUT" || method === "REPORT");

test.for(Object.entries(addresses))(
  "%s: an id of another household leads nowhere",
  async ([place, addressOf]) => {
    const stranger = await newDavClient(mila);
    const used = methods.filter((method) => !leftOut(method, place));
    const ask = async (method: string, id: string) => {
      const body = method === "PUT" ? todo("x", "SUMMARY:Stolen") : undefined;
      const { status, text } = await stranger.send(method, addressOf(stranger, id), body, {
        headers: { "Content-Type": method === "PUT" ? "text/calendar" : "text/xml" },
      });
      return { status, text: text.replaceAll(id, "ID") };
    };
    const nobodys = new Map<string, { status: number; text: string }>();
    for (const method of used) nobodys.set(method, await ask(method, newId()));
    for (const { status } of nobodys.values()) expect([404, 405]).toContain(status);
    const before = await dump(mila.db);
    for (const [kind, { id, iid }] of Object.entries(ourRecords)) {
      // Each household has a shopping list by this name.
      if (id === "shopping" && !iid) continue;
      for (const method of used)
        expect([kind, method, await ask(method, iid ?? id)]).toEqual([
          kind,
          method,
          nobodys.get(method),
        ]);
    }
    expect(await dump(mila.db)).toEqual(before);
  },
);

test("the calendars of a stranger show nothing of another household", async () => {
  const stranger = await newDavClient(mila);
  const answers = [await stranger.send("PROPFIND", stranger.at("kids"), undefined, { depth: "1" })];
  for (const path of ["/dav/", "/dav/principals/", "/dav/calendars/"])
    answers.push(await stranger.send("PROPFIND", path, undefined, { depth: "1" }));
  for (const calendar of ["kids", "household", "elders", "list-shopping"])
    expect((await stranger.sync(calendar)).changes).toEqual({});
  for (const { text } of answers) {
    const known = Object.values(ourRecords).filter(({ id }) => text.includes(id));
    expect(known.filter(({ id }) => id !== "shopping")).toEqual([]);
  }
});

test("an object with a UID of another household is the stranger's own", async () => {
  const stranger = await newDavClient(mila);
  const { id } = ourRecords.task!;
  const path = stranger.at("kids", `${id}.ics`);
  const find = () =>
    mila.db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirst();
  const before = await find();
  expect((await stranger.put(path, todo(id, "SUMMARY:Stolen"))).status).toBe(201);
  expect((await stranger.send("DELETE", path)).status).toBe(204);
  expect(await find()).toEqual(before);
});
