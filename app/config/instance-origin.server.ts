import { env } from "./env.server.ts";
import { homeAddresses } from "./home-host.server.ts";

/** The origin of links whose host must not come from a request, without a trailing slash. */
export const instanceOrigin =
  env.APP_URL ?? `http://${homeAddresses()[0] ?? "localhost"}:${env.PORT}`;
