import { isSetUp } from "#app/config/channels.server.ts";
import { env } from "#app/config/env.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import type { Instance } from "#app/domain/lifecycle/google-sign-in.server.ts";
import type { LinkBase } from "#app/domain/core/links.server.ts";

const { link: linkKey, encryption: encryptionKey } = readSecrets();

export const canSendEmail = isSetUp("email");

export const googleInstance: Instance = { canSendEmail, signUpPolicy: env.SIGN_UP, encryptionKey };

/** The address that works from anywhere; null when it is unknown, as at home. */
export const publicOrigin = env.APP_URL ?? null;

/** For links to this instance: under APP_URL, or without it under the address that was requested. */
export function linkBase(request: Request): LinkBase {
  return { origin: env.APP_URL ?? new URL(request.url).origin, linkKey };
}

/** The token in the address; empty without one. */
export function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}
