import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("by the link, a yes can be taken back and given again", async () => {
  const { nora, family } = await newNora(mila);
  const { taskId, path } = await askSam(family);
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  await sam.press("Yes, I'll do it");
  await sam.press("Sorry, I can't any more");
  expect(sam.heading).toBe("You said no");
  await nora.visit("/dashboard");
  expect(nora.card("Pick up Emma").text).toContain("Sam can't any more");
  const messages = mila.db
    .selectFrom("deliveries")
    .innerJoin("delegations", "delegations.id", "deliveries.subject_id")
    .select("payload")
    .where("task_id", "=", taskId)
    .where("kind", "=", "delegation_answer")
    .orderBy("deliveries.id");
  const answers = (await messages.execute()).map(
    ({ payload }) => JSON.parse(payload ?? "{}").answer,
  );
  expect([...new Set(answers)]).toEqual(["accepted", "took_back"]);

  await sam.press("I can do it after all");
  expect(sam.heading).toBe("Thank you, Sam");
  await nora.visit("/dashboard");
  expect(nora.card("Pick up Emma").text).toContain("✓ Accepted");
});

test("the card of what another did says so, instead of “Accepted”", async () => {
  const { nora, family } = await newNora(mila);
  const { taskId, path } = await askSam(family);
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  await sam.press("Yes, I'll do it");
  await family.post(`/tasks/${taskId}/complete`);
  await nora.visit("/dashboard");
  expect(nora.card("Pick up Emma").text).toContain("You did it");
  expect(nora.card("Pick up Emma").text).not.toContain("Accepted");

  await family.post(`/tasks/${taskId}/reopen`);
  await sam.visit(path);
  await sam.press("It's done");
  await nora.visit("/dashboard");
  expect(nora.card("Pick up Emma").text).toContain("✓ Accepted");
});

test("the card says which date a yes was for, until there is one for the new date", async () => {
  const { nora, family } = await newNora(mila);
  const task = { title: "Pick up Emma", dueDate: "2031-06-10T15:00" };
  const { taskId, path } = await askSam(family, task);
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  await sam.press("Yes, I'll do it");
  const move = async (date: string, time: string) => {
    await nora.visit(`/tasks/${taskId}/date`);
    nora.fill("Date", date);
    nora.fill("Time", time);
    await nora.press("Save");
    return nora.card("Pick up Emma").text;
  };
  expect(await move("2031-06-10", "16:30")).toContain(
    "Sam said yes to 3:00 PM, not yet to 4:30 PM",
  );
  const words = "Sam said yes to Jun 10, 2031, not yet to Jun 13, 2031";
  expect(await move("2031-06-13", "16:30")).toContain(words);
  await nora.visit(`/tasks/${taskId}`);
  expect(nora.text).toContain(words);
  await sam.visit(path);
  await sam.press("Yes, still fine");
  await nora.visit("/dashboard");
  expect(nora.card("Pick up Emma").text).toContain("Sam ✓ Accepted");
  expect(nora.card("Pick up Emma").text).not.toContain("not yet");
});

test("by the link, nobody is asked whether a new time is fine that is over", async () => {
  const { nora, family } = await newNora(mila);
  const task = { title: "Pick up Emma", dueDate: "2031-06-10T15:00" };
  const { taskId, path } = await askSam(family, task);
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  await sam.press("Yes, I'll do it");
  const move = (dueDate: string) => {
    const [date = "", time = ""] = dueDate.split("T");
    return family.post(`/tasks/${taskId}/date`, { date, time });
  };
  await move("2031-06-11T15:00");
  await sam.visit(path);
  expect(sam.text).toContain("Still fine?");
  await move("2026-06-11T15:00");
  await sam.press("Yes, still fine");
  expect(sam.text).toMatch(/Its time is over\. Did you do it\? It's done Sorry, I can't any more$/);
  await sam.press("It's done");
  expect(sam.heading).toBe("Thank you");
  await nora.visit("/dashboard");
  expect(nora.text).not.toContain("not yet to");
});

test("by the link, a yes after a no says who has it now", async () => {
  const { family } = await newNora(mila);
  const { taskId, path } = await askSam(family);
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  await sam.press("Sorry, I can't");
  // The page stays open, with its button.
  expect(sam.buttons()).toContain("I can do it after all");
  await addFamilyMember(family, {
    name: "Alex",
    relation: "partner",
    phone: "(201) 555-0199",
    email: "",
  });
  const { id: familyMemberId } = await mila.db
    .selectFrom("people")
    .select("id")
    .where("name", "=", "Alex")
    .executeTakeFirstOrThrow();
  const { state } = await mila.db
    .selectFrom("delegations")
    .select("state")
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  expect(state).toBe("declined");
  await mila.db
    .updateTable("delegations")
    .set({ state: "superseded", ended_at: new Date().toISOString() })
    .where("task_id", "=", taskId)
    .execute();
  await mila.db
    .updateTable("tasks")
    .set({ delegation_status: "none", delegated_to: null })
    .where("id", "=", taskId)
    .execute();
  await family.post(`/tasks/${taskId}/delegate`, { familyMemberId, method: "link" });
  await mila.db
    .updateTable("delegations")
    .set({ state: "accepted", answer: "accepted", answered_at: new Date().toISOString() })
    .where("task_id", "=", taskId)
    .where("state", "=", "pending")
    .execute();
  await sam.press("I can do it after all", { status: 409 });
  expect(sam.heading).toBe("Alex has it now, thank you");
  expect(sam.buttons()).not.toContain("I can do it after all");
});

test("by the link, a yes after a no says whether it is for every time", async () => {
  const { family } = await newNora(mila);
  const { taskId, sam: familyMemberId } = await askSam(family, {
    title: "Feed the cat",
    dueDate: "2031-06-10T15:00",
  });
  await family.post(`/tasks/${taskId}/repeat`, { interval: "1", unit: "day" });
  await family.post(`/tasks/${taskId}/delegate`, { familyMemberId, method: "link", scope: "all" });
  const html = await (await family.get(`/tasks/${taskId}/delegate`)).text();
  const sam = new FormBrowser(mila.url);
  await sam.visit(/\/delegations\/[\w.-]+/.exec(html)?.[0] ?? "");
  await sam.press("Sorry, I can't");
  expect(sam.buttons()).toContain("I can do it after all, every time");
  await sam.press("I can do it after all, only this time");
  expect(sam.heading).toBe("Thank you, Sam");
  const request = mila.db
    .selectFrom("delegations")
    .select("is_for_all")
    .where("task_id", "=", taskId);
  expect(await request.where("state", "=", "accepted").execute()).toEqual([{ is_for_all: 0 }]);
});
