import { existsSync } from "node:fs";
import { fail } from "./fail.ts";

export async function loadSettings() {
  if (existsSync(".env")) process.loadEnvFile(".env");
  // Imported here, because it reads the environment on load.
  return import("#app/config/env.server.ts").then(
    ({ env }) => env,
    (error: Error) => fail(error.message),
  );
}
