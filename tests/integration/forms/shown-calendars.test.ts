import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeCalendar, startFakeCalendar } from "../../fakes/calendar.ts";
import { type Mila, startMila } from "../../support/product/mila.ts";
import { makeOwner } from "../../support/people/owner.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { addTask } from "../../support/records/add-task.ts";
import { plantShownCalendars } from "../../support/records/plant-shown-calendars.ts";
import { browserOf, soon } from "./forms-mila.ts";
import { openData } from "../../support/records/open-data.ts";

const page = "/preferences/calendar/shown";
let mila: Mila;
let calendar: FakeCalendar;

beforeAll(async () => {
  calendar = await startFakeCalendar();
  mila = await startMila({ ALLOWED_PRIVATE_HOSTS: calendar.host });
}, 60_000);

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await calendar[Symbol.asyncDispose]();
});

async function newNora() {
  const family = await signedInFamily(mila);
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone: "America/New_York",
  });
  return { family, nora: browserOf(mila, family) };
}

test("a school's calendar shows in the week, under its own name, until it is removed", async () => {
  const { nora, family } = await newNora();
  await addTask(family, { title: "Vet", dueDate: "2027-01-13T09:00" });
  calendar.hold(
    ["SUMMARY:Concert", "DTSTART;TZID=Europe/Berlin:20270113T190000"],
    ["SUMMARY:No school", "DTSTART;VALUE=DATE:20270113"],
  );
  await nora.visit("/preferences/calendar");
  await nora.follow("Choose calendars");
  expect(nora.text).toContain("None yet");
  nora.fill("Address", `${calendar.address} `);
  await nora.press("Add");
  expect(nora.toast).toContain("Calendar added");
  await expect
    .poll(async () => {
      await nora.reload();
      return nora.headings(2);
    }, soon)
    .toContain("Hill School");
  expect(nora.text).toContain("Last read ");
  expect(nora.text).toContain(calendar.host);
  expect(nora.html).not.toContain("secret-4711");

  await nora.visit("/week?from=2027-01-13");
  expect(nora.text).toMatch(
    /Wednesday Jan 13 All day No school Hill School 9:00 AM Vet .* 1:00 PM Concert Hill School/,
  );
  expect(nora.text).toContain("Wednesday, Jan 13: 1 task");

  await nora.visit(page);
  calendar.hold();
  await nora.press("Read now: Hill School");
  expect(nora.toast).toContain("I'm reading it now");
  await expect
    .poll(async () => {
      await nora.visit("/week?from=2027-01-13");
      return nora.text;
    }, soon)
    .not.toContain("Concert");
  await nora.visit(page);
  nora.unfold("Remove");
  await nora.press("Remove Hill School");
  expect(nora.toast).toContain("Hill School removed");
  expect(nora.text).toContain("None yet");
  expect(mila.output()).not.toContain("secret-4711");
});

test.for<[string, string]>([
  ["school.example", "begins with https:// or webcal://"],
  ["javascript:alert(1)", "begins with https:// or webcal://"],
  ["http://school.example/a.ics", "only over https"],
  ["https://192.168.1.5/a.ics", "only outside of the network"],
  ["webcal://[::1]/a.ics", "only outside of the network"],
  ["https://nas.local/a.ics", "only outside of the network"],
  ["https://nora:secret@school.example/a.ics", "contains a user name or password"],
])("the address %s is refused beside its field, and kept", async ([address, error]) => {
  const { nora } = await newNora();
  await nora.visit(page);
  nora.fill("Address", address);
  nora.fill("Name (optional)", "School");
  await nora.press("Add", { status: 400 });
  expect(nora.field("Address").description).toContain(error);
  expect(nora.field("Address").value).toBe(address);
  expect(nora.field("Name (optional)").value).toBe("School");
  expect(nora.text).toContain("None yet");
});

test("webcal means https, and the same calendar is there once", async () => {
  const { nora } = await newNora();
  await nora.visit(page);
  nora.fill("Address", "webcal://school.invalid/a.ics");
  await nora.press("Add");
  expect(nora.headings(2)).toContain("school.invalid");
  nora.fill("Address", "https://school.invalid/a.ics");
  await nora.press("Add", { status: 400 });
  expect(nora.field("Address").description).toContain("has this calendar already");
});

test("an account's export names the calendars that it added, without their addresses", async () => {
  const { nora, family } = await newNora();
  await nora.visit(page);
  nora.fill("Address", "https://school.invalid/secret-0815.ics");
  await nora.press("Add");
  const file = await (await family.get("/preferences/account/export")).text();
  expect(JSON.parse(file)).toMatchObject({ shown_calendars: [{ host: "school.invalid" }] });
  expect(file).not.toContain("secret-0815");
});

test("after a restore, Mila's owner lets her read the calendars again", async () => {
  const { nora, family } = await newNora();
  await plantShownCalendars(mila, family);
  await makeOwner(mila, family.email);
  await nora.visit(page);
  expect(nora.text).toContain("I wait until Mila's owner lets me read it again");
  await nora.press("Read now: calendar.school.example");
  expect(nora.toast).toContain("Not now");
  await nora.visit("/week");
  expect(nora.text).toContain(
    "I wait for Mila's owner before I read “calendar.school.example” again",
  );
  expect(nora.text).toMatch(/I haven't been able to read “Club” since \w{3} \d+/);
  await nora.visit("/preferences/instance/deliveries");
  expect(nora.headings(2)).toContain("Read 1 calendar again?");
  await nora.press("Read it");
  expect(nora.toast).toContain("I read them again now");
  expect(nora.text).not.toContain("Read 1 calendar again?");
  await nora.visit(page);
  expect(nora.text).not.toContain("lets me read it again");
  await using db = openData(mila.dataFolder);
  const held = db.selectFrom("shown_calendars").select("id").where("held_at", "is not", null);
  expect(await held.execute()).toEqual([]);
});
