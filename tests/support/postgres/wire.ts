import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../product/free-port.ts";

/**
 * Stands between Mila and the server, and can cut all connections and refuse new ones,
 * or keep them and pass nothing on.
 */
export async function newWire(url: string) {
  const { hostname, port: target } = new URL(url);
  const port = await freePort();
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = createServer((near) => {
    const far = connect(Number(target), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    if (!hangs) near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  return {
    url: Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href,
    open: () => once(server.listen(port, "127.0.0.1"), "listening"),
    /** Neither end hears that the other is gone. */
    hang() {
      hangs = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Passes on what comes over new connections. Those that hang stay so. */
    recover() {
      hangs = false;
    },
    async cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
