import { expect, test } from "vitest";
import { changePassword } from "#app/domain/accounts/credentials/change-password.server.ts";
import {
  endAllSessions,
  endOtherSessions,
  endSessionElsewhere,
} from "#app/domain/accounts/sessions/session-list.server.ts";
import {
  endSession,
  findSession,
  purgeEndedSessions,
  startSession,
} from "#app/domain/accounts/sessions/session.server.ts";
import { addDevice, listDevices } from "#app/domain/outbox/channels/push/devices.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readPushKeys } from "#app/domain/instance/keys/push-keys.server.ts";
import {
  addPushDevice,
  removePushDevice,
  renewPushDevice,
} from "#app/domain/preferences/push/devices.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";

const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
const subscription = (name: string) => ({
  ...keys,
  name,
  endpoint: `https://push.example.com/${name}`,
});

async function newOwner() {
  const own = newDatabase();
  const { userId } = await newFamily(own.db);
  const add = (name: string, sessionId = name) =>
    addPushDevice(own.db, { userId, sessionId }, subscription(name), []);
  const names = async () => (await listDevices(own.db, [userId])).map(({ name }) => name);
  const isOn = async () =>
    (await own.db.selectFrom("user_preferences").select("push_enabled").executeTakeFirstOrThrow())
      .push_enabled;
  return { own, userId, add, names, isOn };
}

test("a device turns notifications on, and removing the last one turns them off", async () => {
  const { own, userId, add, isOn } = await newOwner();
  await using _own = own;
  expect(await add("phone")).toBe("added");
  expect(await isOn()).toBe(1);
  const [device] = await listDevices(own.db, [userId]);
  expect(await removePushDevice(own.db, { userId }, device?.id ?? "")).toBe(true);
  expect(await isOn()).toBe(0);
});

test("an account has ten devices at most: the oldest makes room", async () => {
  const { own, add, names } = await newOwner();
  await using _own = own;
  for (let index = 0; index < 12; index += 1) await add(`device-${index}`);
  expect(await names()).toEqual(Array.from({ length: 10 }, (_, index) => `device-${index + 2}`));
});

test("a browser that someone else signs in to is theirs alone", async () => {
  const { own, userId, add, names } = await newOwner();
  await using _own = own;
  await add("shared");
  const other = await newFamily(own.db);
  await own.db
    .transaction()
    .execute((trx) =>
      addDevice(trx, { ...subscription("shared"), userId: other.userId, sessionId: "s" }, nowIso()),
    );
  expect(await names()).toEqual([]);
  expect(await listDevices(own.db, [other.userId, userId])).toHaveLength(1);
});

test("a browser's new address stays its owner's, even if another user is signed in by now", async () => {
  const { own, userId, add } = await newOwner();
  await using _own = own;
  await add("Nora's phone");
  const other = await newFamily(own.db);
  const renewed = {
    ...keys,
    endpoint: "https://push.example.com/new",
    replaces: subscription("Nora's phone").endpoint,
  };
  const renew = (viewer: string, change = renewed) =>
    renewPushDevice(own.db, { userId: viewer, sessionId: "s2" }, change, []);
  expect(await renew(other.userId)).toBe(false);
  expect(await renew(userId, { ...renewed, endpoint: "https://10.0.0.5/push" })).toBe(false);
  expect(await listDevices(own.db, [other.userId, userId])).toMatchObject([
    { endpoint: renewed.replaces },
  ]);
  expect(await renew(userId)).toBe(true);
  expect(await listDevices(own.db, [other.userId, userId])).toMatchObject([
    { user_id: userId, name: "Nora's phone", endpoint: renewed.endpoint, session_id: "s2" },
  ]);
});

/** A user who signed in on two devices and turned notifications on there. */
async function newSessions() {
  const { own, userId, add, names } = await newOwner();
  const signIn = async (name: string) => {
    const token = await startSession(own.db, userId);
    const { sessionId = "" } = (await findSession(own.db, token, "")) ?? {};
    await add(name, sessionId);
    return { token, sessionId };
  };
  return { own, userId, names, phone: await signIn("phone"), tablet: await signIn("tablet") };
}

type Sessions = Awaited<ReturnType<typeof newSessions>>;

const endings: [how: string, end: (scene: Sessions) => Promise<unknown>, left: string[]][] = [
  ["signing out", ({ own, phone }) => endSession(own.db, phone.token), ["tablet"]],
  [
    "another device",
    ({ own, userId, phone, tablet }) =>
      endSessionElsewhere(own.db, { userId, ...tablet }, phone.sessionId),
    ["tablet"],
  ],
  [
    "a new address",
    ({ own, userId, tablet }) =>
      own.db.transaction().execute((trx) => endOtherSessions(trx, userId, [tablet.sessionId])),
    ["tablet"],
  ],
  [
    "a new password",
    ({ own, userId }) =>
      changePassword(own.db, userId, { password: "another horse 8", keepsTokens: false }),
    [],
  ],
  ["Mila's owner", ({ own, userId }) => endAllSessions(own.db, userId, "owner"), []],
  [
    "their age",
    ({ own }) => purgeEndedSessions(own.db, "2099-01-01T00:00:00.000Z"),
    ["phone", "tablet"],
  ],
];

test.for(endings)(
  "sessions that %s ended take their notifications along, unless they only grew old",
  async ([, end, left]) => {
    const scene = await newSessions();
    await using _own = scene.own;
    await end(scene);
    expect(await scene.names()).toEqual(left);
  },
);

test("the keys are made once, sealed, and made again only when they cannot be read", async () => {
  const { own } = await newOwner();
  await using _own = own;
  const [key, other] = [
    Buffer.alloc(32, "a").toString("base64url"),
    Buffer.alloc(32, "b").toString("base64url"),
  ];
  const [first, second] = [await readPushKeys(own.db, key), await readPushKeys(own.db, key)];
  expect(second).toEqual(first);
  const { value } = await own.db
    .selectFrom("instance_facts")
    .select("value")
    .where("name", "=", "push_keys")
    .executeTakeFirstOrThrow();
  expect(value).not.toContain(first.privateKey);
  expect(await readPushKeys(own.db, other)).not.toEqual(first);
});
