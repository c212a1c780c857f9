import { afterAll, beforeAll, expect, test } from "vitest";
import { assigneeOfTask } from "#app/domain/tasks/find-tasks.server.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Sam said yes to a weekly task and all that follow, by the link that Nora gave him. */
async function everyWeek() {
  const { nora, family } = await newNora(mila);
  const task = { title: "Feed the cat", dueDate: "2031-06-10T15:00" };
  const { taskId: first, sam: familyMemberId } = await askSam(family, task);
  await family.post(`/tasks/${first}/repeat`, { interval: "1", unit: "week" });
  await family.post(`/tasks/${first}/delegate`, { familyMemberId, method: "link", scope: "all" });
  const html = await (await family.get(`/tasks/${first}/delegate`)).text();
  const link = /\/delegations\/[\w.-]+/.exec(html)?.[0] ?? "";
  const sam = new FormBrowser(mila.url);
  await sam.visit(link);
  await sam.press("Yes, every time");
  const open = () =>
    mila.db
      .selectFrom("tasks")
      .innerJoin("people", "people.household_id", "tasks.household_id")
      .select(["tasks.id", "due_local"])
      .select(assigneeOfTask)
      .where("people.id", "=", familyMemberId)
      .where("is_completed", "=", 0)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
  return { nora, family, first, link, sam, open };
}

test("the link goes on with the next one, where Done and not this time work", async () => {
  const { nora, sam, open } = await everyWeek();
  expect(sam.text).toContain("And then every Tuesday");
  await sam.press("It's done");
  expect(sam.text).toContain("Jun 17");
  expect(await open()).toMatchObject({ assignee: "Sam", due_local: "2031-06-17T15:00" });

  await sam.press("I can't this time");
  expect(sam.heading).toBe("Not this time");
  expect(await open()).toMatchObject({ assignee: null, due_local: "2031-06-17T15:00" });
  await nora.visit(`/tasks/${(await open()).id}`);
  await nora.press("Done");
  await sam.reload();
  expect(sam.text).toContain("Jun 24");
  expect(await open()).toMatchObject({ assignee: "Sam", due_local: "2031-06-24T15:00" });

  await sam.press("I can't any more, every time");
  expect(sam.heading).toBe("You said no");
  expect(await open()).toMatchObject({ assignee: null });
  await nora.visit(`/tasks/${(await open()).id}`);
  await nora.press("Done");
  expect(await open()).toMatchObject({ assignee: null });
});

test("a page that still shows the one before does not do the next", async () => {
  const { family, first, link, sam, open } = await everyWeek();
  const otherTab = new FormBrowser(mila.url);
  await otherTab.visit(link);
  await family.post(`/tasks/${first}/complete`);
  const next = await open();
  await sam.press("It's done", { status: 409 });
  expect(sam.text).toContain("Jun 17");
  await otherTab.press("I can't this time", { status: 409 });
  expect(await open()).toEqual(next);
});

test("after one that was not this time, they can after all", async () => {
  const { sam, open } = await everyWeek();
  await sam.press("I can't this time");
  expect(await open()).toMatchObject({ assignee: null });
  expect(sam.buttons()).toEqual(["I can do it after all", "I can't any more, every time"]);
  await sam.press("I can do it after all");
  expect(sam.heading).toBe("Thank you, Sam");
  await sam.press("It's done");
  expect(await open()).toMatchObject({ assignee: "Sam" });
});

test("Cancel request on the next one ends it for all", async () => {
  const { nora, family, first, sam, open } = await everyWeek();
  await family.post(`/tasks/${first}/complete`);
  await nora.visit(`/tasks/${(await open()).id}/delegate`);
  expect(nora.text).toContain("By a yes for every time");
  await nora.press("Cancel request");
  expect(await open()).toMatchObject({ assignee: null });
  await sam.reload();
  expect(sam.buttons()).toEqual([]);
  await family.post(`/tasks/${(await open()).id}/complete`);
  expect(await open()).toMatchObject({ assignee: null });
});
