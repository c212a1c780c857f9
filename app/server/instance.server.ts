import { isSetUp } from "#app/config/channels.server.ts";
import { env } from "#app/config/env.server.ts";
import { instanceOrigin } from "#app/config/instance-origin.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import type { SignUpSettings } from "#app/domain/lifecycle/sign-in-by-provider.server.ts";
import type { LinkBase } from "#app/domain/core/links.server.ts";
import { readMailIn } from "#app/domain/mail/forwarding/mail-in.ts";

const { link: linkKey, encryption } = readSecrets();

export const encryptionKey = encryption;

/** The place that families forward mails to; null if none is set up. */
export const mailIn = readMailIn(env);

export const canSendEmail = isSetUp("email");

export const signUpSettings: SignUpSettings = {
  canSendEmail,
  signUpPolicy: env.SIGN_UP,
  encryptionKey,
  linkKey,
};

/** Null while the public address is unknown, as on a home network. */
export const publicOrigin = env.APP_URL ?? null;

/**
 * Returns the address for links that lead into an account: their host must not come from a request.
 */
export const instanceLinkBase: LinkBase = { origin: instanceOrigin, linkKey };

export function linkBase(request: Request): LinkBase {
  return { origin: env.APP_URL ?? new URL(request.url).origin, linkKey };
}

export function readUrlToken(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}
