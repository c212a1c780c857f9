import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isAllowedEndpoint } from "#app/services/push/endpoint.server.ts";
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
  "http://push.example.com/push",
  "https://user:password@push.example.com/push",
  "ftp://push.example.com/push",
  "no address",
])("a browser cannot have Mila call %s", (endpoint) => {
  expect(isAllowedEndpoint(endpoint, [])).toBe(false);
});

test.each([
  "https://fcm.googleapis.com/fcm/send/1",
  "https://updates.push.services.mozilla.com/wpush/v2/1",
  "https://web.push.apple.com/1",
])("a browser's own push service is called: %s", (endpoint) => {
  expect(isAllowedEndpoint(endpoint, [])).toBe(true);
});

test("only a host that Mila's owner lists may be inside the network", () => {
  expect(isAllowedEndpoint("http://10.0.0.5:8080/push", ["10.0.0.5:8080"])).toBe(true);
  expect(isAllowedEndpoint("http://10.0.0.5:9090/push", ["10.0.0.5:8080"])).toBe(false);
});

test("a name that leads inside the network gets no connection", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const request = { method: "POST", url: `https://localhost:${port}/`, headers: {}, timeoutMs: 2_000 };
  expect(await call({ ...request, isOutside: true })).toEqual({ type: "not_sent" });
  expect(connections).toBe(0);
  await call(request);
  expect(connections).toBe(1);
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
