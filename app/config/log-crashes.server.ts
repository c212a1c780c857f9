// Import this file first. Node itself would report a crash as plain text, with everything that
// libraries attach to the error.
import { log } from "./log.server.ts";

process.on("uncaughtException", (err, origin) => {
  log.fatal({ err, origin }, "this process crashed");
  process.exit(1);
});
