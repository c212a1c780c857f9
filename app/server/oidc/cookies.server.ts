import { oidcIdentity } from "#app/domain/accounts/oidc/identity.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { sealedCookie } from "../cookies/sealed-cookie.server.ts";
import { spendState } from "../sign-in/used-states.server.ts";

const validMs = 10 * 60_000;

const common = { redirectTo: z.string(), timeZone: z.string().optional() };
const oidcFlow = z.object({
  ...common,
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  startedAt: z.number(),
  maxAge: z.number().optional(),
  confirms: z.string().optional(),
});

/** Confirms that the viewer is the user `confirms`, or signs in. */
export type OidcFlow = z.infer<typeof oidcFlow>;

const pendingLink = z.object({ ...common, identity: oidcIdentity });

export const oidcFlowCookie = sealedCookie("mila_oidc", "oidc-flow", oidcFlow);
export const oidcLinkCookie = sealedCookie("mila_oidc_link", "oidc-link", pendingLink);

/** Returns null for an expired, unknown or already used state. */
export async function consumeOidcFlow(request: Request): Promise<OidcFlow | null> {
  const flow = await oidcFlowCookie.read(request);
  if (!flow || flow.state !== new URL(request.url).searchParams.get("state")) return null;
  return spendState(flow.state, flow.startedAt + validMs) ? flow : null;
}
