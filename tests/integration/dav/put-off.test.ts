// An app puts a date off to another date of its series, together with its start. Some apps tick
// this way.
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../support/api/client.ts";
import { dataOf, newSecret } from "../../support/api/bearer.ts";
import { calendarOf, davClient, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newNora() {
  const nora = await newDavClient(mila);
  const api = apiClient(mila.url, nora.secret);
  const path = nora.at("household", "trash.ics");
  const days = async () => {
    const { tasks } = dataOf(await api.GET("/tasks", { params: { query: { sort: "due_date" } } }));
    const of = (isDone: boolean) =>
      tasks
        .filter(({ is_completed }) => is_completed === isDone)
        .map(({ due_local, due_has_time }) => due_local?.slice(5, due_has_time ? 16 : 10));
    return { done: of(true), open: of(false) };
  };
  const write = async (text: string) =>
    expect((await nora.put(path, text)).status).toBeLessThan(300);
  return { ...nora, path, days, write };
}

const repeated = (uid: string, when: string, rule = "FREQ=WEEKLY") =>
  todo(uid, "SUMMARY:Trash", `DTSTART${when}`, `DUE${when}`, `RRULE:${rule}`);

const on = (day: string) => `;VALUE=DATE:203101${day}`;

test("a date that gets another time as well is only put off", async () => {
  const nora = await newNora();
  const at = (day: string, time: string) => `;TZID=America/New_York:203101${day}T${time}00`;
  await nora.write(repeated("trash", at("06", "1800")));
  await nora.write(repeated("trash", at("13", "1930")));
  expect(await nora.days()).toEqual({ done: [], open: ["01-13T19:30"] });
  await nora.write(repeated("trash", at("20", "1930")));
  expect(await nora.days()).toEqual({ done: ["01-13T19:30"], open: ["01-20T18:00"] });
});

test("an app that writes times in UTC ticks by the hours between, across a clock change", async () => {
  const nora = await newNora();
  await nora.write(repeated("trash", ":20310306T230000Z"));
  await nora.write(repeated("trash", ":20310313T230000Z"));
  expect(await nora.days()).toEqual({ done: ["03-06T18:00"], open: ["03-13T18:00"] });
});

test("a date that goes past dates to come is only put off, and the next tick goes on from it", async () => {
  const nora = await newNora();
  await nora.write(repeated("trash", on("06"), "FREQ=DAILY"));
  await nora.write(repeated("trash", on("09"), "FREQ=DAILY"));
  expect(await nora.days()).toEqual({ done: [], open: ["01-09"] });
  await nora.write(repeated("trash", on("10"), "FREQ=DAILY"));
  expect(await nora.days()).toEqual({ done: ["01-09"], open: ["01-10"] });
});

test("an app that goes past what its series leaves out ticks", async () => {
  const nora = await newNora();
  const without = (text: string) =>
    text.replace("RRULE", "EXDATE;VALUE=DATE:20310113,20310120\r\nRRULE");
  await nora.write(without(repeated("trash", on("06"))));
  await nora.write(without(repeated("trash", on("27"))));
  expect(await nora.days()).toEqual({ done: ["01-06"], open: ["01-27"] });
});

const linesIn = (text: string) => text.split("\r\n").slice(3, -2);

const tickedBeside = () =>
  calendarOf([
    ...linesIn(repeated("plants", on("05"))),
    ...linesIn(todo("plants", `RECURRENCE-ID${on("05")}`, `DUE${on("05")}`, "STATUS:COMPLETED")),
  ]);

test("an app that ticks by exceptions only puts off what it moves", async () => {
  const nora = await newNora();
  await nora.put(nora.at("household", "plants.ics"), tickedBeside());
  await nora.write(repeated("trash", on("06")));
  await nora.write(repeated("trash", on("13")));
  expect(await nora.days()).toEqual({ done: [], open: ["01-12", "01-13"] });
  // The phone of the same person ticks otherwise.
  const phone = davClient(mila.url, nora, await newSecret(mila.db, nora, "write"));
  await phone.put(nora.path, repeated("trash", on("20")));
  expect((await nora.days()).done).toEqual(["01-13"]);
});

test("two apps of one token are told apart by what they call themselves", async () => {
  const nora = await newNora();
  const byPhone = (text: string) => text.replace("-//Test//EN", "-//Phone//EN");
  await nora.put(nora.at("household", "plants.ics"), tickedBeside());
  await nora.write(byPhone(repeated("trash", on("06"))));
  await nora.write(byPhone(repeated("trash", on("13"))));
  expect(await nora.days()).toEqual({ done: ["01-06"], open: ["01-12", "01-13"] });
});
