// Once before all rows: node tests/faults/prepare.ts FOLDER
// Leaves a migrated database to copy, and compiled code (NODE_COMPILE_CACHE).
import { newInstallation } from "./installation.ts";
import { startWeb, startWorker } from "./program.ts";
import { startProvider } from "./provider.ts";
import "./list.ts";

const [, , folder = ""] = process.argv;
await using installation = await newInstallation(folder);
await using _twilio = await startProvider(installation, "twilio");
await using _postmark = await startProvider(installation, "postmark");
await using _smtp = await startProvider(installation, "smtp");
// Node writes its compile cache only on a normal exit.
for (const start of [startWorker, startWeb]) await (await start(installation)).stop();
