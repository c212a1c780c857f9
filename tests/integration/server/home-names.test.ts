import { createSocket } from "node:dgram";
import { once } from "node:events";
import { hostname } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { ownAddresses } from "#app/config/home-host.server.ts";
import { findHomeHosts } from "../../../scripts/start/settings/home-names.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { startMila } from "../../support/product/mila.ts";

const [own] = ownAddresses("IPv4");
const name = `${hostname().toLowerCase().split(".")[0]}.local`;

/** Answers each question of mDNS with the address. */
async function startResponder(address: string): Promise<void> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  onTestFinished(() => void socket.close());
  socket.bind(5353);
  await once(socket, "listening");
  socket.addMembership("224.0.0.251", own);
  socket.on("message", (question, { port, address: from }) => {
    const isQuestion = question.readUInt16BE(2) === 0;
    if (!isQuestion || !question.includes(Buffer.from(name.replace(".local", "")))) return;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8400, 2);
    header.writeUInt16BE(1, 6);
    const record = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      10,
      0,
      4,
      ...address.split(".").map(Number),
    ]);
    socket.send(Buffer.concat([header, question.subarray(12), record]), port, from);
  });
}

test("this machine's name is listed while mDNS answers it with this machine's address", async ({
  skip,
}) => {
  if (!own) return skip("this machine has no network");
  if ((await findHomeHosts()).includes(name)) return skip("this machine answers mDNS itself");
  await startResponder(own);
  expect(await findHomeHosts()).toContain(name);
});

test("a name that mDNS gives to another machine is not listed", async ({ skip }) => {
  if (!own) return skip("this machine has no network");
  if ((await findHomeHosts()).includes(name)) return skip("this machine answers mDNS itself");
  await startResponder("192.0.2.77");
  expect(await findHomeHosts()).not.toContain(name);
});

test("Mila answers at every address that is listed, and at the machine's name", async () => {
  await using mila = await startMila({ TEST_ONLY_CHEAP_PASSWORDS: "" });
  const { port } = new URL(mila.url);
  for (const host of (await findHomeHosts()).filter(
    (found) => !found.endsWith("arpa") && found !== name,
  )) {
    expect([host, (await fetch(`http://${host}:${port}/auth`)).status]).toEqual([host, 200]);
  }
  const { status } = await rawRequest(mila.url, "/auth", { headers: { host: `${name}:${port}` } });
  expect(status).toBe(200);
});
