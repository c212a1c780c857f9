import { afterAll, beforeAll, expect, test } from "vitest";
import { assigneeOfTask } from "#app/domain/tasks/find-tasks.server.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const title = "Feed the cat";
const endTurns = "End the turns: the following are for the person above";

/** A weekly task of a family with Sam and Emma, for which Sam was asked. */
async function weekly() {
  const { nora, family } = await newNora(mila);
  const asked = await askSam(family, { title, dueDate: "2041-06-10T15:00" });
  const { taskId, sam } = asked;
  await family.post(`/tasks/${taskId}/repeat`, { interval: "1", unit: "week" });
  await addFamilyMember(family, { name: "Emma", relation: "child" });
  await addFamilyMember(family, { name: "Grandma", relation: "grandparent", phone: "", email: "" });
  const { id: emma } = await mila.db
    .selectFrom("people as other")
    .innerJoin("people as sam", "sam.household_id", "other.household_id")
    .select("other.id")
    .where("sam.id", "=", sam)
    .where("other.name", "=", "Emma")
    .executeTakeFirstOrThrow();
  const link = new FormBrowser(mila.url);
  await link.visit(asked.path);
  const takeTurns = async () => {
    const people = { "people[0].id": sam, "people[1].id": emma };
    await family.post(`/tasks/${taskId}/turns`, { who: "people", order: "each", ...people });
  };
  /** Fills the form that gives a task to someone. */
  const give = async (name: string, scope = "This and the following") => {
    await nora.visit(`/tasks/${taskId}/edit`);
    nora.check(scope);
    nora.choose("Who", name);
  };
  /** Who has the open one, and each of the two that follow. */
  const names = async () => {
    const found: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const open = await mila.db
        .selectFrom("tasks")
        .innerJoin("people", "people.household_id", "tasks.household_id")
        .select("tasks.id")
        .select(assigneeOfTask)
        .where("people.id", "=", sam)
        .where("is_completed", "=", 0)
        .where("deleted_at", "is", null)
        .executeTakeFirstOrThrow();
      found.push(open.assignee ?? "");
      await family.post(`/tasks/${open.id}/complete`);
    }
    return found;
  };
  return { nora, family, taskId, sam, link, takeTurns, give, names };
}

test.each(["", "Sorry, I can't", "Yes, I'll do it"])(
  "the following are for the person chosen, although Sam was asked and pressed %j",
  async (answer) => {
    const { nora, link, give, names } = await weekly();
    if (answer) await link.press(answer);
    await give("Emma");
    await nora.press("Save Changes");
    expect(nora.toast).toContain("Task saved!");
    await link.reload();
    expect(link.heading).toBe("Emma has it now, thank you");
    expect(link.buttons()).not.toContain("It's done");
    expect(await names()).toEqual(["Emma", "Emma", "Emma"]);
  },
);

test("giving only this one to another ends the request, and leaves those that follow", async () => {
  const { nora, link, give, names } = await weekly();
  await link.press("Yes, I'll do it");
  await give("Emma", "Only this one");
  await nora.press("Save Changes");
  await link.reload();
  expect(link.heading).toBe("Emma has it now, thank you");
  expect(await names()).toEqual(["Emma", "", ""]);
});

test("taking it from the person who said yes cancels the request", async () => {
  const { nora, link, give, names } = await weekly();
  await link.press("Yes, I'll do it");
  await give("Anyone");
  await nora.press("Save Changes");
  await link.reload();
  expect(link.heading).toContain("cancelled this request");
  expect(await names()).toEqual(["", "", ""]);
});

test("the page of turns says who gets a message when another takes it", async () => {
  const { nora, taskId, link, takeTurns } = await weekly();
  await takeTurns();
  await nora.visit(`/tasks/${taskId}/turns`);
  expect(nora.text).toContain("Nobody gets a message.");
  await link.press("Yes, I'll do it");
  await nora.reload();
  expect(nora.text).toContain("Sam said yes, and gets a message.");
  await nora.press("Emma does it");
  await link.reload();
  expect(link.heading).toBe("Emma has it now, thank you");
});

test("where turns decide, the form says so and offers to end them", async () => {
  const { nora, takeTurns, give, names } = await weekly();
  await takeTurns();
  await give("Grandma");
  nora.fill("Description", "The grey one");
  await nora.press("Save Changes", { status: 400 });
  expect(nora.text).toContain("Sam and Emma take turns");
  expect(nora.field("Who").value).toBe("Grandma");
  expect(nora.field("Description").value).toBe("The grey one");
  expect(nora.field("This and the following").isChecked).toBe(true);
  nora.check(endTurns);
  await nora.press("Save Changes");
  expect(nora.toast).toContain("Task saved!");
  expect(await names()).toEqual(["Grandma", "Grandma", "Grandma"]);
});

test("ending the turns gives the following to the person whose turn it was", async () => {
  const { nora, takeTurns, names } = await weekly();
  await takeTurns();
  await nora.visit("/dashboard");
  await nora.card(title).follow(title);
  await nora.follow("Edit");
  expect(nora.field("Who").value).toBe("Sam");
  nora.check("All");
  nora.check(endTurns);
  await nora.press("Save Changes");
  expect(await names()).toEqual(["Sam", "Sam", "Sam"]);
});

test("the turns do not end for whoever said yes to this one, and the form says so", async () => {
  const { nora, link, takeTurns, give, names } = await weekly();
  await takeTurns();
  await link.press("Yes, I'll do it");
  await give("Sam");
  nora.check(endTurns);
  await nora.press("Save Changes", { status: 400 });
  expect(nora.text).toContain("Sam said yes to this one only.");
  expect(nora.field(endTurns).isChecked).toBe(true);
  nora.choose("Who", "Emma");
  await nora.press("Save Changes");
  expect(await names()).toEqual(["Emma", "Emma", "Emma"]);
});

test("turns do not end for only this one, and the form says so", async () => {
  const { nora, takeTurns, give, names } = await weekly();
  await takeTurns();
  await give("Grandma", "Only this one");
  nora.check(endTurns);
  await nora.press("Save Changes", { status: 400 });
  expect(nora.field("Who").value).toBe("Grandma");
  expect(nora.field(endTurns).isChecked).toBe(true);
  nora.uncheck(endTurns);
  await nora.press("Save Changes");
  expect(await names()).toEqual(["Grandma", "Sam", "Emma"]);
});

test("other changes for the following leave the turns", async () => {
  const { nora, takeTurns, names } = await weekly();
  await takeTurns();
  await nora.visit("/dashboard");
  await nora.card(title).follow(title);
  await nora.follow("Edit");
  nora.check("This and the following");
  nora.fill("Description", "The grey one");
  await nora.press("Save Changes");
  expect(nora.toast).toContain("Task saved!");
  expect(await names()).toEqual(["Sam", "Emma", "Sam"]);
});

test("taking the turn ends the request to another", async () => {
  const { family, taskId, sam, link, takeTurns } = await weekly();
  await takeTurns();
  await family.post(`/tasks/${taskId}/turns/take`, { from: sam });
  await link.reload();
  expect(link.heading).toContain("has it now, thank you");
});
