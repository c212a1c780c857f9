import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora } from "../forms/forms-mila.ts";
import { householdOf, importAll, tasksOf, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** https://help.ticktick.com/articles/7055782083508305920 */
const backup = [
  '\ufeff"Date: 2026-11-30+0000"',
  '"Version: 7.1"',
  '"Status: \n0 Normal\n1 Completed\n2 Archived"',
  '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId"',
  '"","Home","Water the plants","TEXT","","All of them","N","2031-03-16T23:00:00+0000","2031-03-16T23:00:00+0000","","FREQ=WEEKLY;INTERVAL=1;BYDAY=MO","0","0","2026-01-01T08:00:00+0000","","-1","Europe/Berlin","true","false","","","list","1",""',
  '"","Home","Pack","CHECKLIST","","\u25abTent\n\u25aaLamp","Y","","","","","0","0","2026-01-02T08:00:00+0000","","-2","Europe/Berlin","","false","","","list","2",""',
  '"","Home","Dentist","TEXT","","","N","2031-07-01T07:30:00+0000","2031-07-01T07:30:00+0000","","RRULE:FREQ=HOURLY","5","0","2026-01-03T08:00:00+0000","","-3","Europe/Berlin","false","false","","","list","3",""',
  '"","Home","Old one","TEXT","","","N","","","","","0","2","2025-01-03T08:00:00+0000","2025-01-04T08:00:00+0000","-4","Europe/Berlin","","false","","","list","4",""',
  '"","Home","","TEXT","","No title","N","","","","","0","0","2025-01-03T08:00:00+0000","","-5","Europe/Berlin","","false","","","list","5",""',
].join("\r\n");

test("a TickTick backup comes with its days, zones, rules and checklists, once", async () => {
  const { nora, family } = await newNora(mila);
  await upload(nora, backup, "TickTick-backup.csv");
  expect(nora.region("In this file").text).toBe(
    "4 tasks, 1 of them done 1 repeating 1 with a checklist",
  );
  nora.unfold("1 can't be taken, 1 taken without a part");
  expect(nora.text).toContain("Dentist I repeat tasks by the day, not by the hour. It comes once.");
  await importAll(nora);
  const tasks = await tasksOf(mila, await householdOf(mila, family));
  expect(
    tasks.map(({ title, due_local, due_time_zone, due_has_time, is_completed, description }) => [
      title,
      due_local && `${due_local} ${due_time_zone} ${due_has_time}`,
      is_completed,
      description,
    ]),
  ).toEqual([
    ["Dentist", "2031-07-01T09:30 Europe/Berlin 1", 0, null],
    ["Old one", null, 1, null],
    ["Pack", null, 0, null],
    ["Water the plants", "2031-03-17T12:00 Europe/Berlin 0", 0, "All of them"],
  ]);
  await nora.visit(`/tasks/${tasks[2]!.id}`);
  expect(nora.text).toContain("1 of 2");
  await nora.visit(`/tasks/${tasks[3]!.id}`);
  expect(nora.text).toContain("Every Monday");
  await upload(nora, backup, "TickTick-backup (1).csv");
  expect(nora.text).toContain("Nothing in this file is new.");
});
