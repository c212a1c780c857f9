import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Accepted } from "../../fakes/accepted-log.ts";
import { isUnfinished, readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { startRedis } from "../redis.ts";
import { makeDue, type Person, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until } from "../waiting.ts";
import { moveAccount } from "../../support/records/people.ts";

/**
 * Two of the household with thousands of reminders and two of another, each by email and by ntfy.
 */
const people = 4;
/** The worker knows of a reminder by then and waits for its time. */
const headStartSeconds = 2;
const everyMs = 3_000;
/** Half of what falls due at once in a quick run by each channel. */
const maxOvertaking = 125;

/** The first half goes out by Redis, if installed, the second one without it. */
export const fairOrder: Row = {
  name: "fair-order",
  fault:
    "many reminders of one household due at once by email and ntfy, one of another household every few seconds",
  count: 10_000,
  isAlone: true,
  isLong: true,
  async run({ count, installation }) {
    const { db, settings } = installation;
    for (const share of ["EMAILS_A_DAY", "NTFY_A_DAY"]) settings[share] = String(count);
    await using smtp = await startProvider(installation, "smtp");
    await using ntfy = await startProvider(installation, "ntfy");
    await using _redis = await startRedis(installation);
    const seeded = await seedReminders(db, (count * people) / 2, {
      eachPerson: count / 2,
      isByEmail: (person) => person % 2 === 0,
      chosenChannel: (person) => (person % 2 === 1 ? "ntfy" : null),
    });
    const { reminderIds } = seeded;
    await joinHousehold(db, seeded.people[1]!, seeded.people[0]!);
    const flood = reminderIds.filter((_, index) => index % people < 2);
    const bystanders = reminderIds.filter((_, index) => index % people >= 2);
    const dueAt = new Map<string, string>();
    const accepted = () => [...smtp.accepted(), ...ntfy.accepted()];
    const halves = [flood.slice(0, flood.length / 2), flood.slice(flood.length / 2)];
    for (const [index, more] of [{}, { REDIS_URL: "" }].entries() as Iterable<
      [number, Record<string, string>]
    >) {
      await using worker = await startWorker(installation, { more });
      await makeDue(db, halves[index] ?? []);
      while (dueAt.size === 0 || (await isUnfinished(db))) {
        const ids = bystanders.splice(0, 2);
        const at = laterBy(nowIso(), { seconds: headStartSeconds });
        await makeDue(db, ids, at);
        for (const id of ids) dueAt.set(id, at);
        await pause(everyMs);
      }
      await until(async () => !(await isUnfinished(db)));
      await worker.stop();
    }
    const { lost, extra, sent } = await readOutcome(db, accepted());
    const unclear = await db
      .selectFrom("deliveries")
      .select("id")
      .where("unknown_since", "is not", null)
      .execute();
    const waits = await readWaits(db, dueAt, accepted());
    const waited = waits.map(({ ms }) => ms).toSorted((one, other) => one - other);
    const p99 = waited[Math.min(waited.length - 1, Math.floor(waited.length * 0.99))] ?? Infinity;
    const overtaking = Math.max(...waits.map((wait) => wait.overtaking));
    return judge(
      {
        reminders: count,
        "of others": dueAt.size,
        lost,
        extra,
        unclear: unclear.length,
        "others late p99 (ms)": p99,
        "overtaken by": overtaking,
      },
      {
        "nothing is lost": lost === 0 && sent === count + dueAt.size,
        // A machine that stalls makes an answer unclear, and then one more copy may go out.
        "no extra copy of what was clear": extra <= unclear.length,
        "nobody waits for all of another household": overtaking <= maxOvertaking,
      },
      { "99 of 100 of the others arrive within 2 s": p99 <= 2_000 },
    );
  },
};

async function joinHousehold(
  db: Kysely<Database>,
  { userId }: Person,
  { householdId }: Person,
): Promise<void> {
  await moveAccount(db, userId, householdId);
  await db
    .updateTable("tasks")
    .set({ household_id: householdId })
    .where("user_id", "=", userId)
    .execute();
}

/**
 * For each of the others' messages: how late it was, and how many of the household's arrived first.
 */
async function readWaits(db: Kysely<Database>, dueAt: Map<string, string>, accepted: Accepted[]) {
  const rows = await db
    .selectFrom("reminders")
    .select(["id", "message"])
    .where("id", "in", [...dueAt.keys()])
    .execute();
  return rows.map(({ id, message }) => {
    const mark = /Nr-\d{6}/.exec(message)?.[0] ?? message;
    const own = accepted.find(({ text }) => text.includes(mark));
    const due = Date.parse(dueAt.get(id) ?? "");
    const others = accepted.filter(
      ({ provider, at }) => provider === own?.provider && at > due && at < own.at,
    );
    return { ms: (own?.at ?? Infinity) - due, overtaking: others.length };
  });
}
