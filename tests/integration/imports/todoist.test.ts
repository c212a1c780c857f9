import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { type FormsMila, formsMila, newNora, soon } from "../forms/forms-mila.ts";

const page = "/preferences/data/import";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** https://www.todoist.com/help/articles/format-a-csv-file-to-import-into-todoist */
const file = [
  "\ufeffTYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE",
  "meta,view_style=list,,,,,,,,",
  "section,School,,,,,,,,",
  'task,"Sign the ""trip"" form, please","Room 12\nbring a pen",4,1,Nora (1),,2031-03-17,en,Europe/Berlin',
  "note,The teacher called,,,,Nora (1),,,,",
  "task,Pack the bag,,4,1,Nora (1),,2031-04-01 07:30,en,Europe/Berlin",
  "task,Socks,,4,2,Nora (1),,,,",
  "task,Boots,,4,2,Nora (1),,,,",
  "task,Ask Grandma,,4,2,Nora (1),,2031-03-30,en,Europe/Berlin",
  "task,Take out the trash,,1,1,Nora (1),Sam Miller (7),every Tuesday at 19:00,en,Europe/Berlin",
  "task,Change the filter,,1,1,Nora (1),,every! 3 months,en,Europe/Berlin",
  "task,Bl\u00fcmchen gie\u00dfen,,4,1,Nora (1),,jeden Montag,de,Europe/Berlin",
  "task,,,4,1,Nora (1),,,,",
].join("\r\n");

async function upload(nora: FormBrowser, content: string, name = "School.csv"): Promise<void> {
  await nora.visit(page);
  nora.attach("File", name, content);
  await nora.press("Look at the file");
}

async function importAll(nora: FormBrowser): Promise<void> {
  await nora.press(/^Import \d/);
  await expect
    .poll(async () => {
      await nora.reload();
      return nora.heading;
    }, soon)
    .toBe("Imported");
}

const tasksOf = (householdId: string) =>
  mila.db
    .selectFrom("tasks")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .orderBy("title")
    .execute();

test("a Todoist file is shown, imported once, and taken back", async () => {
  const { nora, family } = await newNora(mila);
  const { household_id } = await mila.db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select("household_id")
    .where("users.email", "=", family.email)
    .executeTakeFirstOrThrow();
  await upload(nora, file);
  expect(nora.heading).toBe("Before I import this");
  expect(nora.text).toContain("6 tasks");
  console.log(nora.text);
  await importAll(nora);
  console.log(nora.text);
  console.log(await tasksOf(household_id));
});
