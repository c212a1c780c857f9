import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { browserOf, type Family, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function withEmma() {
  const { nora, family } = await newNora(mila);
  await nameNora(family);
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  return { nora, family };
}

async function userIdOf({ email }: Family): Promise<string> {
  return (
    await mila.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).id;
}

const nameNora = (family: Family) =>
  family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone: "America/New_York",
  });

test("turns are said in a sentence, and the card says whose it is", async () => {
  const { nora, family } = await withEmma();
  await say(nora, "trash every Tuesday at 7pm: Emma and Nora in turns");
  expect(nora.headings(3)).toEqual(["Trash"]);
  expect(nora.text).toContain("Emma's turn");
  await nora.press("Mark as complete");
  expect(nora.text).toContain("Your turn");

  const next = await mila.db
    .selectFrom("tasks")
    .select("id")
    .where("user_id", "=", await userIdOf(family))
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  await nora.visit(`/tasks/${next.id}`);
  expect(nora.text).toContain("done by Emma");
});

test("anyone can take it, and the second who wants to hears who has it", async () => {
  const { nora, family } = await withEmma();
  const sam = browserOf(mila, await newSam(mila, family));
  await say(nora, "water the ferns every Friday, who does it? anyone");
  expect(nora.text).toContain("Anyone can take it");
  await sam.visit("/dashboard");
  await nora.press("I'll do it");
  expect(nora.toast).toContain("It's yours");
  expect(nora.text).toContain("Your turn");
  await sam.press("I'll do it");
  expect(sam.toast).toContain("Nora has it already");
  expect(sam.text).toContain("Nora's turn");
});

test("the confirm page says who does it, and takes a no", async () => {
  const { nora } = await withEmma();
  const text = "trash every Tuesday: Emma and me in turns";
  await nora.visit(`/tasks/confirm?${new URLSearchParams({ text })}`);
  expect(nora.field("Who does it: Emma and Nora in turns").isChecked).toBe(true);
  nora.uncheck("Who does it: Emma and Nora in turns");
  await nora.press("Save task");
  expect(nora.text).not.toContain("turn");
});

test("the task's page leads to a form for turns, and to a swap for one of them", async () => {
  const { nora } = await withEmma();
  await say(nora, "trash every Tuesday at 7pm");
  await nora.card("Trash").follow("Trash");
  await nora.follow("Whose turn is it?");
  nora.check("These people:");
  await nora.press("Save", { status: 400 });
  expect(nora.text).toContain("Please choose at least one person");
  nora.check("Nora (you)");
  nora.check("Emma");
  await nora.press("Save");
  expect(nora.toast).toContain("Turns saved");
  expect(nora.text).toContain("Your turn");

  await nora.follow("Whose turn is it?");
  expect(nora.field("Emma").isChecked).toBe(true);
  await nora.press("Emma does it");
  expect(nora.toast).toContain("Emma does it this time");
  expect(nora.text).toContain("Emma's turn");
});

test("a form that was opened before its task was done is for the ones that follow", async () => {
  const { nora, family } = await withEmma();
  const [sam, swapper, finisher] = [1, 2, 3].map(() => browserOf(mila, family));
  await say(nora, "water the cactus every Tuesday at 7pm: Emma and Nora in turns");
  await nora.card("Water the cactus").follow("Water the cactus");
  const done = nora.url;
  await nora.follow("Whose turn is it?");
  await sam!.visit(`${done}/repeat`);
  sam!.fill("Every", "2");
  await swapper!.visit(`${done}/turns`);
  await finisher!.visit("/dashboard");
  await finisher!.press("Mark as complete");

  nora.check("These people:");
  nora.uncheck("Emma");
  nora.uncheck("Nora (you)");
  await nora.press("Save", { status: 400 });
  expect(nora.text).toContain("Please choose at least one person");
  sam!.fill("Until", "2020-01-01");
  await sam!.press("Save", { status: 400 });
  expect(sam!.field("Until").description).toContain("That's in the past.");
  expect(sam!.field("Every").value).toBe("2");
  sam!.fill("Until", "");
  nora.check("Anyone can take it");
  await nora.press("Save");
  expect(nora.toast).toContain("Turns saved");
  expect(nora.url).not.toBe(done);
  expect(nora.text).toContain("Anyone can take it");
  await sam!.press("Save");
  expect(sam!.toast).toContain("Every other week on Tuesday 7 PM");
  expect(sam!.url).toBe(nora.url);
  await swapper!.press("I'll do it");
  expect(swapper!.toast).toContain("completed this a moment ago");
  for (const page of ["turns", "repeat"]) {
    await swapper!.visit(`${done}/${page}`);
    await swapper!.press("Save");
    expect(swapper!.url).toBe(nora.url);
  }
});

test("a forged form is refused in words", async () => {
  const { nora, family } = await withEmma();
  await say(nora, "trash every Tuesday at 7pm");
  await nora.card("Trash").follow("Trash");
  const forged = {
    who: "people",
    order: "often",
    people: "x",
    interval: "1",
    unit: "month",
    nth: "9",
  };
  const [turns, repeat] = [`${nora.url}/turns`, `${nora.url}/repeat`].map((page) =>
    family.post(page, forged),
  );
  expect([(await turns!).status, (await repeat!).status]).toEqual([400, 400]);
  expect(await (await turns!).text()).toContain("Please choose in which order");
  expect(await (await repeat!).text()).toContain("Please choose which one");
});

test("someone who is away gets no turn", async () => {
  const { nora, family } = await withEmma();
  await say(nora, "trash every Tuesday at 7pm: Emma and Nora in turns");
  await nora.visit("/family");
  await nora.follow("Who is away, and when");
  nora.choose("Who is away?", "Emma");
  nora.fill("From", "2026-01-02");
  nora.fill("Until", "2026-01-01");
  await nora.press("Add", { status: 400 });
  expect(nora.text).toContain("The last day is before the first");
  const wrong = { person: await userIdOf(family), firstOn: "2026-02-30", lastOn: "2026-13-45" };
  for (const unread of [undefined, { person: "x".repeat(65) }])
    expect(await (await family.post("/family/away", unread)).text()).toContain(
      "Please choose someone of your family",
    );
  const refused = await family.post("/family/away", wrong);
  expect(await refused.text()).toContain("Please choose a date that exists");
  nora.fill("From", "2026-01-01");
  nora.fill("Until", "2099-12-31");
  await nora.press("Add");
  expect(nora.toast).toContain("Others take those turns");
  await nora.visit("/dashboard");
  expect(nora.text).toContain("Your turn");
  await nora.visit("/family/away");
  await nora.press("Remove");
  expect(nora.text).toContain("Nobody is away");
});

test("someone is asked for all of them, and says yes to every time without an account", async () => {
  const { nora, family } = await withEmma();
  await addFamilyMember(family, { name: "Sam" });
  await say(nora, "trash every Tuesday at 7pm");
  await nora.card("Trash").follow("Trash");
  await nora.follow("Delegate");
  nora.check(/Copy a link/);
  nora.check(/All of them/);
  expect(nora.text).toContain("I add: “and then every Tuesday, if you like”");
  await nora.press("Delegate");
  const link = nora.field("Send them this link").value;
  const sam = new FormBrowser(mila.url);
  await sam.visit(new URL(link).pathname);
  expect(sam.text).toContain("And then every Tuesday, if you like");
  await sam.press("Yes, every time");
  expect(sam.text).toContain("And then every Tuesday");

  await nora.visit("/dashboard");
  await nora.press("Mark as complete");
  await nora.visit("/dashboard");
  expect(nora.text).toMatch(/Every Tuesday 7 PM · next [A-Z][a-z]+ \d+\s*Sam\s*Sam ✓ Accepted/);
});

test("the month's page says who did what, without adding it up", async () => {
  const { nora, family } = await withEmma();
  const sam = await newSam(mila, family);
  await say(nora, "dishes every day: Emma and Nora in turns");
  for (let day = 0; day < 3; day += 1) {
    await nora.visit("/dashboard");
    await nora.press("Mark as complete");
  }
  await family.post("/dashboard", { text: "buy milk" });
  const { id } = await mila.db
    .selectFrom("tasks")
    .select("id")
    .where("title", "=", "Buy milk")
    .executeTakeFirstOrThrow();
  await sam.post(`/tasks/${id}/complete`);
  await nora.visit("/family");
  await nora.follow("Who did what this month");
  expect(nora.headings(3)).toEqual(["Emma", "You", "Sam"]);
  expect(nora.text).toMatch(/Emma\s*Dishes\s*· twice/);
  expect(nora.text).toContain("Buy milk");
  await nora.follow("The month before");
  expect(nora.text).toContain("Nothing is ticked off yet");

  await family.post(`/tasks/${id}/delete`);
  await family.post(`/tasks/${id}/restore`);
  await mila.db.deleteFrom("people").where("name", "=", "Emma").execute();
  await nora.visit("/family/month");
  expect(nora.text).toContain("Buy milk");
  expect(nora.headings(3)).toEqual(["You", "Also done"]);
});

test("checking people is enough to give them turns", async () => {
  const { nora } = await withEmma();
  await say(nora, "feed the fish every Friday at 7pm");
  await nora.card("Feed the fish").follow("Feed the fish");
  await nora.follow("Whose turn is it?");
  expect(nora.field("Nobody in particular").isChecked).toBe(true);
  nora.check("Emma");
  await nora.press("Save");
  await nora.visit("/dashboard");
  expect(nora.card("Feed the fish").text).toContain("Emma's turn");

  await nora.card("Feed the fish").follow("Feed the fish");
  await nora.follow("Whose turn is it?");
  nora.check("Nobody in particular");
  await nora.press("Save");
  await nora.visit("/dashboard");
  expect(nora.card("Feed the fish").text).not.toContain("turn");
});
