// npm run dev: the server with reload.
import { spawn } from "node:child_process";
import { prepareData } from "./start/data.ts";
import { loadSettings } from "./start/settings.ts";

process.env.NODE_ENV = "development";
const env = await loadSettings();
await prepareData();
const web = spawn(process.execPath, ["--watch-path=app/server", "--watch-path=app/server.ts", "app/server.ts"], {
  stdio: "inherit",
});
web.on("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => web.kill(signal));
console.log(`Mila, in development: http://localhost:${env.PORT}`);
