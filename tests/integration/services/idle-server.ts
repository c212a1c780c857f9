// A server in its own process, unaffected by a busy test: POST /close closes its idle connections.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  if (request.url === "/close") server.closeIdleConnections();
  // They are closed by then.
  setImmediate(() => response.end("{}"));
});
server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
process.on("disconnect", () => process.exit());
