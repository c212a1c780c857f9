import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDayName, type Temporal } from "#app/domain/core/time.ts";
import { today } from "../../support/text/days.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const trash = "Take out the trash";

/** The trash goes out every day at 7 PM. */
async function scene() {
  const { nora, family } = await newNora(mila);
  await say(nora, "take out the trash every day at 7pm");
  const later = today().add({ days: 10 });
  const day = async (date: Temporal.PlainDate) => {
    await nora.visit(`/week?from=${date.toString()}`);
    // "Monday, Oct 12" is "Monday Oct 12" there.
    return nora.region(formatDayName(date).replace(",", ""));
  };
  const open = async () => {
    await (await day(later)).follow(/Take out the trash/);
    expect(nora.heading).toBe(trash);
    return nora.url;
  };
  return {
    nora,
    family,
    later,
    textOf: async (date: Temporal.PlainDate) => (await day(date)).text,
    open,
  };
}

test("a date that is not open yet can be skipped alone, and brought back", async () => {
  const { nora, later, textOf, open } = await scene();
  await open();
  await nora.press("Skip this one");
  expect(nora.toast).toContain("Skipped this time");
  expect(await textOf(later)).toContain("Nothing planned");
  for (const days of [-1, 1]) expect(await textOf(later.add({ days }))).toContain(trash);
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual([trash]);
});

test("Undo brings a skipped date back", async () => {
  const { nora, later, textOf, open } = await scene();
  await open();
  await nora.press("Skip this one");
  await nora.press("Undo");
  expect(nora.toast).toContain("It is back");
  expect(await textOf(later)).toContain(trash);
});

test("a date that was done early is done, and the series goes on from the open one", async () => {
  const { nora, later, textOf, open } = await scene();
  await open();
  await nora.press("This one is done");
  expect(nora.toast).toContain("Task completed!");
  expect(await textOf(later)).toContain("Done");
  for (const days of [-1, 1]) expect(await textOf(later.add({ days }))).not.toContain("Done");
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual([trash, trash]);
});

test("a date that is moved alone becomes a task of its own, until Undo", async () => {
  const { nora, later, textOf, open } = await scene();
  const page = await open();
  const to = later.add({ days: 30 });
  nora.fill("Date", to.toString());
  nora.fill("Time", "09:30");
  await nora.press("Move");
  expect(nora.toast).toContain("It is a task of its own now.");
  expect(nora.region(formatDayName(to).replace(",", "")).text).toContain(
    "9:30 AM Take out the trash",
  );
  await nora.press("Undo");
  expect(nora.toast).toContain("It is back");
  expect(await textOf(later)).toContain(trash);
  expect(await textOf(to)).not.toContain("9:30 AM");
  await nora.visit(page);
  expect(nora.heading).toBe(trash);
});

test("a form without a day says so, and keeps the time", async () => {
  const { nora, family, open } = await scene();
  const page = await open();
  const answer = await family.post(page, { change: "move", time: "09:30" });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain("Please choose a date");
  expect(text).toContain("09:30");
  expect(nora.heading).toBe(trash);
});

test("of thirty dates ahead the others wait, and each can be left out only once", async () => {
  const { family, later, open } = await scene();
  const page = await open();
  const far = page.replace(later.toString(), later.add({ days: 40 }).toString());
  expect(await (await family.get(far)).text()).toContain("Too many dates come before this one");
  await family.post(far, { change: "skip" });
  expect((await family.get(far)).status).toBe(200);
  expect((await family.post(page, { change: "skip" })).status).toBe(303);
  expect((await family.post(page, { change: "skip" })).status).toBe(404);
});

test("another household finds no such date", async () => {
  const { open } = await scene();
  const page = await open();
  const { family } = await newNora(mila);
  expect((await family.get(page)).status).toBe(404);
  for (const change of ["done", "skip"])
    expect((await family.post(page, { change })).status).toBe(404);
  expect((await family.post(`${page}/restore`, {})).status).toBe(404);
  const stranger = browserOf(mila, family);
  await stranger.visit("/week");
  expect(stranger.text).not.toContain(trash);
});
