import type { RequestHandler } from "express";
import helmet from "helmet";
import { env } from "#app/config/env.server.ts";
import { getContext } from "./request-context.ts";

const isDevelopment = env.NODE_ENV === "development";

/** Form posts may redirect there. */
const formTargets = ["https://accounts.google.com", "https://calendar.google.com"];
for (const address of [env.GOOGLE_BASE_URL, env.OIDC_ISSUER]) if (address) formTargets.push(new URL(address).origin);

const isCalendarFeed = (path: string) => path.startsWith("/calendar/");

export const securityHeaders: RequestHandler[] = [
  (req, res, next) => {
    // Calendar programs may cache a feed, but must revalidate it.
    res.setHeader("Cache-Control", isCalendarFeed(req.path) ? "private, no-cache" : "no-store");
    res.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(self), payment=(), usb=()");
    next();
  },
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": isDevelopment
          ? ["'self'", "'unsafe-inline'"]
          : ["'self'", (_req, res) => `'nonce-${getContext(res as never).nonce}'`],
        ...(isDevelopment && { "style-src": ["'self'", "'unsafe-inline'"], "connect-src": ["'self'", "ws:"] }),
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'", ...formTargets],
      },
    },
    strictTransportSecurity: env.APP_URL?.startsWith("https:") ? { maxAge: 63_072_000 } : false,
    // With no-referrer, browsers send "Origin: null" on plain form posts.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    xFrameOptions: { action: "deny" },
  }),
  // These addresses are secrets: pages linked from there must not learn them.
  (req, res, next) => {
    if (req.path.startsWith("/delegations/") || isCalendarFeed(req.path))
      res.setHeader("Referrer-Policy", "strict-origin");
    next();
  },
  // ntfy's web app reads whether its button worked.
  (req, res, next) => {
    if (isReminderAction(req.path)) res.setHeader("Access-Control-Allow-Origin", "*");
    next();
  },
  // An email has inline styles and is shown in a frame on our own page.
  (req, res, next) => {
    if (req.path === "/email-preview/message") {
      res.setHeader("Content-Security-Policy", "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'self'");
      res.setHeader("X-Frame-Options", "SAMEORIGIN");
    }
    next();
  },
];

/** As apps send it, not as Mila's own pages would. */
function isReminderAction(path: string): boolean {
  return path.startsWith("/reminder-actions/") && !path.endsWith(".data");
}
