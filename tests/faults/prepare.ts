// Once before all rows, in a process of its own: node tests/faults/prepare.ts FOLDER
// Leaves a migrated database there for rows to copy, and everything that they start compiled (NODE_COMPILE_CACHE).
import { newInstallation } from "./installation.ts";
import { startWeb, startWorker } from "./program.ts";
import { startProvider } from "./provider.ts";
import "./list.ts";

const [, , folder = ""] = process.argv;
await using installation = await newInstallation(folder);
await using _twilio = await startProvider(installation, "twilio");
await using _postmark = await startProvider(installation, "postmark");
await using _smtp = await startProvider(installation, "smtp");
// Node writes what it compiled when a program ends by itself.
for (const start of [startWorker, startWeb]) await (await start(installation)).stop();
