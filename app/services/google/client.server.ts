import type { Credentials, OAuth2Client } from "google-auth-library";
import { env, type Settings } from "#app/config/env.server.ts";
import type { Send } from "../transport/client-call.server.ts";
import { toFetch } from "../transport/client-fetch.server.ts";

/** This instance as it is registered at Google. */
export interface GoogleClient {
  id: string;
  secret: string;
  /** One server that stands in for Google's several. */
  baseUrl?: string;
}

/** The one that these settings name. */
export function googleClientOf(settings: Settings): GoogleClient | undefined {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_BASE_URL: baseUrl } = settings;
  return id && secret ? { id, secret, ...(baseUrl && { baseUrl }) } : undefined;
}

/** The one of this process's settings. */
export const googleClient: GoogleClient | undefined = googleClientOf(env);

/** Google's client for tokens and for requests with these credentials, loaded at the first use. */
export async function oauthClient(
  send: Send,
  { id, secret, baseUrl }: GoogleClient,
  credentials: Credentials = {},
): Promise<OAuth2Client> {
  const { OAuth2Client } = await import("google-auth-library");
  const oauth = new OAuth2Client({
    clientId: id,
    clientSecret: secret,
    credentials,
    transporterOptions: { fetchImplementation: toFetch(send) },
    ...(baseUrl && { endpoints: { oauth2TokenUrl: `${baseUrl}/token`, oauth2RevokeUrl: `${baseUrl}/revoke` } }),
  });
  // It would repeat even what must not be repeated; retries are decided outside.
  oauth.transporter.interceptors.request.add({
    resolved: async (request) => Object.assign(request, { retryConfig: { retry: 0 } }),
  });
  return oauth;
}
