import { env } from "#app/env.server.ts";

/** The origin that links to this Mila begin with: APP_URL, or at home the address that it was asked at. */
export function ownOrigin(request: Request): string {
  return env.APP_URL ?? new URL(request.url).origin;
}
