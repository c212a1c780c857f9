import { afterAll, beforeAll, expect, test } from "vitest";
import { addTask } from "../../support/records/add-task.ts";
import { readEvents } from "../../support/messages/calendar.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

const linkLabel = "Link for “Subscribe” or “From URL” in your calendar";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a feed can be turned on, narrowed to categories, renewed and turned off", async () => {
  const { nora, family } = await newNora(mila);
  await addTask(family, { title: "Call grandma", category: "Elders", dueDate: "2031-05-04T15:00" });
  await nora.visit("/preferences/calendar");
  nora.uncheck("Kids");
  await nora.press("Turn on");
  expect(nora.toast).toContain("Settings updated");
  const link = nora.field(linkLabel).value;
  expect(nora.link("Open in my calendar").href).toBe(link.replace("http:", "webcal:"));
  expect(nora.field("Kids").isChecked).toBe(false);
  expect(nora.field("Elders").isChecked).toBe(true);
  expect(readEvents(await (await fetch(link)).text())).toMatchObject([{ summary: "Call grandma" }]);

  nora.uncheck("Elders");
  await nora.press("Save Changes");
  expect(readEvents(await (await fetch(link)).text())).toEqual([]);
  expect(nora.field("Elders").isChecked).toBe(false);

  nora.unfold("Make a new link");
  await nora.press("Make a new link");
  const renewed = nora.field(linkLabel).value;
  expect(renewed).not.toBe(link);
  expect([(await fetch(link)).status, (await fetch(renewed)).status]).toEqual([404, 200]);

  nora.unfold("Turn off");
  await nora.press("Turn off");
  expect(nora.buttons()).toContain("Turn on");
  expect((await fetch(renewed)).status).toBe(404);
});

test("a feed without any category is refused beside its choices", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/calendar");
  for (const category of ["Kids", "Household", "Elders"]) nora.uncheck(category);
  await nora.press("Turn on", { status: 400 });
  expect(nora.group("What to show").text).toContain("Please choose what to show");
  expect(nora.field("Kids").isChecked).toBe(false);
  nora.check("Kids");
  await nora.press("Turn on");
  expect(nora.url).toBe("/preferences/calendar");
  expect(nora.toast).toContain("Settings updated");
});

test("a task's page offers a calendar file once the task has a date", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, { title: "Pick up Emma", dueDate: "2031-05-04T15:00" });
  const undated = await addTask(family, { title: "Order groceries" });
  await nora.visit(`/tasks/${id}`);
  const { fileName, text } = await nora.download("Download for any calendar (.ics)");
  expect(fileName).toBe("mila.ics");
  expect(readEvents(text)).toMatchObject([
    { uid: id, summary: "Pick up Emma", dtstart: "2031-05-04T19:00:00.000Z" },
  ]);
  await nora.visit(`/tasks/${undated}`);
  expect(nora.links()).not.toContain("Download for any calendar (.ics)");
});

test("someone who said yes can add the task to their calendar without an account", async () => {
  const { family } = await newNora(mila);
  const { taskId, path } = await askSam(family, {
    title: "Pick up Emma",
    dueDate: "2031-05-04T15:00",
  });
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  await sam.press("Yes, I'll do it");
  expect(sam.links()).toContain("Add to my calendar");
  const { fileName, text } = await sam.download("Download for any calendar (.ics)");
  expect(fileName).toBe("mila.ics");
  expect(readEvents(text)).toMatchObject([{ uid: taskId, summary: "Pick up Emma" }]);
});
