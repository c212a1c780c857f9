import { existsSync } from "node:fs";
import { fail } from "./fail.ts";

/** The settings, from the environment and from `.env`; a bad one ends the start. */
export async function loadSettings() {
  if (existsSync(".env")) process.loadEnvFile(".env");
  // It reads the environment while it loads, so it is loaded here and not at the top.
  return import("#app/config/env.server.ts").then(
    ({ env }) => env,
    (error: Error) => fail(error.message),
  );
}
