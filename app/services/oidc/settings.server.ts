import { env, type Settings } from "#app/config/env.server.ts";

export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The label of the button. */
  name: string;
}

function readOidcProvider(settings: Settings): OidcProvider | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  } = settings;
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name } : undefined;
}

export const oidcProvider: OidcProvider | undefined = readOidcProvider(env);
