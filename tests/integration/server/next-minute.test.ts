import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type ExpectStatic, test, vi } from "vitest";
import { newFakeClock } from "../../faults/fake-clock.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { withRedis } from "../../support/product/mila.ts";
import {
  addTaskForNextMinute,
  minuteMs,
  newFamilyWithPhone,
  phone,
} from "../../support/messages/next-minute.ts";
import { startMilaWithDatabase } from "../security/signed-in.ts";
import { listProcesses, processRunning } from "./processes.ts";

const beside = { concurrent: true };

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const title = "Pick up Emma";

// Each starts the whole product and waits.
vi.setConfig({ testTimeout: 120_000 });

/**
 * Starts as a self-hoster does, using forms only, with all clocks set to 3 s before the minute.
 * Returns how many minutes late the message was sent.
 */
async function remindInAMinute(
  poll: ExpectStatic["poll"],
  settings: Record<string, string>,
  meanwhile: (pid: number) => void = () => undefined,
) {
  const folder = mkdtempSync(join(tmpdir(), "mila-clock-"));
  const clock = await newFakeClock({ folder });
  await using twilio = await startFakeTwilio();
  await using mila = await startMilaWithDatabase({
    ...withRedis,
    ...clock?.settings,
    ...twilio.settings,
    ...settings,
  });
  const dueAt = await addTaskForNextMinute(
    await newFamilyWithPhone(mila.url, twilio),
    title,
    "America/New_York",
  );
  meanwhile(mila.process.pid ?? 0);
  await clock?.set((dueAt - 3_000 - Date.now()) / minuteMs);
  const onPhone = () =>
    twilio.messages().filter(({ to, body }) => to === phone && body.includes(title));
  await poll(onPhone, { timeout: 40_000 }).toHaveLength(1);
  const sent = mila.db.selectFrom("deliveries").select("claimed_at").where("kind", "=", "reminder");
  const { claimed_at } = await sent.executeTakeFirstOrThrow();
  rmSync(folder, { recursive: true });
  return Math.floor((Date.parse(claimed_at ?? "") - dueAt) / minuteMs);
}

function findRedis(pid: number): number {
  const redis = processRunning("redis-server", listProcesses(pid));
  expect(redis).toBeGreaterThan(0);
  return redis;
}

const [hasClock, hasRedis] = [has("faketime"), has("redis-server")];

test.runIf(hasClock && hasRedis)(
  "a reminder one minute ahead is delivered on time with Redis",
  beside,
  async ({ expect: { poll } }) => {
    expect(await remindInAMinute(poll, {}, findRedis)).toBe(0);
  },
);

test.runIf(hasClock && hasRedis)(
  "it is delivered on time although Redis was killed",
  beside,
  async ({ expect: { poll } }) => {
    expect(await remindInAMinute(poll, {}, (pid) => process.kill(findRedis(pid), "SIGKILL"))).toBe(
      0,
    );
  },
);

test.runIf(hasClock)(
  "it is delivered on time without Redis",
  beside,
  async ({ expect: { poll } }) => {
    expect(await remindInAMinute(poll, { PATH: "/nonexistent" })).toBe(0);
  },
);
