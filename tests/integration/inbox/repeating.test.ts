import { expect, test } from "vitest";
import { newDatabase } from "../../support/records/database.ts";
import { newTalkingFamily, talk } from "../../support/messages/talk.ts";

const now = "2031-06-10T14:00:00.000Z";

test.concurrent("the answer to a repeating task says how often it comes", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  expect(await talk(own.db, "Take out the trash every Monday at 7pm", { now })).toBe(
    "Mila: Got it: Take out the trash, Mon, Jun 16 7:00 PM, every Monday, Household. Reply UNDO to take it back, LIST for today.",
  );
  expect(await talk(own.db, "Buy milk tomorrow at 3pm", { now })).toContain(
    "tomorrow 3:00 PM, Household.",
  );
});

test.concurrent("a reminder that no later one can have is not taken silently", async () => {
  await using own = newDatabase();
  await newTalkingFamily(own.db);
  const text = "Take the vitamins every day at 9am, remind me 2 months before";
  expect(await talk(own.db, text, { now })).toContain(
    "I can't remind you so early every time: choose when in Mila. Reply UNDO",
  );
  expect(
    await talk(own.db, "Water the ferns every day at 9am, remind me 1 hour before", { now }),
  ).not.toContain("so early");
});
