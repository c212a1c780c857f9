import type { OutgoingMessage, Providers } from "#app/services/providers.server.ts";
import type { GoogleEvent, Outcome } from "#app/services/sending.ts";

export interface Outside {
  providers: Providers;
  /** What the current action has sent, oldest first. */
  sent: OutgoingMessage[];
  /** By the refresh token of a calendar: its events by id. */
  calendars: Map<string, Map<string, GoogleEvent>>;
}

/** Providers that accept everything, and a Google that keeps its calendars in memory. */
export function newOutside(): Outside {
  const sent: OutgoingMessage[] = [];
  const calendars: Outside["calendars"] = new Map();
  async function send(message: OutgoingMessage): Promise<Outcome> {
    sent.push(message);
    if (message.channel === "calendar") return keep(message);
    return { status: "sent", providerId: `provider-${sent.length}` };
  }
  function keep(message: OutgoingMessage & { channel: "calendar" }): Outcome {
    const { refreshToken, eventId, event } = message;
    if (refreshToken === null) return { status: "needs_user", problem: "grant_gone" };
    const calendar = calendars.get(refreshToken) ?? new Map<string, GoogleEvent>();
    calendars.set(refreshToken, calendar);
    if (message.isThere && !calendar.has(eventId)) return { status: "taken_out" };
    if (event) calendar.set(eventId, event);
    else calendar.delete(eventId);
    return { status: "sent", providerId: event && eventId };
  }
  const providers: Providers = {
    telegram: undefined,
    isSetUp: (channel) => channel !== "push" && channel !== "whatsapp",
    withoutLookup: [],
    hasLookup: () => true,
    isHarmless: () => false,
    send,
    find: async () => ({ status: "absent" }),
    searchLagSeconds: () => 0,
    textProgress: async () => ({ status: "underway" }),
    emailProgress: async () => ({ to: null, progress: { status: "underway" } }),
    listInbound: async () => [],
  };
  return { providers, sent, calendars };
}
