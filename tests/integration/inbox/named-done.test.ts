import { expect, test } from "vitest";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { addDueReminder, newSender } from "../../support/messages/deliveries.ts";
import { newTalkingFamily, talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";

test.for([["Done trash"], ["Snooze trash"]])(
  "%s never means another task when the trash is out already",
  async ([words]) => {
    await using own = newDatabase();
    const { db } = own;
    await using twilio = await startFakeTwilio();
    const nora = await newTalkingFamily(db);
    const { sendDue } = newSender(db, twilio.settings);
    const trash = await addDueReminder(db, nora, { title: "Trash" });
    await sendDue();
    await addDueReminder(db, nora, { title: "Dishes" });
    await sendDue();
    await completeTask(db, nora, trash.taskId);
    expect(await talk(db, words!)).toBe("Mila: Nothing changed, it was done already: Trash.");
    const open = db.selectFrom("tasks").select("title").where("is_completed", "=", 0);
    expect(await open.execute()).toEqual([{ title: "Dishes" }]);
  },
);
