import { spawnSync } from "node:child_process";
import { expect, type ExpectStatic, test } from "vitest";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { addDueReminder } from "../../support/messages/deliveries.ts";
import { withRedis } from "../../support/product/mila.ts";
import { signedInFamily, startMilaWithDatabase } from "../security/signed-in.ts";
import { processRunning, listProcesses } from "./processes.ts";
import { builtWorker } from "../../../scripts/start/built.ts";

const beside = { concurrent: true };

const phone = "+12015550123";
const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** Starts as a self-hoster does, with a reminder due in two seconds. Returns what arrived. */
async function remind(
  poll: ExpectStatic["poll"],
  settings: Record<string, string>,
  before: (pid: number) => void = () => undefined,
) {
  await using twilio = await startFakeTwilio();
  await using mila = await startMilaWithDatabase({ ...twilio.settings, ...settings });
  const family = await signedInFamily(mila.db);
  await mila.db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(phone), sms_enabled: 1 })
    .where("user_id", "=", family.userId)
    .execute();
  // Not due until its old delivery is deleted, so that the worker creates a new one.
  await addDueReminder(mila.db, family, {
    dueAt: laterBy(nowIso(), { hours: 1 }),
    title: "Pick up Emma",
  });
  await mila.db.deleteFrom("deliveries").execute();
  const at = laterBy(nowIso(), { seconds: 2 });
  await mila.db
    .updateTable("reminders")
    .set({ status: "pending", planned_at: at, scheduled_at: at })
    .execute();
  before(mila.process.pid ?? 0);
  await poll(() => twilio.messages().length, { timeout: 30_000 }).toBe(1);
  const [text] = twilio.messages();
  const { claimed_at } = await mila.db
    .selectFrom("deliveries")
    .select("claimed_at")
    .executeTakeFirstOrThrow();
  return {
    to: text?.to,
    body: text?.body,
    isInTime: Date.parse(claimed_at ?? "") >= Date.parse(at),
  };
}

const arrived = { to: phone, body: expect.stringContaining("Pick up Emma"), isInTime: true };

test.runIf(hasRedis)(
  "a reminder is delivered on time with Redis",
  beside,
  async ({ expect: { poll } }) => {
    expect(await remind(poll, withRedis)).toEqual(arrived);
  },
);

test("a reminder is delivered on time without Redis", beside, async ({ expect: { poll } }) => {
  expect(await remind(poll, {})).toEqual(arrived);
});

test("a restart retries a misconfigured channel", beside, async ({ expect: { poll } }) => {
  await using twilio = await startFakeTwilio();
  await using mila = await startMilaWithDatabase(twilio.settings);
  const at = nowIso();
  const pause = { paused_at: earlierBy(at, { minutes: 2 }), until: laterBy(at, { minutes: 8 }) };
  await mila.db
    .insertInto("channel_pauses")
    .values({ channel: "sms", reason: "misconfigured", ...pause })
    .execute();
  const family = await signedInFamily(mila.db);
  await mila.db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(phone), sms_enabled: 1 })
    .execute();
  await addDueReminder(mila.db, family);
  await poll(() =>
    processRunning(builtWorker, listProcesses(mila.process.pid ?? 0)),
  ).toBeGreaterThan(0);
  // Restarted, as after a change of settings.
  process.kill(processRunning(builtWorker, listProcesses(mila.process.pid ?? 0)));
  await poll(() => twilio.messages().length, { timeout: 30_000 }).toBe(1);
  expect(twilio.messages()).toMatchObject([{ to: phone }]);
});

test.runIf(hasRedis)(
  "a reminder is delivered although Redis was killed",
  beside,
  async ({ expect: { poll } }) => {
    const killRedis = (pid: number) => {
      const redis = processRunning("redis-server", listProcesses(pid));
      expect(redis).toBeGreaterThan(0);
      process.kill(redis, "SIGKILL");
    };
    expect(await remind(poll, withRedis, killRedis)).toEqual(arrived);
  },
);

test(
  "a reminder is delivered although REDIS_URL leads nowhere",
  beside,
  async ({ expect: { poll } }) => {
    expect(await remind(poll, { REDIS_URL: "redis://127.0.0.1:1" })).toEqual(arrived);
  },
);
