import type { RouteRow } from "./row.ts";

export const callRoutes: Record<string, RouteRow> = {
  "/events": { who: "listener", hasPage: false },
  "/api/parse-task": { who: "caller", hasPage: false },
  "/api/v1": { who: "anybody", hasPage: true },
  "/webhooks/twilio/status": { who: "provider", hasPage: false },
  "/webhooks/twilio/inbound": { who: "provider", hasPage: false },
  "/webhooks/postmark": { who: "provider", hasPage: false },
  "/calendar/:token.ics": { who: "anybody", hasPage: true, about: "calendarFeed" },
  "/api/save-change": { who: "caller", hasPage: false },
  "/api/save-to-calendar": { who: "caller", hasPage: false },
  "/api/delegate-task": { who: "caller", hasPage: false },
  "/api/send-family-invitation": { who: "caller", hasPage: false },
  "/api/accept-family-invitation": { who: "caller", hasPage: false },
  "/health/ready": { who: "anybody", hasPage: true },
  // With an access token: tests/integration/server/monitoring/metrics.test.ts.
  "/metrics": { who: "anybody", hasPage: true },
};
