import { expect, test } from "vitest";
import { listChannels } from "#app/domain/preferences/channel-list.server.ts";
import { addPushDevice } from "../../support/records/push-device.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";

const push = {
  subscribe: (name: string) => ({
    endpoint: `https://push.example.com/${name}`,
    p256dh: "",
    auth: "",
  }),
};

test("the ways stand best first, and on plain HTTP those that work there do", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const list = async (canPush: boolean) =>
    (await listChannels(own.db, userId, { isSetUp: () => true, canPush })).map(
      ({ channel }) => channel,
    );
  expect(await list(true)).toEqual(["push", "ntfy", "telegram", "sms", "whatsapp", "email"]);
  expect(await list(false)).toEqual(["ntfy", "telegram", "sms", "whatsapp", "email", "push"]);
  const few = await listChannels(own.db, userId, {
    isSetUp: (channel) => channel === "push",
    canPush: true,
  });
  expect(few).toMatchObject([
    { channel: "push" },
    { channel: "email", state: "This Mila can't send it yet" },
  ]);
});

test("each way says its state, and only one that is on can be tested", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const states = async () => {
    const ways = await listChannels(own.db, family.userId, { isSetUp: () => true, canPush: true });
    return Object.fromEntries(
      ways.map(({ channel, state, canTest }) => [channel, [state, canTest]]),
    );
  };
  expect(await states()).toMatchObject({
    push: ["Off", false],
    ntfy: ["Off", false],
    sms: ["Off: needs your phone number", false],
    email: [expect.stringMatching(/^On: /), true],
  });
  await addPushDevice(own.db, family, push, "Nora's phone");
  await own.db
    .updateTable("user_preferences")
    .set({ ntfy_topic: "mila-1", telegram_chat: "7", phone_number: "+12015550123", sms_enabled: 1 })
    .execute();
  expect(await states()).toMatchObject({
    push: ["On: Nora's phone", true],
    ntfy: ["On", true],
    telegram: ["On", true],
    sms: ["Waiting for the code", false],
    email: [expect.stringMatching(/^When nothing else works: /), true],
  });
  await own.db.deleteFrom("push_devices").execute();
  expect(await states()).toMatchObject({
    push: ["No device is left. Please turn one on again", false],
  });
});
