import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

/** Providers' permanent error codes, and the reasons recorded for them. */
const textCodes = [
  { code: 21211, reason: "bad_address" },
  { code: 21614, reason: "bad_address" },
  { code: 21635, reason: "bad_address" },
  { code: 30006, reason: "bad_address" },
  { code: 21610, reason: "opted_out" },
];
const emailCodes = [
  { code: 300, reason: "bad_email_address" },
  { code: 406, reason: "opted_out" },
];
const codes = [...textCodes, ...emailCodes];

export const refused: Row = {
  name: "refused",
  fault: "each permanent error of the providers",
  count: 50,
  async run({ count, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await using postmark = await startProvider(installation, "postmark");
    const seeded = await seedReminders(db, count * codes.length, {
      eachPerson: 1,
      isByEmail: (person) => person >= count * textCodes.length,
    });
    // What is refused would go by email.
    await db.updateTable("user_preferences").set({ other_way_enabled: 0 }).execute();
    const expected = new Map(
      seeded.people.map(({ userId }, index) => [userId, codes[Math.floor(index / count)]?.reason]),
    );
    const rules = seeded.people.map(({ phone, email }, index) => {
      const code = codes[Math.floor(index / count)]?.code ?? 0;
      return {
        type: "refusing",
        code,
        to: index < count * textCodes.length ? phone : email,
      } as const;
    });
    await twilio.behave(...rules);
    await postmark.behave(...rules);
    await makeDue(db, seeded.reminderIds);
    await using _worker = await startWorker(installation);
    await untilFinished(db);
    const ends = await db.selectFrom("deliveries").select(["user_id", "state", "reason"]).execute();
    const wrong = ends.filter(
      ({ user_id, state, reason }) => state !== "failed" || reason !== expected.get(user_id),
    );
    const requests = [...(await twilio.sendRequests()), ...(await postmark.sendRequests())].length;
    return judge(
      { errors: codes.length, messages: rules.length, requests, "wrong end": wrong.length },
      {
        "one request each": requests === rules.length,
        "each ends as failed, with its reason": ends.length === rules.length && wrong.length === 0,
        "nothing is accepted": twilio.accepted().length + postmark.accepted().length === 0,
      },
    );
  },
};
