import { existsSync } from "node:fs";
import { fail } from "./fail.ts";

/** Reads the settings; an invalid one ends the start. */
export async function loadSettings() {
  if (existsSync(".env")) process.loadEnvFile(".env");
  // Imported here because it reads the environment on load.
  return import("#app/config/env.server.ts").then(
    ({ env }) => env,
    (error: Error) => fail(error.message),
  );
}
