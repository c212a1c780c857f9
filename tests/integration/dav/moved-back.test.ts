import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "../../support/api/bearer.ts";
import { ics, newReplay, newUid } from "../../support/dav/replay.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test.for([
  ["back to a calendar that it left", ["Household", "Kids"]],
  ["to a third calendar", ["Household", "Elders"]],
] as const)("a task that moves %s keeps what the client wrote last", async ([, ways]) => {
  const nora = await newReplay(mila);
  const uid = newUid();
  const todo = (...lines: string[]) =>
    ics(
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "BEGIN:VTODO",
      `UID:${uid}`,
      "DTSTAMP:20301201T120000Z",
      "SUMMARY:Beans",
      ...lines,
      "END:VTODO",
      "END:VCALENDAR",
    );
  const put = async (name: string, body: string) =>
    nora.send("PUT", `${await nora.calendar(name)}${uid}.ics`, {
      headers: { "Content-Type": "text/calendar" },
      body,
    });
  await put("Kids", todo());
  const [{ id } = { id: "" }] = await nora.tasks();
  const params = { path: { id } };
  for (const [at, category] of ways.entries()) {
    dataOf(await nora.api.PATCH("/tasks/{id}", { params, body: { category } }));
    if (at === 0) await put(category, todo("X-KEPT:yes"));
  }
  const last = await nora.calendar(ways[1]);
  const { text } = await nora.send("GET", `${last}${uid}.ics`);
  expect(text).toContain("X-KEPT:yes");
});
