import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { addDueReminder } from "../../support/deliveries.ts";
import { signedInFamily, startMilaWithDatabase } from "../security/signed-in.ts";
import { processRunning, processesOf } from "./processes.ts";

const phone = "+12015550123";
const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** What a self-hoster starts, with a reminder that is due in two seconds; what arrived on the phone afterwards. */
async function remind(settings: Record<string, string>, before: (pid: number) => void = () => undefined) {
  await using twilio = await startFakeTwilio();
  await using mila = await startMilaWithDatabase({ ...twilio.settings, ...settings });
  const family = await signedInFamily(mila.db);
  await mila.db
    .updateTable("user_preferences")
    .set({ phone_number: phone, sms_enabled: 1 })
    .where("user_id", "=", family.userId)
    .execute();
  const at = laterBy(nowIso(), { seconds: 2 });
  await addDueReminder(mila.db, family, { dueAt: at, title: "Pick up Emma" });
  await mila.db.deleteFrom("deliveries").execute();
  await mila.db.updateTable("reminders").set({ status: "pending" }).execute();
  before(mila.process.pid ?? 0);
  await expect.poll(() => twilio.messages().length, { timeout: 30_000 }).toBe(1);
  const [text] = twilio.messages();
  const { claimed_at } = await mila.db.selectFrom("deliveries").select("claimed_at").executeTakeFirstOrThrow();
  return { to: text?.to, body: text?.body, isInTime: Date.parse(claimed_at ?? "") >= Date.parse(at) };
}

const arrived = { to: phone, body: expect.stringContaining("Pick up Emma"), isInTime: true };

test.runIf(hasRedis)("a reminder reaches the phone at its time, by Redis", async () => {
  expect(await remind({})).toEqual(arrived);
});

test("a reminder reaches the phone at its time where there is no Redis", async () => {
  expect(await remind({ PATH: "/nonexistent" })).toEqual(arrived);
});

test("a channel that was set up wrongly is tried again when the worker starts", async () => {
  await using twilio = await startFakeTwilio();
  await using mila = await startMilaWithDatabase(twilio.settings);
  const at = nowIso();
  const pause = { paused_at: earlierBy(at, { minutes: 2 }), until: laterBy(at, { minutes: 8 }) };
  await mila.db
    .insertInto("channel_pauses")
    .values({ channel: "sms", reason: "misconfigured", ...pause })
    .execute();
  const family = await signedInFamily(mila.db);
  await mila.db.updateTable("user_preferences").set({ phone_number: phone, sms_enabled: 1 }).execute();
  await addDueReminder(mila.db, family);
  await expect.poll(() => processRunning("jobs/worker.ts", processesOf(mila.process.pid ?? 0))).toBeGreaterThan(0);
  // It is started again, as it is with other settings.
  process.kill(processRunning("jobs/worker.ts", processesOf(mila.process.pid ?? 0)));
  await expect.poll(() => twilio.messages().length, { timeout: 30_000 }).toBe(1);
});

test.runIf(hasRedis)("a reminder reaches the phone although Redis was killed", async () => {
  const killRedis = (pid: number) => {
    const redis = processRunning("redis-server", processesOf(pid));
    expect(redis).toBeGreaterThan(0);
    process.kill(redis, "SIGKILL");
  };
  expect(await remind({}, killRedis)).toEqual(arrived);
});

test("a reminder reaches the phone although Redis is not where it should be", async () => {
  expect(await remind({ REDIS_URL: "redis://127.0.0.1:1" })).toEqual(arrived);
});
