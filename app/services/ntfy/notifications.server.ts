import { z } from "zod";
import type { Settings } from "#app/config/env.server.ts";
import type { BeforeData, NotificationMessage, Outcome } from "../sending.ts";
import { call, type CallResult, wasNotAccepted } from "../transport/http-call.server.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";

interface NtfyServer {
  url: string;
  token: string | undefined;
}

const accepted = z.object({ id: z.string().min(1) });

export function readNtfyServer({
  NTFY_URL: url,
  NTFY_TOKEN: token,
}: Settings): NtfyServer | undefined {
  return url === "off" ? undefined : { url, token };
}

/** See https://docs.ntfy.sh/publish/#publish-as-json. */
export async function sendToNtfy(
  { url, token }: NtfyServer,
  message: NotificationMessage,
  beforeData: BeforeData,
): Promise<Outcome> {
  const body = JSON.stringify(toNtfyMessage(message));
  const headers = {
    "Content-Type": "application/json",
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const result = await retryUntilAccepted(
    (timeoutMs) => call({ method: "POST", url: `${url}/`, headers, body, timeoutMs, beforeData }),
    wasNotAccepted,
  );
  return outcomeOf(result);
}

function toNtfyMessage({ deliveryId, to, title, text, url, buttons }: NotificationMessage) {
  return {
    topic: to,
    title,
    message: text,
    // Apps replace a notification by a second copy with the same id.
    sequence_id: deliveryId,
    ...(url && { click: url }),
    actions: buttons.map((button) => ({
      action: "http",
      label: button.label,
      url: button.url,
      method: "POST",
      clear: true,
    })),
  };
}

function outcomeOf(result: CallResult): Outcome {
  if (result.type === "not_sent") return { status: "later", isRateLimit: false };
  if (result.type === "interrupted") return { status: "unclear" };
  const { status, body, retryAfterSeconds } = result;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (status === 429) return { status: "later", isRateLimit: true, ...wait };
  // Status 507 means that the server's disk is full.
  if (status === 503 || status === 507) return { status: "later", isRateLimit: false, ...wait };
  if ([401, 403, 404].includes(status)) return { status: "misconfigured" };
  if (status >= 400 && status < 500) return { status: "failed", reason: "refused" };
  const { data } = accepted.safeParse(body);
  return status < 300 && data ? { status: "sent", providerId: data.id } : { status: "unclear" };
}
