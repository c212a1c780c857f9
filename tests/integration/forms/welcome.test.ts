import { afterAll, beforeAll, expect, test } from "vitest";
import { findUserId } from "../../support/people/owner.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { browserOf, confirmIdentity, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function startWelcome(): Promise<FormBrowser> {
  const { nora } = await newNora(mila);
  await nora.visit("/dashboard");
  await nora.follow("Three questions");
  return nora;
}

test("the first card leads through all questions, and then it is gone", async () => {
  const nora = await startWelcome();
  expect([nora.heading, nora.text]).toEqual([
    "Who are you?",
    expect.stringContaining("Question 1 of 3"),
  ]);
  nora.fill("First Name", "Nora");
  nora.fill("Last Name", "Berg");
  nora.choose("I am a...", "Mom");
  await nora.press("Next");
  expect([nora.heading, nora.text]).toEqual([
    "What are your children's names?",
    expect.stringContaining("Question 2 of 3"),
  ]);
  nora.fill("First names", "Emma, Leo and  Max Anton ");
  await nora.press("Next");
  expect([nora.heading, nora.text]).toEqual([
    "Who shares the load?",
    expect.stringContaining("Question 3 of 3"),
  ]);
  nora.fill("Name", "Sam");
  nora.fill("Email", "sam-welcome@example.com");
  await nora.press("Next");
  expect(nora.heading).toBe("When should I remind you?");
  expect(nora.field("Link for sam-welcome@example.com").value).toContain(
    "/accept-invitation?token=",
  );
  await nora.press("Save Changes");
  expect(nora.url).toBe("/dashboard");
  expect(nora.toast).toContain("Thank you! Now tell me what you need.");
  expect(nora.text).toContain("supermom");
  expect(nora.text).not.toContain("questions");

  await nora.visit("/preferences/family/members");
  expect(nora.region("Family members").headings(3)).toEqual(["Emma", "Leo", "Max Anton", "Sam"]);
  expect(nora.region("Household members").text).toContain("Nora Berg");
});

test("it suggests one hour before and the daily summary, and only saving turns them on", async () => {
  const nora = await startWelcome();
  await nora.visit("/welcome/reminders");
  const names = ["Two days before", "One hour before", "Daily summary"];
  expect(names.map((name) => nora.field(name).isChecked)).toEqual([true, true, true]);
  await nora.visit("/preferences/reminders");
  expect(names.map((name) => nora.field(name).isChecked)).toEqual([true, false, false]);
  await nora.visit("/welcome/reminders");
  await nora.press("Save Changes");
  await nora.visit("/preferences/reminders");
  expect(names.map((name) => nora.field(name).isChecked)).toEqual([true, true, true]);
});

test("each question can be skipped, for good", async () => {
  const nora = await startWelcome();
  for (const heading of [
    "Who are you?",
    "What are your children's names?",
    "Who shares the load?",
  ]) {
    expect(nora.heading).toBe(heading);
    await nora.press("Skip");
  }
  await nora.visit("/dashboard");
  await nora.follow("One question");
  expect(nora.heading).toBe("When should I remind you?");
  await nora.press("Skip");
  expect(nora.url).toBe("/dashboard");
  await nora.visit("/welcome");
  expect(nora.url).toBe("/dashboard");
  expect(nora.text).not.toContain("One question");
});

test("the card itself can be sent away, for good", async () => {
  const nora = await startWelcome();
  await nora.visit("/dashboard");
  await nora.press("No, thanks");
  expect(nora.url).toBe("/dashboard");
  expect(nora.text).not.toContain("Three questions");
  await nora.visit("/welcome");
  expect(nora.url).toBe("/dashboard");
});

test("who joins a family is not asked what it has already told", async () => {
  const { family } = await newNora(mila);
  await family.post("/welcome/children", { names: "Emma" });
  const sam = browserOf(mila, await newSam(mila, family));
  await sam.visit("/dashboard");
  await sam.follow("Two questions");
  expect(sam.text).toContain("Question 1 of 1");
  await sam.press("Next");
  expect(sam.heading).toBe("When should I remind you?");
});

test("only a question that is asked has a number", async () => {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/family/members", { name: "Emma", relation: "child" });
  await nora.visit("/welcome/children");
  expect(nora.text).not.toContain("Question");
  await nora.visit("/welcome/sharing");
  expect(nora.text).toContain("Question 2 of 2");
  await family.post("/welcome/skip");
  for (const page of ["you", "sharing", "reminders"]) {
    await nora.visit(`/welcome/${page}`);
    expect(nora.text).not.toMatch(/Question|Last one/);
  }
});

test("wrong answers are refused beside their fields, and children are added once", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/welcome/children");
  nora.skipBrowserChecks();
  nora.fill("First names", " , ");
  await nora.press("Next", { status: 400 });
  expect(nora.field("First names").description).toContain("Please enter a name");
  nora.fill("First names", "Emma, Leo, emma, Emma");
  await nora.press("Next", { status: 400 });
  expect(nora.field("First names").value).toBe("Emma, Leo, emma, Emma");
  expect(nora.field("First names").description).toContain(
    "Is there more than one Emma? Add a letter or the year of birth, such as “Emma 2019”",
  );
  await family.post("/welcome/children", { names: "Emma" });
  await family.post("/welcome/children", { names: "Zoe\u0308, Max  Anton" });
  await family.post("/welcome/children", { names: "Zo\u00EB, max anton" });
  await nora.visit("/preferences/family/members");
  expect(nora.region("Family members").headings(3)).toEqual(["Emma", "Max Anton", "Zoe\u0308"]);

  await nora.visit("/welcome/sharing");
  nora.fill("Name", "Sam");
  nora.fill("Phone", "12");
  await nora.press("Next", { status: 400 });
  expect(nora.field("Phone").isInvalid).toBe(true);
  expect(nora.field("Name").value).toBe("Sam");
});

test("a form that was sent twice is answered once", async () => {
  const { nora, family } = await newNora(mila);
  const sam = { name: "Sam", relation: "spouse", email: "sam-twice@example.com", invite: "on" };
  const answers = await Promise.all([
    family.post("/welcome/sharing", sam),
    family.post("/welcome/sharing", sam),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(
    (await family.post("/welcome/sharing", { ...sam, email: "another-sam@example.com" })).status,
  ).toBe(400);
  const kim = { name: "Kim", relation: "sibling" };
  const again = await Promise.all([
    family.post("/welcome/sharing", kim),
    family.post("/welcome/sharing", kim),
  ]);
  expect(again.map(({ status }) => status)).toEqual([303, 303]);
  await nora.visit("/preferences/family/members");
  expect(nora.region("Family members").headings(3)).toEqual(["Kim", "Sam"]);
});

test("where no email is sent, adding a partner shows the link to send", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/family/members");
  nora.fill("Name", "Sam");
  nora.fill("Email", "sam-by-link@example.com");
  await nora.press("Add");
  expect(nora.toast).toContain("Sam added Copy their link and send it to them.");
  expect(nora.item("Sam").field("Send them this link").value).toContain(
    "/accept-invitation?token=",
  );
});

test("a form that comes back after signing in again keeps the invitation off", async () => {
  const { email } = await signedInFamily(mila);
  const nora = new FormBrowser(mila.url);
  const logIn = async () => {
    nora.fill("Email", email);
    nora.fill("Password", "correct horse 7");
    await nora.press("Log In");
  };
  await nora.visit("/auth?redirectTo=%2Fpreferences%2Ffamily%2Fmembers");
  await logIn();
  const offer = "Invite them to see everything here";
  expect(nora.field(offer).isChecked).toBe(true);
  nora.fill("Name", "Sam");
  nora.fill("Email", "sam-not-invited@example.com");
  nora.uncheck(offer);
  nora.loseSession();
  await nora.press("Add");
  await logIn();
  expect([nora.field("Name").value, nora.field(offer).isChecked]).toEqual(["Sam", false]);
});

test.for([
  ["/preferences/family/members", "Add"],
  ["/welcome/sharing", "Next"],
])(
  "inviting at %s asks for the password again, and keeps what was typed",
  async ([path = "", button = ""]) => {
    const { nora, family } = await newNora(mila);
    const user = mila.db.selectFrom("users").select("id").where("email", "=", family.email);
    const longAgo = { confirmed_at: "2020-01-01T00:00:00.000Z" };
    await mila.db.updateTable("sessions").set(longAgo).where("user_id", "=", user).execute();
    await nora.visit(path);
    nora.fill("Name", "Sam");
    nora.fill("Email", `sam-${button}@example.com`);
    await nora.press(button);
    await confirmIdentity(nora);
    expect([nora.field("Name").value, nora.field("Email").value]).toEqual([
      "Sam",
      `sam-${button}@example.com`,
    ]);
    await nora.press(button);
    await nora.visit("/preferences/family/members");
    expect(nora.item("Sam").field("Send them this link").value).toContain(
      "/accept-invitation?token=",
    );
  },
);

test("only the owner of a household can invite with the form", async () => {
  const { family } = await newNora(mila);
  const sam = await newSam(mila, family);
  const fields = {
    name: "Alex",
    relation: "partner",
    email: "alex-invited@example.com",
    invite: "on",
  };
  for (const path of ["/welcome/sharing", "/preferences/family/members"]) {
    expect((await sam.post(path, fields)).status).toBe(403);
  }
});

test("the answers are in the export, and go with the account", async () => {
  const { nora, family } = await newNora(mila);
  await family.post("/welcome/skip", { question: "children" });
  await family.post("/welcome/you", { firstName: "Nora", role: "mom" });
  await nora.visit("/preferences/account");
  const answers = await family.get("/preferences/account/export");
  expect(await answers.json()).toMatchObject({
    welcome_answers: [
      { question: "children", is_skipped: 1 },
      { question: "you", is_skipped: 0 },
    ],
  });
  const userId = await findUserId(mila, family.email);
  const rows = mila.db
    .selectFrom("welcome_answers")
    .select("question")
    .where("user_id", "=", userId);
  expect(await rows.execute()).toHaveLength(2);
  await family.post("/preferences/account/delete", { password: "correct horse 7" });
  await expect.poll(() => rows.execute(), { timeout: 60_000 }).toEqual([]);
});
