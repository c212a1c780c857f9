import type { BeforeData, Outcome, PushMessage } from "../sending.ts";
import { call, type Call, type CallResult, wasNotAccepted } from "../transport/http-call.server.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";
import { isAllowedAddress, isTrustedAddress } from "../transport/allowed-address.ts";

/** @param trustedHosts push services inside the network, or on plain HTTP */
export async function sendPush(
  message: PushMessage,
  trustedHosts: readonly string[],
  beforeData: BeforeData,
): Promise<Outcome> {
  if (!isAllowedAddress(message.to.endpoint, trustedHosts))
    return { status: "failed", reason: "refused" };
  // The keys that the browser sent may be invalid.
  const request = await encrypt(message).catch(() => null);
  if (!request) return { status: "failed", reason: "refused" };
  let result = await post({ ...request, beforeData }, trustedHosts);
  for (const shorter of shorten(message)) {
    if (result.type !== "answered" || result.status !== 413) break;
    result = await post(await encrypt(shorter), trustedHosts);
  }
  return outcomeOf(result);
}

function post(
  request: Omit<Call, "timeoutMs">,
  trustedHosts: readonly string[],
): Promise<CallResult> {
  const isOutside = !isTrustedAddress(request.url, trustedHosts);
  return retryUntilAccepted(
    (timeoutMs) => call({ ...request, timeoutMs, isOutside }),
    wasNotAccepted,
  );
}

async function encrypt({ to, sender, content, ttlSeconds, urgency, topic }: PushMessage) {
  const { default: webPush } = await import("web-push");
  const { endpoint, p256dh, auth } = to;
  const { contact: subject, publicKey, privateKey } = sender;
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(content),
    {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: ttlSeconds,
      urgency,
      topic,
      contentEncoding: "aes128gcm",
    },
  );
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return {
    method,
    url: endpoint,
    headers: Object.fromEntries(texts) as Record<string, string>,
    body,
  };
}

/** See RFC 8030, 5 and 8.4. */
function outcomeOf(result: CallResult): Outcome {
  if (result.type === "not_sent") return { status: "later", isRateLimit: false };
  if (result.type === "interrupted") return { status: "unclear" };
  const { status, retryAfterSeconds } = result;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (status >= 200 && status < 300) return { status: "sent", providerId: null };
  if (status === 404 || status === 410) return { status: "failed", reason: "device_gone" };
  if (status === 429) return { status: "later", isRateLimit: true, ...wait };
  if (status === 503) return { status: "later", isRateLimit: false, ...wait };
  return status >= 500 ? { status: "unclear" } : { status: "failed", reason: "refused" };
}

/**
 * Sizes to try in turn, for push services that accept less than RFC 8030 requires: bytes of title
 * and text.
 */
const sizes = [
  { title: 120, text: 60, hasButtons: true },
  { title: 80, text: 0, hasButtons: false },
] as const;

/**
 * Returns the same message in ever shorter forms. Each begins with its subject, and opens its page.
 */
function shorten(message: PushMessage): PushMessage[] {
  const { content } = message;
  return sizes.map(({ title, text, hasButtons }) => ({
    ...message,
    content: {
      ...content,
      title: cut(content.title, title),
      text: cut(content.text, text),
      buttons: hasButtons ? content.buttons : [],
    },
  }));
}

const segmenter = new Intl.Segmenter("en");

/** Cuts between the characters that people see, because an emoji may take 25 bytes. */
function cut(words: string, maxBytes: number): string {
  if (Buffer.byteLength(words) <= maxBytes) return words;
  let kept = "";
  for (const { segment } of segmenter.segment(words)) {
    if (Buffer.byteLength(`${kept}${segment}…`) > maxBytes) break;
    kept += segment;
  }
  return kept && `${kept.trimEnd()}…`;
}
