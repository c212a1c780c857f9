import { env } from "./env.server.ts";
import { homeAddresses } from "./home-host.server.ts";

/** The origin of links whose host no request may choose, without a trailing slash. */
export const instanceOrigin =
  env.APP_URL ?? `http://${homeAddresses()[0] ?? "localhost"}:${env.PORT}`;
