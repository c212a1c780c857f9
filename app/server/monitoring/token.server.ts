import { createHmac, timingSafeEqual } from "node:crypto";
import { instanceLinkBase } from "#app/server/instance.server.ts";

/** Computes the token from the instance's key, so that it needs no setting. */
export function metricsToken(): string {
  return createHmac("sha256", instanceLinkBase.linkKey).update("metrics").digest("base64url");
}

export function hasMetricsToken(request: Request): boolean {
  const given = /^Bearer ([\w-]{43})$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  return given !== undefined && timingSafeEqual(Buffer.from(given), Buffer.from(metricsToken()));
}
