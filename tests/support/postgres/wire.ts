import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../product/free-port.ts";

/** Stands between Mila and the server. It refuses connections until it is opened. */
export interface Wire {
  /** The server's address through it. */
  url: string;
  open: () => Promise<unknown>;
  /** Cuts all connections and refuses new ones. */
  cut: () => Promise<void>;
  /** Passes nothing on, in either direction, over the connections that there are and new ones. */
  silence: () => void;
  /** Passes on what comes over new connections. Silent ones stay silent. */
  listen: () => void;
}

export async function newWire(url: string): Promise<Wire> {
  const { hostname, port: target } = new URL(url);
  const port = await freePort();
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    near.on("error", () => undefined).on("close", () => sockets.delete(near));
    sockets.add(near);
    if (isSilent) return;
    const far = connect(Number(target), hostname);
    far.on("error", () => undefined).on("close", () => sockets.delete(far));
    sockets.add(far);
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
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    listen() {
      isSilent = false;
    },
  };
}
