import { redirect } from "@remix-run/node";
import { findViewer, type SessionViewer } from "#app/domain/pages/viewer.server.ts";
import { describeDevice } from "#app/domain/accounts/sessions/device.ts";
import {
  endSession,
  sessionDays,
  startSession,
  signIn,
} from "#app/domain/accounts/sessions/session.server.ts";
import { isTwoStepRequired } from "#app/domain/instance/required-two-step.server.ts";
import { claimNotice } from "#app/domain/people/household/membership.server.ts";
import { env } from "#app/config/env.server.ts";
import { isSecureHost } from "#app/config/secure-host.server.ts";
import { database } from "#db/connection.server.ts";
import { forgetForm, keepForm } from "./sign-in/kept-form.server.ts";
import { forgetLastUser, readLastUser } from "./sign-in/last-user.server.ts";
import { auditSource } from "./audit-source.server.ts";
import { hostOnlyName, privateCookie } from "./cookies/cookie.server.ts";
import { readRedirectTo } from "./form.server.ts";
import { waitForPageSlot } from "./fair-use/page-slots.server.ts";
import { buildReturnPath } from "./redirect-to.server.ts";
import {
  addStepFirst,
  notSaved,
  openLinkAgain,
  openWithToast,
  redirectWithToast,
  toast,
} from "./toast.server.ts";

const sessionCookie = privateCookie(hostOnlyName("mila_session"), {
  maxAge: sessionDays.max * 24 * 60 * 60,
});

export interface SignedIn extends SessionViewer {
  timeZone: string;
  /** False if the zone is the instance's default. */
  isTimeZoneKnown: boolean;
}

interface RequestArgs {
  request: Request;
  context: {
    userId?: string;
    householdId?: string;
    hasEndedSession?: boolean;
    sentForm?: { request: Request; typed: readonly string[] };
    ipAddress: string;
    userAgent: string;
    onRendered: (run: () => void) => void;
  };
}

/**
 * Returns null also while the user must add a second step first, except on the pages that lead to
 * one.
 */
export async function getViewer(
  args: RequestArgs,
  { isAddingFactor = false }: { isAddingFactor?: boolean } = {},
): Promise<SignedIn | null> {
  const viewer = await findRequestViewer(args);
  return viewer?.mustAddFactor && !isAddingFactor ? null : viewer;
}

/**
 * Leads a user who has signed in, but must add a second step first, to the page for it. A page that
 * is open to visitors would ask them to sign in, again and again.
 */
export async function leadToSecondStep(args: RequestArgs): Promise<void> {
  const viewer = await getViewer(args, { isAddingFactor: true });
  if (viewer?.mustAddFactor) throw await openWithToast(secondStepPage, openLinkAgain());
}

/**
 * Caches the viewer while a page loads, because each of its loaders asks. An action may change the
 * viewer.
 */
const viewers = new WeakMap<RequestArgs["context"], Promise<SignedIn | null>>();

function findRequestViewer(args: RequestArgs): Promise<SignedIn | null> {
  if (args.request.method === "POST") return findViewerInQueue(args);
  const viewer = viewers.get(args.context) ?? findViewerInQueue(args);
  viewers.set(args.context, viewer);
  return viewer;
}

/** The session may end, or its user leave the household, while the request waits. */
async function findViewerInQueue(args: RequestArgs): Promise<SignedIn | null> {
  const viewer = await lookUpViewer(args);
  const isForm = args.request.method === "POST";
  if (!viewer || (await waitForPageSlot(args.context, { ...viewer, isForm }))) return viewer;
  return lookUpViewer(args);
}

async function lookUpViewer({ request, context }: RequestArgs): Promise<SignedIn | null> {
  const token = await readToken(request);
  const viewer = token ? await findViewer(database(), token, context.ipAddress) : null;
  context.hasEndedSession = token !== null && viewer === null;
  if (!viewer) return null;
  context.userId = viewer.userId;
  context.householdId = viewer.householdId;
  const timeZone = viewer.timeZone ?? env.MILA_TIME_ZONE ?? "UTC";
  return { ...viewer, timeZone, isTimeZoneKnown: viewer.timeZone !== null };
}

interface Back {
  returnTo?: string;
  addressFields?: readonly string[];
  keepFields?: readonly string[];
  isAddingFactor?: boolean;
}

/**
 * @param back.returnTo the page to return to when the URL is not one
 * @param back.addressFields form fields that the page's URL has
 * @param back.keepFields form fields that are kept for after signing in
 * @param back.isAddingFactor true for the pages that lead to a second step
 */
export async function requireViewer(args: RequestArgs, back: Back = {}): Promise<SignedIn> {
  const { keepFields = [] } = back;
  if (args.request.method === "POST")
    args.context.sentForm = { request: args.request.clone(), typed: keepFields };
  const viewer = await findRequestViewer(args);
  if (viewer?.mustAddFactor && !back.isAddingFactor) throw await redirectToSecondStep(args.request);
  if (viewer?.householdNotice === "removed")
    await announceRemoval(args.request, viewer, keepFields);
  if (viewer?.householdNotice === "new_owner") await announceNewOwner(args.request, viewer);
  if (viewer) {
    if (viewer.hasKeptForms) await forgetForm(viewer.userId, args.request, back.returnTo);
    return viewer;
  }
  const signInPage = await redirectToSignIn(args.request, back);
  forgetPages(signInPage.headers, args.request);
  throw signInPage;
}

/** Looks up the viewer again after a wait in which the session may have ended. */
export function requireViewerAgain(args: RequestArgs): Promise<SignedIn> {
  viewers.delete(args.context);
  return requireViewer(args);
}

/** Says on the sign-in page if a form was lost. */
async function redirectToSignIn(
  request: Request,
  { returnTo, addressFields = [], keepFields = [] }: Back,
) {
  const lastUserId = await readLastUser(request);
  const isKept = lastUserId !== null && (await keepForm(lastUserId, request, keepFields, returnTo));
  const page = returnTo ?? (await buildReturnPath(request, addressFields));
  const isLost = request.method === "POST" && !isKept;
  const redirectTo = isLost ? await readRedirectTo(request, page) : page;
  const signInPage = `/auth?${new URLSearchParams({ redirectTo })}`;
  return isLost ? openWithToast(signInPage, notSaved()) : redirect(signInPage, 303);
}

const secondStepPage = "/preferences/account/authenticator";

/** Says on that page if a form was not saved. Forms are not kept before the second step. */
async function redirectToSecondStep({ method }: Request): Promise<Response> {
  return method === "POST"
    ? openWithToast(secondStepPage, addStepFirst())
    : redirect(secondStepPage, 303);
}

/** Redirects to the dashboard because the requested page may belong to the old household. */
async function announceRemoval(
  request: Request,
  { userId }: SignedIn,
  keepFields: readonly string[],
): Promise<void> {
  if (!(await claimNotice(database(), userId))) return;
  await keepForm(userId, request, keepFields);
  const path = await buildReturnPath(request, []);
  const message = "You were removed from your previous household. Only you can see this one.";
  throw await redirectWithToast(
    /^\/dashboard\b/.test(path) ? path : "/dashboard",
    toast("success", "You now have your own household", { message }),
  );
}

/** Shows the requested page, but never keeps a form from being saved. */
async function announceNewOwner(
  request: Request,
  { userId, householdRole }: SignedIn,
): Promise<void> {
  if (request.method !== "GET" || !(await claimNotice(database(), userId))) return;
  const isOwner = householdRole === "owner";
  const title = isOwner ? "You own your household now" : "Your household has a new owner";
  const rights = isOwner ? " You can invite and remove people now." : "";
  const message = `The previous owner's account was deleted.${rights}`;
  throw await redirectWithToast(
    await buildReturnPath(request, []),
    toast("success", title, { message }),
  );
}

/** Ends the browser's previous session. Returns a Set-Cookie header. */
export async function signInCookie(
  { request, context }: RequestArgs,
  { userId, tookSecondStep }: { userId: string; tookSecondStep: boolean },
): Promise<string> {
  await endRequestSession(request);
  const mustAddFactor = await isTwoStepRequired(database());
  const session = { mustAddFactor, tookSecondStep };
  return sessionCookie.serialize(await signIn(database(), userId, auditSource(context), session));
}

/**
 * Starts a session for a viewer whose sessions have all just ended. Returns a Set-Cookie header.
 */
export async function renewedSessionCookie(
  { request, context }: RequestArgs,
  { userId, secondStepAt }: SignedIn,
): Promise<string> {
  const device = describeDevice(request.headers.get("User-Agent") ?? "");
  const mustAddFactor = await isTwoStepRequired(database());
  const session = { device, network: context.ipAddress, mustAddFactor, secondStepAt };
  return sessionCookie.serialize(await startSession(database(), userId, session));
}

/** Ends the session, and makes the browser forget it, its user and the cached pages. */
export async function signOutWith(response: Response, request: Request): Promise<Response> {
  await endRequestSession(request);
  response.headers.append("Set-Cookie", await sessionCookie.serialize("", { maxAge: 0 }));
  response.headers.append("Set-Cookie", await forgetLastUser());
  forgetPages(response.headers, request);
  return response;
}

/** Clears the browser's cache, because Back would show the pages again. */
export function forgetPages(headers: Headers, request: Request): void {
  if (isSecureHost(new URL(request.url).host)) headers.set("Clear-Site-Data", '"cache"');
}

async function endRequestSession(request: Request): Promise<void> {
  const token = await readToken(request);
  if (token) await endSession(database(), token);
}

async function readToken(request: Request): Promise<string | null> {
  const value: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : null;
}
