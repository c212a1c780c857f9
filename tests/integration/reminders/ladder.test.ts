import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { findInstanceChecks } from "#app/domain/instance/instance-checks.server.ts";
import { optOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { findDashboardAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { markReminderSeen } from "#app/domain/reminders/reminder.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { readSettings } from "#app/config/env.server.ts";
import { chat, newLadder } from "../../support/messages/ladder.ts";

const number = "+15550101234";
const nag = { nag_enabled: 1, email_enabled: 0 } as const;
const nextWay = { next_way_enabled: 1 } as const;

test.each([
  ["nags", nag, { sms: 2 }, { sms: 3 }],
  [
    "nags and the next way",
    { ...nag, ...nextWay, email_enabled: 1 },
    { sms: 2, email: 1 },
    { sms: 3, email: 1 },
  ],
] as const)(
  "after 35 minutes asleep, one round of %s goes out, and the next ten minutes later",
  async (...row) => {
    const [, wishes, once, twice] = row;
    await using ladder = await newLadder(wishes);
    expect((await ladder.remind()).arrived).toEqual({ sms: 1 });
    expect(await ladder.sleepMinutes(35)).toEqual(once);
    expect(await ladder.passMinutes(9)).toEqual(once);
    expect(await ladder.passMinutes(1)).toEqual(twice);
    expect(ladder.twilio.messages()[1]?.body).toMatch(/Sorry, I'm late/);
  },
);

test("after a pause of 30 minutes one round goes out, and the next ten minutes later", async () => {
  await using ladder = await newLadder(nag);
  await ladder.remind();
  await ladder.pause("sms");
  expect(await ladder.passMinutes(30)).toEqual({ sms: 1 });
  await ladder.endPauses();
  expect(await ladder.passMinutes(1)).toEqual({ sms: 2 });
  expect(await ladder.passMinutes(9)).toEqual({ sms: 2 });
  expect(await ladder.passMinutes(1)).toEqual({ sms: 3 });
});

test("a round that a pause holds up goes by the next way, as do the rounds after it", async () => {
  await using ladder = await newLadder({ nag_enabled: 1 });
  await ladder.remind();
  await ladder.pause("sms");
  expect(await ladder.passMinutes(11)).toEqual({ sms: 1, email: 1 });
  expect(await ladder.passMinutes(10)).toEqual({ sms: 1, email: 2 });
  await ladder.endPauses();
  expect(await ladder.passMinutes(10)).toEqual({ sms: 1, email: 3 });
  expect(await ladder.passMinutes(40)).toEqual({ sms: 1, email: 3 });
  expect((await ladder.ends()).filter((end) => end === "sms merged")).toHaveLength(1);
});

test.each(["seen", "done"] as const)("once a reminder is %s, no round follows", async (end) => {
  await using ladder = await newLadder(nag);
  const { taskId, reminderId } = await ladder.remind();
  await ladder.passMinutes(10);
  if (end === "seen") await markReminderSeen(ladder.db, ladder.family, { taskId, reminderId });
  else await completeTask(ladder.db, ladder.family, taskId);
  expect(await ladder.passMinutes(30)).toEqual({ sms: 2 });
});

test("without the provider's keys a reminder goes by email and says why", async () => {
  for (const way of [
    { sms_enabled: 1 },
    { sms_enabled: 0, ntfy_topic: "topic" },
    { sms_enabled: 0, telegram_chat: String(chat) },
  ] as const) {
    await using ladder = await newLadder(way);
    ladder.restartWith("postmark");
    expect((await ladder.remind()).arrived).toEqual({ email: 1 });
    expect(ladder.postmark.emails()[0]?.message.TextBody).toMatch(
      /by email because \w+ didn't work/,
    );
  }
});

test("whose ways are all gone reads it on the dashboard, until a message arrives; the owner reads for how many", async () => {
  await using ladder = await newLadder({ email_enabled: 0 });
  const { db, family } = ladder;
  const isSetUp = ladder.restartWith("postmark");
  await ladder.remind();
  const texts = async () =>
    (await findDashboardAlerts(db, family, isSetUp)).map(({ text }) => text);
  const checks = async () => {
    const folder = {
      path: "/data",
      freeBytes: 1e12,
      usedPercent: 1,
      databaseBytes: 1,
      lastBackup: undefined,
    };
    const about = {
      settings: readSettings({}),
      folder,
      timeZone: "UTC",
      keys: "fine" as const,
      mayHaveProxy: false,
    };
    return (await findInstanceChecks(db, about, nowIso())).filter(
      ({ name }) => name === "Unreachable",
    );
  };
  expect(await texts()).toEqual(["I had no way to send you a reminder."]);
  expect(await checks()).toMatchObject([
    { text: expect.stringContaining("1 person gets no messages") },
  ]);
  await ladder.choose({ email_enabled: 1 });
  expect((await ladder.remind("Feed the cat")).arrived).toEqual({ email: 1 });
  expect(await texts()).toEqual([]);
  expect(await checks()).toEqual([]);
});

const deadFirst = {
  "push without a device": { push_enabled: 1 },
  "Telegram that was blocked": { telegram_chat: String(chat) },
  "a number that wrote STOP": {},
} as const;

test.each(Object.keys(deadFirst) as (keyof typeof deadFirst)[])(
  "past %s, a reminder and its rounds go by the next way, which isn't repeated 10 minutes later",
  async (name) => {
    await using ladder = await newLadder({ nag_enabled: 1, ...nextWay, ...deadFirst[name] });
    ladder.telegram.behave({ type: "refusing", code: 403 });
    const isStopped = name.includes("STOP");
    if (isStopped) await optOut(ladder.db, number, nowIso());
    const first = isStopped ? "email" : "sms";
    expect((await ladder.remind()).arrived).toEqual({ [first]: 1 });
    const [last] = isStopped ? [{ email: 2 }] : [{ sms: 2, email: 1 }];
    expect(await ladder.passMinutes(10)).toEqual(last);
    expect(await ladder.passMinutes(10)).toEqual({ ...last, [first]: 3 });
  },
);

test("past several dead ways, a reminder goes by the last one, and each is tried once", async () => {
  await using ladder = await newLadder({
    push_enabled: 1,
    telegram_chat: String(chat),
    ...nextWay,
  });
  ladder.telegram.behave({ type: "refusing", code: 403 });
  await optOut(ladder.db, number, nowIso());
  expect((await ladder.remind()).arrived).toEqual({ email: 1 });
  expect(await ladder.passMinutes(60)).toEqual({ email: 1 });
  const dead = ["push cancelled no_device", "telegram failed opted_out", "sms cancelled opted_out"];
  expect(await ladder.ends()).toEqual([...dead, "email sent"]);
});

test("without a look, a reminder goes down the list, ten minutes each, until it was seen", async () => {
  await using ladder = await newLadder({ ...nextWay, telegram_chat: String(chat) });
  await ladder.addDevice();
  const { taskId, reminderId, arrived } = await ladder.remind();
  expect(arrived).toEqual({ push: 1 });
  expect(await ladder.passMinutes(10)).toEqual({ push: 1, telegram: 1 });
  expect(await ladder.passMinutes(10)).toEqual({ push: 1, telegram: 1, sms: 1 });
  await markReminderSeen(ladder.db, ladder.family, { taskId, reminderId });
  expect(await ladder.passMinutes(30)).toEqual({ push: 1, telegram: 1, sms: 1 });
});

test("a way that a pause holds up is passed over once, and the pause's end sends nothing more", async () => {
  await using ladder = await newLadder({ ...nextWay, telegram_chat: String(chat) });
  await ladder.pause("telegram");
  expect((await ladder.remind()).arrived).toEqual({});
  expect(await ladder.passMinutes(10)).toEqual({ sms: 1 });
  expect(await ladder.passMinutes(9)).toEqual({ sms: 1 });
  expect(await ladder.passMinutes(2)).toEqual({ sms: 1, email: 1 });
  await ladder.endPauses();
  expect(await ladder.passMinutes(20)).toEqual({ sms: 1, email: 1 });
  expect(await ladder.ends()).toEqual(["telegram merged", "sms sent", "email sent"]);
});

test("a text says that it stands in for another way", async () => {
  await using ladder = await newLadder({ push_enabled: 1, ...nextWay });
  await ladder.remind();
  expect(ladder.twilio.messages()[0]?.body).toMatch(/because notifications didn't work\.$/);
});

test("rounds use half of a user's texts a day, then the next way; first reminders have the other half", async () => {
  await using ladder = await newLadder({ nag_enabled: 1 }, { TEXTS_A_DAY: "4" });
  await ladder.remind();
  expect(await ladder.passMinutes(10)).toEqual({ sms: 2 });
  expect(await ladder.passMinutes(10)).toEqual({ sms: 3 });
  expect(await ladder.passMinutes(10)).toEqual({ sms: 3, email: 1 });
  expect((await ladder.remind("Feed the cat")).arrived).toEqual({ sms: 4, email: 1 });
  await ladder.passMinutes(1);
  expect((await ladder.remind("Water the plants")).arrived).toEqual({ sms: 4, email: 2 });
});
