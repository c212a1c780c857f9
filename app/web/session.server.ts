import { redirect } from "@remix-run/node";
import { endSession, findViewer, sessionDays, startSession, type Viewer } from "#app/domain/accounts/session.server.ts";
import { env } from "#app/env.server.ts";
import { database } from "#db/connection.server.ts";
import { hostOnlyName, privateCookie } from "./cookie.server.ts";
import { addressForReturn } from "./redirect-to.server.ts";

const sessionCookie = privateCookie(hostOnlyName("mila_session"), { maxAge: sessionDays.longest * 24 * 60 * 60 });

/** Somebody signed in, with the zone to show times in. */
export interface SignedIn extends Viewer {
  timeZone: string;
  /** False while neither a browser nor the user has told the zone. */
  timeZoneIsKnown: boolean;
}

interface RequestArgs {
  request: Request;
  context: { userId?: string };
}

/** Who is signed in, or null. */
export async function getViewer({ request, context }: RequestArgs): Promise<SignedIn | null> {
  const token = await readToken(request);
  const viewer = token ? await findViewer(database(), token) : null;
  if (!viewer) return null;
  context.userId = viewer.userId;
  const timeZone = viewer.timeZone ?? env.MILA_TIME_ZONE ?? "UTC";
  return { ...viewer, timeZone, timeZoneIsKnown: viewer.timeZone !== null };
}

/**
 * Who is signed in; anybody else is sent to the sign-in page, and on afterwards to where they were.
 * @param back.to that place, for a URL that is no page
 * @param back.kept the form's fields that are to be found there as they were typed
 */
export async function requireViewer(
  args: RequestArgs,
  back: { to?: string; kept?: readonly string[] } = {},
): Promise<SignedIn> {
  const viewer = await getViewer(args);
  if (viewer) return viewer;
  const redirectTo = back.to ?? (await addressForReturn(args.request, back.kept ?? []));
  throw redirect(`/auth?${new URLSearchParams({ redirectTo })}`, 303);
}

/** Signs the user in afresh; whatever session the browser had before is dead. Returns the Set-Cookie header's value. */
export async function signInCookie(request: Request, userId: string): Promise<string> {
  await endRequestSession(request);
  return sessionCookie.serialize(await startSession(database(), userId));
}

/** Ends the session on the server. Returns the Set-Cookie header's value that clears the cookie. */
export async function signOutCookie(request: Request): Promise<string> {
  await endRequestSession(request);
  return sessionCookie.serialize("", { maxAge: 0 });
}

async function endRequestSession(request: Request): Promise<void> {
  const token = await readToken(request);
  if (token) await endSession(database(), token);
}

async function readToken(request: Request): Promise<string | null> {
  const value: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : null;
}
