import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila, newNora, say } from "../forms/forms-mila.ts";
import { householdOf, importAll, titlesOf, undoIt, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** The file of a family with Emma, Otto and Lena, six tasks and two lists. */
async function newFile(): Promise<string> {
  const { nora, family } = await newNora(mila);
  for (const [name, relation] of [
    ["Emma", "child"],
    ["Otto", "grandparent"],
    ["Lena", "sibling"],
  ] as const)
    await addFamilyMember(family, { name, relation, phone: "", email: "" });
  for (const title of ["Renamed", "Done", "Dentist", "Untouched", "Given"])
    await addTask(family, { title, assignee: title === "Given" ? "Emma" : "Otto" });
  await say(nora, "trash every Tuesday at 7pm: Lena and Otto in turns");
  await family.post("/lists/shopping/items", { text: "milk, eggs and bread", requestId: "l1" });
  await nora.visit("/lists/shopping");
  await nora.pressFirst(/Tick|Bought/);
  await family.post("/lists", { name: "Ideas" });
  await family.post("/preferences/breaks", {
    name: "Easter",
    startsOn: "2031-04-10",
    endsOn: "2031-04-18",
  });
  await nora.visit("/preferences/account");
  return (await nora.download("Download my data")).text;
}

test("what somebody changed, did or ticked since stays, with its people, and the page says so", async () => {
  const { nora, family } = await newNora(mila);
  const household = await householdOf(mila, family);
  await upload(nora, await newFile(), "mila.json");
  await importAll(nora);
  const importPage = nora.url;
  const edit = async (title: string) => {
    await nora.visit("/dashboard");
    await nora.card(title).follow(title);
  };
  await edit("Renamed");
  await nora.follow("Edit");
  nora.fill("Title", "Renamed by me");
  await nora.press("Save Changes");
  await edit("Done");
  await nora.press("Done");
  await nora.visit("/lists/shopping");
  await nora.pressFirst(/Eggs/);
  await nora.visit(importPage);
  await undoIt(nora);
  expect(nora.text).toContain("4 stay, because somebody changed them since.");
  expect(await titlesOf(mila, household)).toEqual(["Done", "Renamed by me"]);
  await nora.visit("/lists/shopping");
  expect(nora.text).toContain("Eggs");
  expect(nora.text).not.toContain("Bread");
  await nora.visit("/preferences/family/members");
  expect(nora.text).toContain("Otto");
  expect(nora.text).not.toMatch(/Emma|Lena/);
  await nora.visit("/preferences/breaks");
  expect(nora.text).not.toContain("Easter");
  await nora.visit("/lists");
  expect(nora.text).not.toContain("Ideas");
});

test("a person, a break and a list that were there before stay when an import is taken back", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  const easter = { name: "Easter", startsOn: "2031-04-10", endsOn: "2031-04-18" };
  await family.post("/preferences/breaks", easter);
  await family.post("/lists", { name: "Ideas" });
  await upload(nora, await newFile(), "mila.json");
  nora.choose("Otto", "Nobody here: keep the name");
  await importAll(nora);
  const importPage = nora.url;
  await nora.visit("/preferences/family/members");
  expect(nora.text.match(/Emma/g)).toHaveLength(1);
  expect(nora.text).toContain("Lena");
  expect(nora.text).not.toContain("Otto");
  await nora.visit("/dashboard");
  expect(nora.card("Untouched").text).toContain("Otto");
  await nora.visit(importPage);
  await undoIt(nora);
  await nora.visit("/preferences/family/members");
  expect(nora.text).toContain("Emma");
  expect(nora.text).not.toContain("Lena");
  await nora.visit("/preferences/breaks");
  expect(nora.text).toContain("Easter");
  await nora.visit("/lists");
  expect(nora.text).toContain("Ideas");
});
