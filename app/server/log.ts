import { pino } from "pino";
import { env } from "#app/env.server.ts";

/** JSON lines in production, readable ones in development. Never bodies, tokens or addresses. */
export const log = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  transport: env.NODE_ENV === "development" ? { target: "pino-pretty", options: { singleLine: true } } : undefined,
});
