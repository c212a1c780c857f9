import { afterAll, beforeAll, expect, test } from "vitest";
import { newSecret } from "../../support/api/bearer.ts";
import { davClient, type DavClient, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newPartner } from "../../support/records/family.ts";
import { readExport } from "../../support/records/read-export.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newParents() {
  const nora = await newDavClient(mila);
  const partner = await newPartner(mila.db, nora);
  const userId = typeof partner === "string" ? partner : partner.userId;
  const family = { ...nora, userId };
  return { nora, sam: davClient(mila.url, family, await newSecret(mila.db, family, "write")) };
}

const pathOf = (client: DavClient) => client.at("kids", "p.ics");
const read = async (client: DavClient) => (await client.get(pathOf(client))).text;
const alarm = (...lines: string[]) => ["BEGIN:VALARM", "ACTION:DISPLAY", ...lines, "END:VALARM"];
const pickUp = (...lines: string[]) =>
  todo("p", "SUMMARY:Pick up Emma", "DUE;TZID=America/New_York:20310105T150000", ...lines);
const change = async (client: DavClient, from: string, to: string) => {
  const text = await read(client);
  expect(text).toContain(from);
  expect((await client.put(pathOf(client), text.replace(from, to))).status).toBe(204);
};

const ownLines = [
  "X-MOZ-LASTACK:20310105T195600Z",
  "X-MOZ-SNOOZE-TIME:20310105T200000Z",
  ...alarm(
    "X-APPLE-PROXIMITY:ARRIVE",
    'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="12 Secret Street":geo:40,-70',
    "TRIGGER;VALUE=DATE-TIME:19760401T005545Z",
  ),
  ...alarm("TRIGGER:PT30M"),
  "BEGIN:VALARM",
  "ACTION:EMAIL",
  "SUMMARY:x",
  "DESCRIPTION:x",
  "ATTENDEE:mailto:nora@example.com",
  "TRIGGER:-PT5M",
  "END:VALARM",
  ...alarm("TRIGGER:-PT15M", "ACKNOWLEDGED:20310105T194600Z"),
];
const secrets = /X-MOZ|ACKNOWLEDGED|Secret|PROXIMITY|EMAIL|mailto|PT30M|PT15M/;

test("one parent's alarms and what became of them never reach the other", async () => {
  const { nora, sam } = await newParents();
  const text = pickUp(...ownLines, "X-KEPT:yes");
  await nora.put(pathOf(nora), text);
  expect(await read(nora)).toBe(text);
  const seen = await read(sam);
  expect(seen).not.toMatch(secrets);
  expect(seen).toContain("X-KEPT:yes");
  await change(sam, "END:VTODO", `${alarm("TRIGGER:-PT10M").join("\r\n")}\r\nEND:VTODO`);
  await change(sam, "SUMMARY:Pick up Emma", "SUMMARY:Collect Emma");
  expect(await read(sam)).not.toMatch(secrets);
  expect(await read(sam)).toContain("TRIGGER:-PT10M");
  const after = await read(nora);
  for (const line of [...ownLines, "SUMMARY:Collect Emma"]) expect(after).toContain(line);
  expect(after).not.toContain("PT10M");
  await change(nora, "ACKNOWLEDGED:20310105T194600Z", "ACKNOWLEDGED:20310105T194700Z");
  expect(await read(sam)).not.toMatch(secrets);
  expect(await read(sam)).toContain("TRIGGER:-PT10M");
});

test("two people who send the same text have an alarm each", async () => {
  const { nora, sam } = await newParents();
  const text = pickUp(...alarm("TRIGGER:-PT15M"));
  for (const each of [nora, sam]) await each.put(pathOf(each), text);
  const rows = await mila.db
    .selectFrom("reminders")
    .select("user_id")
    .where("user_id", "in", [nora.userId, sam.userId])
    .where("origin", "=", "custom")
    .where("minutes_before", "=", 15)
    .execute();
  expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual(
    [nora.userId, sam.userId].toSorted(),
  );
  for (const each of [nora, sam]) expect(await read(each)).toContain("TRIGGER:-PT15M");
});

test("an alarm that its person takes away is gone, and those of the other stay", async () => {
  const { nora, sam } = await newParents();
  await nora.put(pathOf(nora), pickUp(...alarm("TRIGGER:-PT15M")));
  await sam.put(pathOf(sam), pickUp(...alarm("TRIGGER:-PT5M")));
  await nora.put(pathOf(nora), pickUp());
  expect(await read(nora)).not.toContain("VALARM");
  expect(await read(sam)).toContain("TRIGGER:-PT5M");
});

test("each person's download has the texts as their apps get them", async () => {
  const { nora, sam } = await newParents();
  const own = alarm("TRIGGER:-PT30M");
  await nora.put(pathOf(nora), pickUp("X-KEPT:1", ...own));
  const { dav_objects: mine } = await readExport(mila.db, nora);
  expect(mine).toMatchObject([
    { calendar: "kids", name: "p.ics", uid: "p", content: pickUp("X-KEPT:1", ...own) },
  ]);
  const { dav_objects: theirs } = await readExport(mila.db, sam);
  expect(theirs).toMatchObject([{ name: "p.ics", content: pickUp("X-KEPT:1") }]);
});
