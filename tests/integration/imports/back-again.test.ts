import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Kysely } from "kysely";
import { openDatabase } from "#db/connection.server.ts";
import type { Database } from "#db/schema.ts";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { startMila } from "../../support/product/mila.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { browserOf, type Family, say } from "../forms/forms-mila.ts";
import { importAll, undoIt, upload } from "./importing.ts";

// Each of the two products has its own database.
vi.setConfig({ testTimeout: 120_000 });

const nameNora = (family: Family) =>
  family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone: "America/New_York",
  });

const personNamed = (db: Kysely<Database>, name: string) =>
  db.selectFrom("people").select("id").where("name", "=", name).executeTakeFirstOrThrow();

async function fillHousehold(nora: FormBrowser, family: Family, db: Kysely<Database>) {
  await addFamilyMember(family, { name: "Sam" });
  for (const [name, relation] of [
    ["Emma", "child"],
    ["Otto", "grandparent"],
  ] as const)
    await addFamilyMember(family, { name, relation, phone: "", email: "" });
  const [emma, sam] = [await personNamed(db, "Emma"), await personNamed(db, "Sam")];
  await family.post("/preferences/breaks", {
    name: "School holidays",
    startsOn: "2031-07-01",
    endsOn: "2031-08-31",
  });
  await family.post("/family/away", {
    person: sam.id,
    firstOn: "2031-05-01",
    lastOn: "2031-05-07",
  });
  await say(nora, "trash every Tuesday at 7pm: Emma and Nora in turns");
  await nora.press("Mark as complete");
  await say(nora, "piano every Wednesday at 4 except school holidays");
  await say(nora, "Water the plants every 3 days after I've done it");
  await say(nora, "Tax every year on April 15 until 2040");
  await addTask(family, {
    title: "Dentist",
    category: "Kids",
    dueDate: "2031-01-05T15:00",
    description: "Bring the card\nand the form",
    assignee: "Sam",
    aboutId: emma.id,
  });
  const camp = await addTask(family, { title: "Pack for camp", dueDate: "2031-06-07T09:00" });
  await family.post(`/tasks/${camp}/checklist`, { text: "socks, tent and torch", requestId: "c1" });
  await nora.visit(`/tasks/${camp}`);
  await nora.pressFirst(/^Tick/);
  await family.post(`/tasks/${camp}/reminders`, { minutesBefore: "3", unit: "hours" });
  await addTask(family, { title: "Call grandma", category: "Elders", assignee: "The neighbor" });
  await addTask(family, { title: "Fix the bike", isCompleted: true });
  await addTask(family, { title: '\u7f8e\u5bb9\u9662 =1+1 "quoted", <b>bold</b>' });
  await family.post("/lists/shopping/items", { text: "milk, eggs and bread", requestId: "l1" });
  await nora.visit("/lists/shopping");
  await nora.pressFirst(/Tick|Bought/);
  for (const name of ["Packing", "Ideas"]) await family.post("/lists", { name });
  await nora.visit("/lists");
  await nora.follow(/^Packing/);
  nora.fill(/^Add/, "Hats and 2 towels");
  await nora.press("Add");
}

/**
 * The words of the pages on which a family sees its tasks. What was said and who changed what stays
 * behind, and each account has its own address.
 */
async function readPages(nora: FormBrowser, db: Kysely<Database>) {
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
  await db.updateTable("tasks").set({ created_at: yesterday }).execute();
  const pages: Record<string, string> = {};
  const read = async (name: string, path: string) => {
    await nora.visit(path);
    pages[name] = nora.text.replace(/ History$/, "").replaceAll(/family-[\w-]+@example\.com/g, "…");
  };
  await read("home", "/dashboard");
  await read("by day", "/dashboard?view=day");
  await read("week", "/week");
  for (const from of ["2031-01-05", "2031-06-07"])
    await read(`week of ${from}`, `/week?from=${from}`);
  await read("family", "/family");
  await read("away", "/family/away");
  await read("members", "/preferences/family/members");
  await read("breaks", "/preferences/breaks");
  await read("search", "/search?q=camp");
  await read("search of names", "/search?q=dentist");
  await read("lists", "/lists");
  await read("shopping", "/lists/shopping");
  const lists = await db
    .selectFrom("lists")
    .select(["id", "name"])
    .where("is_shopping", "=", 0)
    .where("deleted_at", "is", null)
    .execute();
  for (const { id, name } of lists) await read(name, `/lists/${id}`);
  const tasks = await db
    .selectFrom("tasks")
    .select(["id", "title", "is_completed"])
    .where("deleted_at", "is", null)
    .execute();
  for (const { id, title, is_completed } of tasks)
    await read(`${title} ${is_completed}`, `/tasks/${id}`);
  return pages;
}

test("what one household downloads makes the same pages in an empty one elsewhere", async () => {
  await using here = await startMila();
  const family = await signedInFamily(here);
  const nora = browserOf(here, family);
  await using hereDb = openDatabase(join(here.dataFolder, "mila.db"));
  await nameNora(family);
  await fillHousehold(nora, family, hereDb);
  const before = await readPages(nora, hereDb);
  await nora.visit("/preferences/account");
  const { text } = await nora.download("Download my data");

  await using there = await startMila();
  const others = await signedInFamily(there);
  const nina = browserOf(there, others);
  await using thereDb = openDatabase(join(there.dataFolder, "mila.db"));
  await nameNora(others);
  const empty = await readPages(nina, thereDb);
  await upload(nina, text, "mila.json");
  expect(nina.region("In this file").text).toBe(
    "10 tasks, 2 of them done 4 repeating 1 with a checklist 5 items for Ideas, Shopping, Packing " +
      "5 of the family: people, breaks and days away",
  );
  await importAll(nina);
  const importPage = nina.url;
  expect(await readPages(nina, thereDb)).toEqual(before);

  await nina.visit(importPage);
  await undoIt(nina);
  // Deleted tasks can be found for 30 days, and a list still suggests what was bought.
  const left = ["search", "search of names", "shopping"];
  const without = (pages: Record<string, string>) =>
    Object.fromEntries(Object.entries(pages).filter(([name]) => !left.includes(name)));
  expect(without(await readPages(nina, thereDb))).toEqual(without(empty));
});
