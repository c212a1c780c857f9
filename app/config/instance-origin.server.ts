import { env } from "./env.server.ts";
import { homeAddresses } from "./home-host.server.ts";

/** Where links lead that no request's Host may choose, without a trailing slash. */
export const instanceOrigin =
  env.APP_URL ?? `http://${homeAddresses()[0] ?? "localhost"}:${env.PORT}`;
