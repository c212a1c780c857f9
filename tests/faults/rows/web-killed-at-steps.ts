import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { postSigned, statusFields } from "../../fakes/twilio/webhooks.ts";
import { newMessageStore } from "../../fakes/twilio/messages.ts";
import { Visitor } from "../../support/product/visitor.ts";
import type { Installation } from "../installation.ts";
import { isSound } from "../outcome.ts";
import { startWeb, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, type Person, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

/**
 * Step, before or after, which passing, and delay: within the transaction and around its commit.
 */
const points = [
  "written,before,1,0",
  "written,after,1,0",
  "written,after,1,2",
  "reported,before,1,0",
  "reported,after,1,0",
];

/** The server's two steps: saving a password request and a provider's report. */
export const webKilledAtSteps: Row = {
  name: "web-killed-at-steps",
  fault: "web killed before and after writing a delivery and taking a report",
  count: 10,
  async run({ count, installation }) {
    const { db } = installation;
    await using _twilio = await startProvider(installation, "twilio");
    await using postmark = await startProvider(installation, "postmark");
    const kills = points.flatMap((point) => Array.from({ length: count }, () => point));
    const { people, reminderIds } = await seedReminders(db, kills.length, { eachPerson: 1 });
    await makeDue(db, reminderIds);
    await using _worker = await startWorker(installation);
    await untilFinished(db);

    let survived = 0;
    let answered = 0;
    for (const [turn, point] of kills.entries()) {
      await using web = await startWeb(installation, { more: { FAULT_KILL_AT: point } });
      const act = point.startsWith("written") ? askForPassword : report;
      const answer = await act(installation, web.url, people[turn]!).catch(() => null);
      if (answer && act === askForPassword) answered += 1;
      if ((await until(() => !web.isRunning())) === null) survived += 1;
    }
    const saved = await db.selectFrom("password_resets").select("id").execute();
    const halves = await countHalves(db);

    await using web = await startWeb(installation);
    const reported = people.filter((_, turn) => kills[turn]?.startsWith("reported"));
    // Providers repeat an unanswered report.
    for (const person of reported) await report(installation, web.url, person);
    await untilFinished(db);
    // The worker has polled for the emails by then.
    const delivered = await db
      .selectFrom("deliveries")
      .select("id")
      .where("kind", "=", "reminder")
      .where("state", "=", "delivered")
      .execute();
    return judge(
      {
        kills: kills.length,
        saved: saved.length,
        emails: postmark.accepted().length,
        reports: delivered.length,
      },
      {
        "every kill happens": survived === 0,
        "what was answered is there": answered <= saved.length,
        "what is saved and what is to be sent for it: both or none": halves === 0,
        "each that was saved goes out once": postmark.accepted().length === saved.length,
        "a report that was cut off is taken when it comes again":
          delivered.length === reported.length,
        "the database is sound": await isSound(db),
      },
    );
  },
};

function askForPassword(
  _installation: Installation,
  url: string,
  { email }: Person,
): Promise<Response> {
  return new Visitor(url).post("/auth/forgot", { email });
}

async function report(
  { db, settings }: Installation,
  url: string,
  { userId, phone }: Person,
): Promise<Response> {
  const { id, provider_id: sid } = await db
    .selectFrom("deliveries")
    .select(["id", "provider_id"])
    .where("user_id", "=", userId)
    .where("kind", "=", "reminder")
    .executeTakeFirstOrThrow();
  const caller = {
    accountSid: settings.TWILIO_ACCOUNT_SID ?? "",
    authToken: settings.TWILIO_AUTH_TOKEN ?? "",
  };
  const sent = {
    from: null,
    to: phone,
    body: "",
    status: "delivered",
    direction: "outbound-api",
  } as const;
  const message = { ...newMessageStore(caller.accountSid).add(sent), sid: sid ?? "" };
  return postSigned(
    caller,
    `${url}/webhooks/twilio/status?delivery=${id}`,
    statusFields(caller, message),
  );
}

async function countHalves(db: Kysely<Database>): Promise<number> {
  const resets = await db.selectFrom("password_resets").select("id").execute();
  const deliveries = await db
    .selectFrom("deliveries")
    .select("subject_id as id")
    .where("kind", "=", "password_reset")
    .execute();
  const all = [...resets, ...deliveries].map(({ id }) => id);
  return [...Map.groupBy(all, (id) => id).values()].filter((some) => some.length !== 2).length;
}
