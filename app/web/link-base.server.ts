import { isSetUp } from "#app/channels.server.ts";
import type { LinkBase } from "#app/domain/core/links.server.ts";
import { env } from "#app/env.server.ts";
import { readSecrets } from "#app/secrets.server.ts";

const { link: linkKey } = readSecrets();

/** Whether this Mila can send e-mail at all. */
export const canSendEmail = isSetUp("email");

/** Where this instance is reached from everywhere; null at home, where that is not known. */
export const publicOrigin = env.APP_URL ?? null;

/** For links to this instance: under APP_URL, whatever Host says, or at home under the address that was asked. */
export function linkBase(request: Request): LinkBase {
  return { origin: env.APP_URL ?? new URL(request.url).origin, linkKey };
}

/** The token of the link that was opened; empty when the address has none. */
export function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}
