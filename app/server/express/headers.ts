import type { RequestHandler, Response } from "express";
import helmet from "helmet";
import { env } from "#app/config/env.server.ts";
import { getContext } from "./request-context.ts";

const isDevelopment = env.NODE_ENV === "development";

/** Form posts may redirect to these. */
const formTargets = ["https://accounts.google.com", "https://calendar.google.com"];
for (const address of [env.GOOGLE_BASE_URL, env.OIDC_ISSUER])
  if (address) formTargets.push(new URL(address).origin);

const isCalendarFeed = (path: string) => path.startsWith("/calendar/");

const nonce = (_req: unknown, res: unknown) => `'nonce-${getContext(res as Response).nonce}'`;

const helmetHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'self'"],
      "script-src": isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'", nonce],
      ...(isDevelopment && {
        "style-src": ["'self'", "'unsafe-inline'"],
        "connect-src": ["'self'", "ws:"],
      }),
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
      "form-action": ["'self'", ...formTargets],
    },
  },
  strictTransportSecurity: env.APP_URL?.startsWith("https:")
    ? { maxAge: 63_072_000, includeSubDomains: false }
    : false,
  // Many addresses are secret, but with no-referrer, browsers send "Origin: null" on plain form
  // posts.
  referrerPolicy: { policy: "strict-origin" },
  xFrameOptions: { action: "deny" },
});

const ownHeaders: RequestHandler = ({ path }, res, next) => {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader(
    "Permissions-Policy",
    "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
  );
  // Calendar programs may cache a feed, but must revalidate it.
  if (isCalendarFeed(path)) res.setHeader("Cache-Control", "private, no-cache");
  if (path.startsWith("/child/")) res.setHeader("Referrer-Policy", "no-referrer");
  // ntfy's web app checks whether its button worked.
  if (isReminderAction(path)) res.setHeader("Access-Control-Allow-Origin", "*");
  // An email has inline styles and is shown in a frame on our own page.
  if (path === "/email-preview/message") {
    res.setHeader(
      "Content-Security-Policy",
      "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'self'",
    );
    res.setHeader("X-Frame-Options", "SAMEORIGIN");
  }
  next();
};

export const securityHeaders = [helmetHeaders, ownHeaders];

/** True if an app sent the request, not one of Mila's own pages. */
function isReminderAction(path: string): boolean {
  return path.startsWith("/reminder-actions/") && !path.endsWith(".data");
}
