// npm run move -- postgres://…: moves everything from the data folder's database to PostgreSQL.
//   -- postgres://… --back  moves it back
import { runCommand } from "./start/run-command.ts";

await runCommand("move");
