import { createHmac } from "node:crypto";
import { isAllowedAddress, isTrustedAddress } from "./transport/allowed-address.ts";
import { call } from "./transport/http-call.server.ts";

export interface WebhookMessage {
  id: string;
  address: string;
  /** "whsec_" and the key in base64. */
  secret: string;
  body: string;
}

export type WebhookOutcome =
  | { result: "taken"; status: number }
  /** The server is there and refuses this message. */
  | { result: "refused"; status: number }
  | { result: "gone"; status: 410 }
  /** Nobody answered, or only a server in front of it did. */
  | { result: "down"; status: number | null; retryAfterSeconds?: number }
  /** Mila stops, and the message may have arrived. */
  | { result: "stopped" };

interface Sending {
  /** Servers inside the network, or on plain HTTP. */
  trustedHosts: readonly string[];
  signal: AbortSignal;
  /** Runs after connecting; throws if another worker may have the message by then. */
  beforeData: () => Promise<void>;
}

const timeoutMs = 15_000;

/**
 * Posts a message, signed as Standard Webhooks says (standardwebhooks.com). The answer's body is
 * dropped: it could be a page from inside of the network.
 * @throws what `beforeData` throws
 */
export async function postToWebhook(
  { id, address, secret, body }: WebhookMessage,
  { trustedHosts, signal, beforeData }: Sending,
): Promise<WebhookOutcome> {
  // Mila's owner may have taken a host off the list.
  if (!isAllowedAddress(address, trustedHosts)) return { result: "down", status: null };
  const timestamp = Math.floor(Date.now() / 1_000).toString();
  const answer = await call({
    method: "POST",
    url: address,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "Mila",
      "Webhook-Id": id,
      "Webhook-Timestamp": timestamp,
      "Webhook-Signature": sign(secret, `${id}.${timestamp}.${body}`),
    },
    body,
    timeoutMs,
    isOutside: !isTrustedAddress(address, trustedHosts),
    signal,
    beforeData,
    isText: true,
  });
  if (answer.type !== "answered")
    return signal.aborted ? { result: "stopped" } : { result: "down", status: null };
  const { status, retryAfterSeconds } = answer;
  if (status >= 200 && status < 300) return { result: "taken", status };
  if (status === 410) return { result: "gone", status };
  if (![429, 502, 503, 504].includes(status)) return { result: "refused", status };
  return { result: "down", status, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
