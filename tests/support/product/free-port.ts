import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Returns a port that stays free across restarts: it is below the range from which the system gives
 * ports to connections.
 */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const server = createServer();
  const isFree = once(server, "listening").then(
    () => true,
    () => false,
  );
  server.listen(port, "127.0.0.1");
  if (!(await isFree)) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
