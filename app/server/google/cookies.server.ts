import { googleIdentity } from "#app/domain/accounts/google/identity.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { signedCookie } from "../cookies/signed-cookie.server.ts";
import { spendState } from "../sign-in/used-states.server.ts";
import { sealedCookie } from "../cookies/sealed-cookie.server.ts";

const validMinutes = 10;
const maxAge = validMinutes * 60;

const common = { redirectTo: z.string(), timeZone: z.string().optional() };
const purposes = { userId: z.string().optional(), confirms: z.string().optional() };
const oauthFlow = z.object({
  ...common,
  until: z.number(),
  state: z.string(),
  verifier: z.string(),
  ...purposes,
});
const pendingLink = z.object({ ...common, identity: googleIdentity });

/**
 * Connects the calendar of `userId`, or confirms that the viewer is the user `confirms`, or signs
 * in.
 */
export type OAuthFlow = Omit<z.infer<typeof oauthFlow>, "until">;

const flowCookie = signedCookie("mila_google", { maxAge });
/** Encrypted because it contains Google's refresh token. */
export const pendingLinkCookie = sealedCookie("mila_google_link", "google-link", pendingLink);

export function serializeOAuthFlow(flow: OAuthFlow): Promise<string> {
  return flowCookie.serialize({ ...flow, until: Date.now() + maxAge * 1_000 });
}

/** Returns null for an expired, unknown or already used state. */
export async function consumeOAuthFlow(
  request: Request,
  state: string | null,
): Promise<OAuthFlow | null> {
  const { data } = oauthFlow.safeParse(await flowCookie.read(request));
  return data && data.state === state && spendState(state, data.until) ? data : null;
}

export const clearOAuthFlow = () => flowCookie.clear();
