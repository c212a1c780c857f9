import { z } from "zod";
import { env, type Settings } from "#app/env.server.ts";
import { call, type CallResult, isAbsent, isPassing } from "../transport/http-call.server.ts";
import { untilTaken } from "../transport/until-taken.ts";

/** This instance as Google knows it. */
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

/** What lets Mila put tasks into somebody's calendar. */
export const calendarScope = "https://www.googleapis.com/auth/calendar";

const limitMs = 10_000;

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().catch(""),
});

const userinfo = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().pipe(z.email()),
  email_verified: z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")]),
  given_name: z.string().catch(""),
  family_name: z.string().catch(""),
});

/** What somebody allowed. */
export interface Grant {
  accessToken: string;
  /** Null when they have allowed the same before: Google gives it once. */
  refreshToken: string | null;
  scope: string;
}

export type Userinfo = z.infer<typeof userinfo>;

/** Refused: Google said no. Unanswered: it did not say anything that could be read. */
export type Asked<Answer> = { is: "answered"; answer: Answer } | { is: "refused" | "unanswered" };

/**
 * Where somebody says to Google who they are (https://developers.google.com/identity/protocols/oauth2/web-server).
 * @param how.challenge SHA-256 of the verifier, in base64url (RFC 7636, S256)
 * @param how.more what else Google is to heed
 */
export function authorizationUrl(
  client: GoogleClient,
  how: { redirectUri: string; state: string; challenge: string; more: Record<string, string> },
): string {
  const { redirectUri, state, challenge, more } = how;
  const search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: `openid email profile ${calendarScope}`,
    access_type: "offline",
    include_granted_scopes: "true",
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...more,
  });
  return `${client.baseUrl ?? "https://accounts.google.com"}/o/oauth2/v2/auth?${search}`;
}

/** Makes the code that somebody came back with into a grant; a code works once. Never throws. */
export async function exchangeCode(
  client: GoogleClient,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<Asked<Grant>> {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    client_id: client.id,
    client_secret: client.secret,
  }).toString();
  const url = `${client.baseUrl ?? "https://oauth2.googleapis.com"}/token`;
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const result = await untilTaken(() => call({ method: "POST", url, headers, body, limitMs }), isAbsent);
  const asked = read(result, tokens);
  if (asked.is !== "answered") return asked;
  const { access_token: accessToken, refresh_token: refreshToken = null, scope } = asked.answer;
  return { is: "answered", answer: { accessToken, refreshToken, scope } };
}

/** Who it is that allowed it. Never throws. */
export async function fetchUserinfo(client: GoogleClient, accessToken: string): Promise<Asked<Userinfo>> {
  const url = `${client.baseUrl ?? "https://openidconnect.googleapis.com"}/v1/userinfo`;
  const headers = { Authorization: `Bearer ${accessToken}` };
  return read(await untilTaken(() => call({ method: "GET", url, headers, limitMs }), isPassing), userinfo);
}

function read<Answer>(result: CallResult, schema: z.ZodType<Answer>): Asked<Answer> {
  if (result.is !== "answered" || result.status >= 500 || result.status === 429) return { is: "unanswered" };
  if (result.status !== 200) return { is: "refused" };
  const { data } = schema.safeParse(result.body);
  return data === undefined ? { is: "unanswered" } : { is: "answered", answer: data };
}
