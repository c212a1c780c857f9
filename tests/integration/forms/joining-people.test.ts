import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { addFamilyMember, linkFor } from "../../support/records/add-family-member.ts";
import { laterWeekday } from "../../support/text/days.ts";
import { type Family, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";
import { logIn } from "./send-too-late.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const timeZone = "America/New_York";

interface Home {
  nora: FormBrowser;
  noras: Family;
  zoe: FormBrowser;
  zoes: Family;
}

/** Nora's household and Zoe's, who has Nora's invitation open. */
async function twoHomes(): Promise<Home> {
  const [first, second] = [await newNora(mila), await newNora(mila)];
  const is = (firstName: string) => ({ firstName, lastName: "Berg", role: "mom", timeZone });
  await first.family.post("/preferences/profile", is("Nora"));
  await second.family.post("/preferences/profile", is("Zoe"));
  return { nora: first.nora, noras: first.family, zoe: second.nora, zoes: second.family };
}

const otto = { name: "Otto", relation: "sibling", phone: "", email: "" };

async function openInvitation({ noras, zoe, zoes }: Home): Promise<void> {
  await zoe.visit(await linkFor(noras, zoes.email));
}

async function accept(home: Home): Promise<void> {
  await home.zoe.press("Accept Invitation");
  expect(home.zoe.url).toBe("/family");
}

async function familyOf(nora: FormBrowser): Promise<string[]> {
  await nora.visit("/preferences/family/members");
  const rows = [
    ...nora.html.matchAll(/<h3 class="row-name"[^>]*>([^<]+)<\/h3><p[^>]*>(.*?)<\/p>/g),
  ];
  return rows
    .map(([, name, facts = ""]) => [name, facts.replaceAll(/<[^>]+>/g, " ")].join(""))
    .filter((row) => !row.includes("Joined"));
}

test("a name alone is a question, and means two people unless they say otherwise", async () => {
  const home = await twoHomes();
  await addFamilyMember(home.noras, otto);
  await addFamilyMember(home.zoes, { ...otto, relation: "other", phone: "(201) 555-0123" });
  await openInvitation(home);
  const question = home.zoe.group("Is your Otto Nora's Otto?");
  expect(question.field(/^No, two people\s*\(201\) 555-0123/).isChecked).toBe(true);
  expect(question.field(/^Yes, the same person\s*Sibling/).isChecked).toBe(false);
  await accept(home);
  expect(await familyOf(home.nora)).toEqual([
    expect.stringMatching(/^Otto\s+Sibling\s*$/),
    expect.stringMatching(/^Otto\s+Other\s+\(201\) 555-0123\s*$/),
  ]);
});

test("someone of both households becomes one, with the number and the turns of both", async () => {
  const home = await twoHomes();
  await addFamilyMember(home.noras, otto);
  await addFamilyMember(home.zoes, { ...otto, relation: "partner", phone: "(201) 555-0123" });
  await say(home.zoe, "trash every Tuesday at 7pm: Otto and Zoe in turns");
  await openInvitation(home);
  home.zoe.check(/^Yes, the same person/);
  await accept(home);
  expect(await familyOf(home.nora)).toEqual([
    expect.stringMatching(/^Otto\s+Partner\s+\(201\) 555-0123\s*$/),
  ]);
  await home.nora.visit("/dashboard");
  expect(home.nora.card("Trash").text).toContain("Otto's turn");
});

test("what was said of them is still there after signing in again", async () => {
  const home = await twoHomes();
  await addFamilyMember(home.noras, otto);
  await addFamilyMember(home.zoes, otto);
  const redirectTo = await linkFor(home.noras, home.zoes.email);
  home.zoe.loseSession();
  await home.zoe.visit(`/auth?${new URLSearchParams({ redirectTo })}`);
  await logIn(home.zoe, home.zoes.email);
  home.zoe.check(/^Yes, the same person/);
  home.zoe.loseSession();
  await home.zoe.press("Accept Invitation");
  await logIn(home.zoe, home.zoes.email);
  expect(home.zoe.field(/^Yes, the same person/).isChecked).toBe(true);
  await accept(home);
  expect(await familyOf(home.nora)).toHaveLength(1);
});

test("the same number is the same person, whose other name is a question", async () => {
  const home = await twoHomes();
  const mother = { relation: "parent", phone: "(201) 555-0123", email: "" };
  await addFamilyMember(home.noras, { ...mother, name: "Ruth" });
  await addFamilyMember(home.noras, { ...otto, phone: "(201) 555-0124" });
  await addFamilyMember(home.zoes, { ...mother, name: "Mom" });
  await addFamilyMember(home.zoes, { ...otto, phone: "201-555-0124" });
  await openInvitation(home);
  expect(home.zoe.text).not.toContain("Otto");
  expect(home.zoe.group("Is your Mom Nora's Ruth?").field(/^Yes/).isChecked).toBe(true);
  await accept(home);
  expect(await familyOf(home.nora)).toEqual([
    expect.stringMatching(/^Otto\s+Sibling\s+\(201\) 555-0124/),
    expect.stringMatching(/^Ruth\s+Parent\s+\(201\) 555-0123/),
  ]);
});

test("the same address is the same person", async () => {
  const home = await twoHomes();
  const email = "otto@example.com";
  await addFamilyMember(home.noras, { ...otto, email });
  await addFamilyMember(home.zoes, { ...otto, phone: "(201) 555-0124", email });
  await openInvitation(home);
  expect(home.zoe.text).not.toContain("Otto");
  await accept(home);
  expect(await familyOf(home.nora)).toEqual([
    expect.stringMatching(/^Otto\s+Sibling.*\(201\) 555-0124/),
  ]);
});

test("who comes back is the person of that account, and nobody else with the same number", async () => {
  const home = await twoHomes();
  const { nora, noras, zoes } = home;
  const phone = "(201) 555-0123";
  await addFamilyMember(zoes, { name: "Uncle Bob", relation: "other", phone, email: "" });
  const listed = { name: "Nora", relation: "partner", phone: "(201) 555-0111" };
  await addFamilyMember(zoes, { ...listed, email: noras.email });
  await nora.visit(await linkFor(zoes, noras.email));
  await nora.press("Accept Invitation");
  const account = await mila.db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select(["household_members.id", "user_id"])
    .where("users.email", "=", noras.email)
    .executeTakeFirstOrThrow();
  await mila.db
    .updateTable("user_preferences")
    .set(confirmedPhone("+12015550123"))
    .where("user_id", "=", account.user_id)
    .execute();
  await noras.post(`/preferences/family/household/${account.id}/leave`);
  await openInvitation(home);
  await accept(home);
  expect(await familyOf(nora)).toContainEqual(
    expect.stringMatching(/^Uncle Bob\s+Other\s+\(201\) 555-0123/),
  );
});

test("a number that two people share does not make them one against their word", async () => {
  const home = await twoHomes();
  const landline = { phone: "(201) 555-0123", email: "" };
  await addFamilyMember(home.noras, { ...landline, name: "Grandma", relation: "grandparent" });
  await addFamilyMember(home.zoes, { ...landline, name: "Grandpa", relation: "grandparent" });
  await openInvitation(home);
  home.zoe.check(/^No, two people/);
  await accept(home);
  expect(await familyOf(home.nora)).toHaveLength(2);
});

test("two of one's own people are not one of the others", async () => {
  const home = await twoHomes();
  await addFamilyMember(home.noras, otto);
  await addFamilyMember(home.zoes, { ...otto, phone: "(201) 555-0123" });
  await addFamilyMember(home.zoes, { ...otto, relation: "other", phone: "(201) 555-0124" });
  await openInvitation(home);
  for (const relation of ["sibling", "other"])
    home.zoe.group(`Is your Otto (${relation}) Nora's Otto?`).check(/^Yes/);
  await home.zoe.press("Accept Invitation", { status: 400 });
  expect(home.zoe.toast).toContain("Two of your people can't be the same one there.");
  const second = home.zoe.group("Is your Otto (other) Nora's Otto?");
  expect(second.field(/^Yes/).isChecked).toBe(true);
  second.check(/^No/);
  await accept(home);
  expect(await familyOf(home.nora)).toEqual([
    expect.stringMatching(/^Otto\s+Sibling\s+\(201\) 555-0123/),
    expect.stringMatching(/^Otto\s+Other\s+\(201\) 555-0124/),
  ]);
});

test("an account says whom of the family's list it is, and has the turns at once", async () => {
  const home = await twoHomes();
  await addFamilyMember(home.noras, { ...otto, name: "Zoe", relation: "partner" });
  await say(home.nora, `trash every ${laterWeekday()} at 7pm: Zoe and Nora in turns`);
  await openInvitation(home);
  expect(home.zoe.group("Are you Nora's Zoe?").field(/^No, somebody else/).isChecked).toBe(true);
  home.zoe.check(/^Yes, that's me/);
  await accept(home);
  await home.zoe.visit("/dashboard");
  expect(home.zoe.card("Trash").text).toContain("Your turn");
  const reminders = mila.db
    .selectFrom("reminders")
    .innerJoin("users", "users.id", "reminders.user_id")
    .select("reminders.id")
    .where("users.email", "=", home.zoes.email)
    .where("status", "=", "pending");
  expect(await reminders.execute()).not.toEqual([]);
  expect(await familyOf(home.nora)).toEqual([expect.stringMatching(/^Zoe\s+Partner/)]);
});

test("two people of one name are told apart wherever one is chosen", async () => {
  const home = await twoHomes();
  await addFamilyMember(home.noras, { ...otto, phone: "(201) 555-0123" });
  await addFamilyMember(home.zoes, { ...otto, phone: "(201) 555-0124" });
  await openInvitation(home);
  expect(home.zoe.text).not.toContain("Otto");
  await accept(home);
  await home.nora.visit("/preferences/family/members");
  await home.nora.follow("Edit Otto (…0124)");
  expect(home.nora.field("Phone").value).toBe("(201) 555-0124");
  await say(home.nora, "water the ferns every Friday");
  const { id } = await mila.db
    .selectFrom("tasks")
    .innerJoin("users", "users.id", "tasks.user_id")
    .select("tasks.id")
    .where("users.email", "=", home.noras.email)
    .executeTakeFirstOrThrow();
  await home.nora.visit(`/tasks/${id}/turns`);
  home.nora.check("Otto (…0123)");
  home.nora.check("Otto (…0124)");
  await home.nora.visit("/family/away");
  home.nora.choose("Who is away?", "Otto (…0124)");

  await home.nora.visit(`/tasks/${id}/edit`);
  // The form before the update had a text field.
  home.nora.tamper("[name=assignee] > option:first-child", "otto");
  await home.nora.press("Save Changes", { status: 400 });
  expect(home.nora.text).toContain(
    "Two people are called Otto. Please choose “Otto (…0123)” or “Otto (…0124)”.",
  );
  home.nora.choose("Who", "Otto (…0124)");
  await home.nora.press("Save Changes");
  await home.nora.visit(`/tasks/${id}/edit`);
  expect(home.nora.field("Who").value).toBe("Otto (…0124)");
  await home.nora.press("Save Changes");
  const task = mila.db
    .selectFrom("tasks")
    .innerJoin("people", "people.id", "assignee_id")
    .select("phone")
    .where("tasks.id", "=", id);
  expect(await task.execute()).toEqual([{ phone: "+12015550124" }]);

  await home.nora.visit(`/tasks/confirm?${new URLSearchParams({ text: "Wash the car" })}`);
  home.nora.tamper("[name*=assignee] > option:first-child", "Otto");
  await home.nora.press("Save task", { status: 400 });
  expect(home.nora.text).toContain("Please choose “Otto (…0123)” or “Otto (…0124)”.");

  await say(home.nora, "ask Otto to fix the tap tomorrow at 5pm");
  expect(home.nora.toast).toContain(
    "More than one of you is called Otto. Open the task to say which one",
  );
});

test("two who invite each other are together once, and the other link leads there", async () => {
  const home = await twoHomes();
  const hers = await linkFor(home.zoes, home.noras.email);
  await openInvitation(home);
  await accept(home);
  await home.nora.visit(hers);
  expect(home.nora.url).toBe("/family");
});

test("what a household has taught Mila comes along", async () => {
  const home = await twoHomes();
  await say(home.zoe, "trash tomorrow at 7pm");
  const card = await mila.db
    .selectFrom("tasks")
    .innerJoin("users", "users.id", "tasks.user_id")
    .select("tasks.id")
    .where("users.email", "=", home.zoes.email)
    .executeTakeFirstOrThrow();
  await home.zoe.visit(`/tasks/${card.id}/edit`);
  home.zoe.choose("Category", "Kids");
  await home.zoe.press("Save Changes");
  await home.zoe.visit("/preferences/learned");
  expect(home.zoe.text).toContain("trash");
  await openInvitation(home);
  await accept(home);
  await home.nora.visit("/preferences/learned");
  expect(home.nora.text).toContain("trash");
});

test("a break that both households have with the same dates becomes one", async () => {
  const home = await twoHomes();
  const easter = { name: "Easter", startsOn: "2101-04-01", endsOn: "2101-04-10" };
  await home.noras.post("/preferences/breaks", easter);
  await home.zoes.post("/preferences/breaks", { ...easter, name: "the Easter" });
  await home.zoes.post("/preferences/breaks", { ...easter, endsOn: "2101-04-12" });
  await openInvitation(home);
  await accept(home);
  await home.nora.visit("/preferences/breaks");
  expect(home.nora.text.match(/Apr 1, 2101 to /g)).toHaveLength(2);
});

test("cards, a task's page and its history tell people of one name apart", async () => {
  const home = await twoHomes();
  const { nora, noras, zoes } = home;
  await addFamilyMember(noras, { ...otto, relation: "partner", phone: "(201) 555-0166" });
  await addFamilyMember(zoes, { ...otto, relation: "partner", phone: "(201) 555-0111" });
  await say(nora, `trash every ${laterWeekday()} at 7pm: Otto and Nora in turns`);
  await nora.visit("/dashboard");
  expect(nora.card("Trash").text).toContain("Otto's turn");
  await openInvitation(home);
  await accept(home);
  await nora.visit("/dashboard");
  expect(nora.card("Trash").text).toContain("Otto (…0166)'s turn");
  await nora.followFirst("Trash");
  const page = nora.url;
  expect(nora.text).toContain("Otto (…0166)'s turn");
  await nora.visit(`${page}/delegate`);
  nora.check(/^Otto \(…0111\)/);
  nora.check(/^Copy a link/);
  await nora.press("Delegate");
  await nora.visit("/dashboard");
  expect(nora.card("Trash").text).toContain("Otto (…0111) ⏳ Pending");
  await nora.visit(page);
  nora.unfold("History");
  expect(nora.items()).toContainEqual(
    expect.stringContaining("You asked Otto (…0111) with a link"),
  );
});
