// Import it first: Node's own last words are plain text, with all that libraries attach to an
// error.
import { log } from "./log.server.ts";

process.on("uncaughtException", (err, origin) => {
  log.fatal({ err, origin }, "this process crashed");
  process.exit(1);
});
