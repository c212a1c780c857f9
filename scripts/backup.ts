// npm run backup -- FILE: backs up database and keys to one file while Mila runs.
import { runCommand } from "./start/run-command.ts";

await runCommand("backup");
