import { findUserId } from "../../support/people/owner.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const question = (name: string) => `Is ${name} one of your children?`;

test("a name that nobody here has is asked about once, where the task was added, and yes adds the child", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "pick up emma from school tomorrow at 3");
  await say(nora, "Emma has practice on Friday at 4");
  expect(nora.card("Pick up emma from school").text).toContain(question("Emma"));
  expect(nora.card("Emma has practice").text).not.toContain("one of your children");
  await nora.card("Pick up emma from school").press("Yes");
  expect(nora.toast).toContain("Emma added I'll put tasks for Emma under Kids.");
  expect(nora.text).not.toContain("one of your children");
  await say(nora, "buy a cake for Emma tomorrow");
  expect(nora.region("Kids").text).toContain("cake for Emma");
  await nora.visit("/preferences/family/members");
  expect(nora.item("Emma").text).toContain("Child");
});

test("yes moves the task it was asked about to Kids, unless someone chose where it is", async () => {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/family/members", { name: "Ben", relation: "child" });
  const ask = async (text: string, title: string) => {
    await say(nora, text);
    expect(nora.region("Household").text).toContain(title);
    return nora.card(title);
  };
  await (await ask("pick up Emma tomorrow at 3", "Pick up Emma")).press("Yes");
  expect(nora.toast).toContain(
    "Emma added This task is under Kids now. I'll put tasks for Emma under Kids.",
  );
  expect(nora.region("Kids").text).toContain("Pick up Emma");

  await ask("pick up Zuri tomorrow at 4", "Pick up Zuri");
  const path = nora.link("Pick up Zuri").pathname;
  await nora.visit(`${path}/edit`);
  nora.choose("Category", "Elders");
  await nora.press("Save Changes");
  await nora.visit("/dashboard");
  await nora.card("Pick up Zuri").press("Yes");
  expect(nora.toast).toContain("Zuri added I'll put tasks for Zuri under Kids.");
  expect(nora.region("Elders").text).toContain("Pick up Zuri");
});

test("no is remembered for the whole family", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, "Take Zuri to practice tomorrow at 3");
  await nora.card("Take Zuri to practice").press("No");
  expect(nora.toast).toContain("All right I won't ask about Zuri again.");
  const sam = browserOf(mila, await newSam(mila, family));
  await say(sam, "pick up Zuri tomorrow at 5");
  expect(sam.text).not.toContain("one of your children");
  expect((await family.get("/preferences/account/export")).ok).toBe(true);
  await nora.visit("/preferences/family/members");
  expect(nora.region("Family members").headings(3)).not.toContain("Zuri");
});

test("nobody asks about the family, its members, or what is no name", async () => {
  const { nora, family } = await newNora(mila);
  await newSam(mila, family);
  await addFamilyMember(family, { name: "Ruth Berg", relation: "grandparent", email: "" });
  for (const text of [
    "pick up Ruth tomorrow at 3",
    "pick up Sam from practice at 5",
    "pick up milk and medicine",
  ]) {
    await say(nora, text);
    expect(nora.text).not.toContain("one of your children");
  }
});

test("a name that was told elsewhere meanwhile is no longer asked about", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, "pick up Emma from school tomorrow at 3");
  await say(nora, "pick up Zuri from practice tomorrow at 5");
  expect(nora.text).toContain(question("Emma"));
  await family.post("/welcome/children", { names: "Emma Lou" });
  await nora.visit("/dashboard");
  expect(nora.text).not.toContain(question("Emma"));
  expect(nora.text).toContain(question("Zuri"));
});

test("a confirmed draft asks too, and a second answer changes nothing", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(
    `/tasks/confirm?${new URLSearchParams({ text: "give Kwame his medicine tomorrow at 8" })}`,
  );
  await nora.press("Save task");
  await nora.visit("/dashboard");
  const path = nora.link("Give Kwame his medicine").pathname;
  expect(nora.text).toContain(question("Kwame"));
  await family.post(`${path}/child`, { answer: "no" });
  await nora.card("Give Kwame his medicine").press("Yes");
  expect(nora.toast).toContain("This was answered already");
  await nora.visit("/preferences/family/members");
  expect(nora.region("Family members").headings(3)).toEqual([]);
});

test("the questions are in the export, and go with the family", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, "pick up Zuri from school tomorrow at 3");
  const file: unknown = await (await family.get("/preferences/account/export")).json();
  expect(file).toMatchObject({ child_questions: [{ name: "Zuri", is_child: null }] });
  const userId = await findUserId(mila, family.email);
  const { household_id } = await mila.db
    .selectFrom("household_members")
    .select("household_id")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const questions = mila.db
    .selectFrom("child_questions")
    .select("name")
    .where("household_id", "=", household_id);
  expect(await questions.execute()).toEqual([{ name: "Zuri" }]);
  await family.post("/preferences/account/delete", { password: "correct horse 7" });
  await expect.poll(() => questions.execute(), { timeout: 60_000 }).toEqual([]);
});
