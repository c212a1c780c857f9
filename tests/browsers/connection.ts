import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../support/product/free-port.ts";

export interface Connection extends AsyncDisposable {
  url: string;
  /** From now on, nobody answers. */
  cut: () => Promise<void>;
  restore: () => Promise<void>;
}

/**
 * The way from a browser to Mila, which a test can cut. Each has an address, so an origin, of its
 * own.
 */
export async function connectionTo(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const ownPort = await freePort();
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => {
          open.delete(socket);
          near.destroy();
          far.destroy();
        });
    }
    near.pipe(far).pipe(near);
  });
  const restore = async () => {
    await once(server.listen(ownPort, "127.0.0.1"), "listening");
  };
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };
  await restore();
  return { url: `http://localhost:${ownPort}`, cut, restore, [Symbol.asyncDispose]: cut };
}
