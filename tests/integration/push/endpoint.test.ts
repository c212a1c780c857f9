import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { createServer, isIP } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isAllowedAddress } from "#app/services/transport/allowed-address.ts";
import { call } from "#app/services/transport/http-call.server.ts";
import { startFakePush } from "../../fakes/push.ts";
import { addDueReminder, newSender, readOutcome } from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addPushDevice } from "../../support/records/push-device.ts";

test.each([
  "https://127.0.0.1/push",
  "https://10.0.0.5/push",
  "https://192.168.1.1:8443/push",
  "https://169.254.169.254/latest/meta-data",
  "https://[::1]/push",
  "https://[fd00::1]/push",
  "https://[::ffff:127.0.0.1]/push",
  "https://0.0.0.0/push",
  "https://2130706433/push",
  "https://0x7f000001/push",
  "https://localhost/push",
  "https://router.local/push",
  "https://router/push",
  "https://router./push",
  "https://localhost./push",
  "https://router.local./push",
  "http://push.example.com/push",
  "https://user:password@push.example.com/push",
  "ftp://push.example.com/push",
  "no address",
])("a browser cannot have Mila call %s", (endpoint) => {
  expect(isAllowedAddress(endpoint, [])).toBe(false);
});

test.each([
  ["this host", "0.0.0.0", "0.255.255.255", "::", "::1"],
  ["a home network", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1"],
  ["a provider's network", "100.64.0.1", "100.127.255.255"],
  ["this machine", "127.0.0.1", "127.255.255.254"],
  ["link-local", "169.254.0.1", "fe80::1", "febf:ffff::1"],
  ["site-local", "fec0::1", "feff:ffff::1"],
  ["unique local", "fc00::1", "fdff:ffff::1"],
  ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  ["measurement", "198.18.0.1", "198.19.255.255"],
  ["multicast and reserved", "224.0.0.1", "240.0.0.1", "255.255.255.255", "ff02::1"],
  ["IPv4-compatible", "::10.0.0.1", "::8.8.8.8"],
  ["IPv4-mapped", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1"],
  ["SIIT", "::ffff:0:10.0.0.1", "::ffff:0:8.8.8.8", "::ffff:0:7f00:1"],
  ["NAT64", "64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::10.0.0.1", "64:ff9b:1:ffff::1"],
  ["6to4", "2002:a00:1::1", "2002:7f00:1::", "2002:c0a8:101::1", "192.88.99.1"],
  ["Teredo and other protocols", "2001::1", "2001:0:4136:e378::1", "2001:20::1", "192.0.0.170"],
  ["discarded", "100::1"],
  ["not given to anyone", "4000::1", "5f00::1", "8000::1", "e000::1"],
])("no address for %s is outside", (_, ...addresses) => {
  const hosts = addresses.map((address) => (address.includes(":") ? `[${address}]` : address));
  expect(hosts.filter((host) => isAllowedAddress(`https://${host}/push`, []))).toEqual([]);
});

test.each([
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "126.255.255.255",
  "128.0.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "192.169.0.1",
  "198.17.255.255",
  "198.20.0.1",
  "223.255.255.255",
  "[2001:200::1]",
  "[2001:4860:4860::8888]",
  "[2003::1]",
  "[2606:4700::1111]",
  "[2a00:1450::1]",
])("%s is outside", (host) => {
  expect(isAllowedAddress(`https://${host}/push`, [])).toBe(true);
});

test.each([
  "https://fcm.googleapis.com/fcm/send/1",
  "https://updates.push.services.mozilla.com/wpush/v2/1",
  "https://web.push.apple.com/1",
])("a browser's own push service is called: %s", (endpoint) => {
  expect(isAllowedAddress(endpoint, [])).toBe(true);
});

test("only a host that Mila's owner lists may be inside the network", () => {
  expect(isAllowedAddress("http://10.0.0.5:8080/push", ["10.0.0.5:8080"])).toBe(true);
  expect(isAllowedAddress("http://10.0.0.5:9090/push", ["10.0.0.5:8080"])).toBe(false);
});

/** Counts what connects to this machine. */
async function countConnections() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const request = (host: string) => ({
    method: "POST",
    url: `https://${host}:${port}/`,
    headers: {},
    timeoutMs: 2_000,
  });
  return { request, count: () => connections };
}

/** Every name leads to these addresses. */
function resolveTo(addresses: string[]): void {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const { lookup } = dns;
  const standIn = (
    _name: string,
    _options: unknown,
    answer: (error: null, found: object) => void,
  ) => answer(null, found);
  Object.assign(dns, { lookup: standIn });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(dns, { lookup });
    syncBuiltinESMExports();
  });
}

test.each(["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost"])(
  "%s gets no connection, though nobody checked it before",
  async (host) => {
    const { request, count } = await countConnections();
    expect(await call({ ...request(host), isOutside: true })).toEqual({ type: "not_sent" });
    expect(count()).toBe(0);
    await call(request(host));
    expect(count()).toBe(1);
  },
);

test("each address that a name has is checked when connecting", async () => {
  const { request, count } = await countConnections();
  resolveTo([
    "127.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:0:127.0.0.1",
    "fe80::1%lo",
    "fec0::1",
  ]);
  expect(await call({ ...request("push.example.com"), isOutside: true })).toEqual({
    type: "not_sent",
  });
  expect(count()).toBe(0);
});

test("a device at a host that is no longer listed gets nothing", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const family = await newFamily(own.db);
  await addPushDevice(own.db, family, push);
  const { deliveryId } = await addDueReminder(own.db, family, { channel: "push" });
  await newSender(own.db, { ...push.settings, PUSH_HOSTS: "" }).sendDue();
  expect(push.requests).toEqual([]);
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "failed", reason: "refused" });
});
