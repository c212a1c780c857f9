import { pino } from "pino";
import { env } from "#app/env.server.ts";

// A tool of development only, so the image does not have it.
const readable =
  env.NODE_ENV === "development" ? (await import("pino-pretty")).default({ singleLine: true, sync: true }) : undefined;

/** JSON lines in production, readable ones in development. Never bodies, tokens or addresses. */
export const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, readable);
