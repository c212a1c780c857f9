import { existsSync } from "node:fs";
import { fail } from "../fail.ts";

export async function loadSettings() {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return import("#app/config/env.server.ts").then(
    ({ env }) => env,
    (error: Error) => fail(error.message),
  );
}
