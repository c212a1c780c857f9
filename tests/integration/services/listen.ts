import type { AddressInfo, Server, Socket } from "node:net";

/** A server on this machine, on a free port, until it is disposed of; what hangs then is cut off. */
export async function listen(server: Server): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
