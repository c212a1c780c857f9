import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora, say } from "../forms/forms-mila.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { householdOf, importAll, tasksOf, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function addItem(nora: FormBrowser, text: string): Promise<void> {
  await nora.visit("/lists/shopping");
  nora.fill(/^Add/, text);
  await nora.press("Add");
}

test("what one household downloads comes back in an empty one, once", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, "Take out the trash every Tuesday at 7 pm");
  await say(nora, "Call the vet on January 5 2031 at 9 am");
  await say(nora, "Fix the bike");
  await addItem(nora, "milk");
  const from = await householdOf(mila, family);
  const fix = (await tasksOf(mila, from)).find(({ title }) => title === "Fix the bike")!;
  await nora.visit(`/tasks/${fix.id}`);
  await nora.press(/^Done/);
  await nora.visit("/preferences/account");
  const { text } = await nora.download("Download my data");

  const { nora: sam, family: other } = await newNora(mila);
  const to = await householdOf(mila, other);
  await upload(sam, text, "mila.json");
  expect(sam.region("In this file").text).toBe(
    "3 tasks, 1 of them done 1 repeating 1 item for Shopping",
  );
  await importAll(sam);
  const seen = async (household: string) =>
    (await tasksOf(mila, household)).map(
      ({ title, category, description, due_local, due_time_zone, due_has_time, is_completed }) => ({
        title,
        category,
        description,
        due_local,
        due_time_zone,
        due_has_time,
        is_completed,
      }),
    );
  expect(await seen(to)).toEqual(await seen(from));
  const trash = (await tasksOf(mila, to)).find(({ title }) => title === "Take out the trash")!;
  await sam.visit(`/tasks/${trash.id}`);
  expect(sam.text).toContain("Every Tuesday");
  await sam.visit("/lists/shopping");
  expect(sam.text).toContain("Milk");
  await upload(sam, text, "mila.json");
  expect(sam.text).toContain("4 here already");

  await sam.visit("/preferences/data/import");
  await sam.followFirst("mila.json");
});

test("a file that ends too early, or is not Mila's, is refused", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/account");
  const { text } = await nora.download("Download my data");
  await nora.visit("/preferences/data/import");
  nora.attach("File", "mila.json", text.slice(0, -10));
  await nora.press("Look at the file", { status: 400 });
  expect(nora.text).toContain("This file ends too early.");
});

test("a household's own file brings back only what is gone", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, "Take out the trash every Tuesday at 7 pm");
  await say(nora, "Fix the bike");
  await say(nora, "Paint the fence");
  for (const text of ["milk", "eggs"]) await addItem(nora, text);
  await addFamilyMember(family, { name: "Sam" });
  await family.post("/lists", { name: "Ideas" });
  await family.post("/preferences/breaks", {
    name: "Easter",
    startsOn: "2031-04-10",
    endsOn: "2031-04-18",
  });
  await nora.visit("/preferences/account");
  const { text } = await nora.download("Download my data");
  await upload(nora, text, "mila.json");
  expect(nora.text).toContain("Nothing in this file is new.");
  const household = await householdOf(mila, family);
  await nora.visit("/dashboard");
  await nora.card("Fix the bike").follow("Fix the bike");
  await nora.press("Delete task");
  await upload(nora, text, "mila.json");
  expect(nora.region("In this file").text).toContain("1 task 7 here already");
  await importAll(nora);
  const titles = (await tasksOf(mila, household)).map(({ title }) => title);
  expect(titles).toEqual(["Fix the bike", "Paint the fence", "Take out the trash"]);
});
