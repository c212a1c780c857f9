// npm run restore -- FILE: replaces the data folder's content with a backup, and keeps the old content.
//   - instead of FILE reads the backup from standard input
import { runCommand } from "./start/run-command.ts";

await runCommand("restore");
