import type { Credentials, OAuth2Client } from "google-auth-library";
import { env, type Settings } from "#app/config/env.server.ts";
import type { Send } from "../transport/client-call.server.ts";
import { toFetch } from "../transport/client-fetch.server.ts";

export interface GoogleClient {
  id: string;
  secret: string;
  /** Replaces all of Google's servers in tests. */
  baseUrl?: string;
}

export function readGoogleClient(settings: Settings): GoogleClient | undefined {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_BASE_URL: baseUrl } = settings;
  return id && secret ? { id, secret, ...(baseUrl && { baseUrl }) } : undefined;
}

export const googleClient: GoogleClient | undefined = readGoogleClient(env);

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
    ...(baseUrl && {
      endpoints: { oauth2TokenUrl: `${baseUrl}/token`, oauth2RevokeUrl: `${baseUrl}/revoke` },
    }),
  });
  // The client's own retries would repeat unsafe requests.
  oauth.transporter.interceptors.request.add({
    resolved: async (request) => Object.assign(request, { retryConfig: { retry: 0 } }),
  });
  return oauth;
}
