import { afterAll, beforeAll, expect, test } from "vitest";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("the week shows each day, what repeats, and what has no date yet", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Feed the cat every day at 6pm");
  await say(nora, "Call the vet");
  await nora.follow("Week");
  expect(nora.heading).toBe("Week");
  expect(nora.headings(3)).toHaveLength(7);
  expect(nora.headings(3)[0]).toMatch(/^Sunday /);
  expect(nora.headings(3).filter((name) => name.endsWith("Today"))).toHaveLength(1);
  expect(nora.text).toContain("No date yet (1)");
  await nora.follow("Later");
  expect(nora.url).toMatch(/^\/week\?from=\d{4}-\d\d-\d\d$/);
  expect(nora.links().filter((name) => name.startsWith("6:00 PM Feed the cat"))).toHaveLength(7);
  await nora.follow("This week");
  expect(nora.url).toBe("/week");
  await nora.visit("/family/week");
  expect(nora.url).toBe("/week");
});

test("the week says of each date that it repeats, of the open one too", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Feed the cat every day at 6pm");
  await say(nora, "Call the dentist tomorrow at 7pm");
  await nora.visit("/week");
  const thisWeek = nora.links();
  await nora.follow("Later");
  // The open date, or all, may be in the next week.
  const links = [...thisWeek, ...nora.links()];
  const cat = links.filter((name) => name.startsWith("6:00 PM Feed the cat"));
  expect(cat.filter((name) => !name.includes("Repeats"))).toEqual([]);
  expect(cat.length).toBeGreaterThanOrEqual(7);
  const dentist = links.filter((name) => name.includes("Call the dentist"));
  expect(dentist.filter((name) => name.includes("Repeats"))).toEqual([]);
  expect(dentist).toHaveLength(1);
});

test("a week that no calendar has is this week", async () => {
  const { nora } = await newNora(mila);
  for (const from of ["2041-02-30", "x", "", "99999-01-01"]) {
    await nora.visit(`/week?${new URLSearchParams({ from })}`);
    expect(nora.headings(3).filter((name) => name.endsWith("Today"))).toHaveLength(1);
  }
  await nora.visit("/week?from=9999-12-30");
  expect(nora.headings(3)).toHaveLength(7);
  await nora.visit("/week?from=1970-01-01");
  expect(nora.headings(3)).toHaveLength(7);
});

test("a date that is chosen in the week leads back to it, and Undo takes the first date back", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, { title: "Order stamps" });
  const [week, date] = ["/week?from=2041-06-12", { date: "2041-06-12", time: "12:00" }];
  const dropped = { ...date, anyTime: "on", seenDue: "", redirectTo: week };
  const { headers } = await family.post(`/tasks/${id}/date`, dropped);
  expect(headers.get("Location")).toBe(week);
  await nora.visit(week);
  expect(nora.text).toContain("Order stamps");
  expect(nora.text).not.toContain("12:00 PM");
  expect(await family.post(`/tasks/${id}/date`, dropped)).toMatchObject({ status: 409 });
  const elsewhere = { ...dropped, seenDue: "2041-06-12T12:00", redirectTo: "https://evil.example" };
  const other = await family.post(`/tasks/${id}/date`, elsewhere);
  expect(other.headers.get("Location")).toBe("/dashboard");
});

test("a first date is taken back by Undo", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Order stamps");
  await nora.visit("/dashboard");
  await nora.card("Order stamps").follow("Add a date");
  await nora.press(/^Tomorrow/);
  expect(nora.toast).toContain("Task saved!");
  await nora.press("Undo");
  expect(nora.toast).toContain("1 task is back");
  expect(nora.card("Order stamps").text).toContain("Add a date");
});
