// A server in a process of its own, which goes on while the test's is busy: POST /close closes its idle connections.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  if (request.url === "/close") server.closeIdleConnections();
  // By then they are closed.
  setImmediate(() => response.end("{}"));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit());
