import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import { makeDue, seedReminders } from "../../faults/reminders.ts";
import {
  addManyTasks,
  countWentOn,
  makeDailySeries,
  missSeries,
  untilItWentOn,
} from "../many-tasks.ts";
import type { FairRow } from "../row.ts";
import type { Stage } from "../stage.ts";

/** A day's share would stop most of them. */
const withoutShares = { EMAILS_A_DAY: "1000000", NTFY_A_DAY: "1000000" };

const email = burst("email-burst", "has 10,000 reminders by email due together", 10_000);
const ntfy = burst("ntfy-burst", "has 10,000 reminders by ntfy due together", 10_000, "ntfy");

const refused: FairRow = {
  name: "ntfy-429",
  tried: "has 3,000 by ntfy due together; after 250 the server refuses all for an hour",
  settings: withoutShares,
  bystandersChannel: "ntfy",
  prepare: (stage) => seedHousehold(stage, 3_000, "ntfy"),
  async begin(stage) {
    await makeHouseholdDue(stage);
    while (stage.accepted().length < 250) await pause(100);
    await stage.ntfy.behave({ type: "failing", status: 429, retryAfterSeconds: 3_600 });
  },
};

function series(): FairRow {
  let missedAt = "";
  return {
    name: "series",
    tried: "has 10,000 daily series that go on at the same moment",
    async prepare({ db, hostile, bystander }) {
      for (const [account, count] of [
        [hostile, 10_000],
        [bystander, 1],
      ] as const) {
        await addManyTasks(db, account, { count, days: 1 });
        await makeDailySeries(db, account, count);
      }
    },
    async begin({ db, hostile, bystander }) {
      await missSeries(db, hostile, nowIso());
      await pause(1_000);
      missedAt = nowIso();
      await missSeries(db, bystander, missedAt);
    },
    late: async ({ db, bystander }) =>
      Date.parse(await untilItWentOn(db, bystander)) - Date.parse(missedAt),
    async caps({ db, hostile, bystander }) {
      const period = { from: missedAt, to: await untilItWentOn(db, bystander) };
      return {
        "another's goes on after 100 at most": (await countWentOn(db, hostile, period)) <= 100,
      };
    },
  };
}

const summaries: FairRow = {
  name: "summary",
  tried: "gets the daily summary of 50,000 tasks",
  prepare: ({ db, hostile }) => addManyTasks(db, hostile, { count: 50_000, days: 1 }),
  begin: async ({ db, hostile }) => {
    await sql`
      update user_preferences set daily_summary_enabled = 1, email_enabled = 1,
        next_daily_summary_at = ${nowIso()}
      where user_id = (select id from users where email = ${hostile.email})
    `.execute(db);
  },
};

function burst(name: string, tried: string, count: number, channel?: "ntfy"): FairRow {
  return {
    name,
    tried,
    settings: withoutShares,
    ...(channel && { bystandersChannel: channel }),
    prepare: (stage) => seedHousehold(stage, count, channel),
    begin: makeHouseholdDue,
  };
}

/** A household's reminders, which is none that has a session. */
async function seedHousehold({ db }: Stage, count: number, channel?: "ntfy"): Promise<void> {
  await seedReminders(db, count, {
    eachPerson: count,
    isByEmail: () => !channel,
    chosenChannel: () => channel ?? null,
  });
}

async function makeHouseholdDue({ db }: Stage): Promise<void> {
  const { id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", "person-0@example.com")
    .executeTakeFirstOrThrow();
  const ids = await db.selectFrom("reminders").select("id").where("user_id", "=", id).execute();
  await makeDue(
    db,
    ids.map((reminder) => reminder.id),
  );
}

export const workerRows = [email, ntfy, refused, series(), summaries];
