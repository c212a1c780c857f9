import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { emptyDatabase } from "../../support/postgres/databases.ts";
import { freePort } from "../../support/product/free-port.ts";
import { startMila } from "../../support/product/mila.ts";
import { addTask } from "../../support/records/add-task.ts";
import { noteDatabaseUrl } from "../../support/records/open-data.ts";
import { isOnPostgres } from "../../support/records/engines.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";

/** Stands between Mila and the server, and can cut all connections and refuse new ones. */
async function newWire(url: string) {
  const { hostname, port: target } = new URL(url);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  return {
    url: Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href,
    open: () => once(server.listen(port, "127.0.0.1"), "listening"),
    async cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test.skipIf(!isOnPostgres)(
  "Mila waits for PostgreSQL at the start, says that it is away, and goes on once it is back",
  async () => {
    await using own = await emptyDatabase();
    const wire = await newWire(own.url);
    const starting = startMila({ DATABASE_URL: wire.url });
    setTimeout(() => void wire.open(), 1_500);
    await using mila = await starting;
    expect(mila.output()).toContain("Waiting for the database of DATABASE_URL");
    noteDatabaseUrl(mila.dataFolder, own.url);
    const family = await signedInFamily(mila);
    await addTask(family, { title: "Call the vet" });
    await wire.cut();
    const answer = await family.post("/dashboard", { text: "Pay the rent" });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("can't be reached");
    expect((await family.get("/dashboard")).status).toBeGreaterThanOrEqual(500);
    await wire.open();
    await expect.poll(async () => (await family.get("/dashboard")).status).toBe(200);
    await addTask(family, { title: "Buy milk" });
    const page = await (await family.get("/dashboard")).text();
    expect(page).toContain("Call the vet");
    expect(page).toContain("Buy milk");
    expect(page).not.toContain("Pay the rent");
    expect(mila.output()).not.toContain("crashed");
  },
);
