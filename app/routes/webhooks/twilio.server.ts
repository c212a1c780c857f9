import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";

/**
 * Validates Twilio's signature (https://www.twilio.com/docs/usage/security#validating-requests).
 * @throws a 404 response without Twilio, a 403 for a wrong signature
 */
export async function readTwilioForm(request: Request): Promise<URLSearchParams> {
  const token = env.TWILIO_AUTH_TOKEN;
  if (!token) return notFound();
  const isForm = request.headers
    .get("Content-Type")
    ?.startsWith("application/x-www-form-urlencoded");
  const form = new URLSearchParams(isForm ? await request.text() : "");
  const signature = request.headers.get("X-Twilio-Signature") ?? "";
  const isAuthentic = signedUrls(request).some((url) =>
    isSame(signature, computeSignature(url, form, token)),
  );
  if (!isAuthentic) throw new Response("Invalid Twilio signature.", { status: 403 });
  return form;
}

/** Some Twilio webhooks sign the URL with its default port, others without. */
function signedUrls(request: Request): string[] {
  const { pathname, search, origin } = new URL(request.url);
  const { protocol, hostname, host, port } = new URL(env.APP_URL ?? origin);
  const defaultPort = protocol === "https:" ? "443" : "80";
  const hosts = [host, port ? hostname : `${hostname}:${defaultPort}`];
  return hosts.map((signedHost) => `${protocol}//${signedHost}${pathname}${search}`);
}

/** Twilio signs the URL followed by all fields sorted by name, with HMAC-SHA1. */
function computeSignature(url: string, form: URLSearchParams, token: string): string {
  const values = Map.groupBy(form, ([name]) => name);
  const fields = [...values].toSorted(byName).flatMap(([name, pairs]) => {
    const different = new Set(pairs.map(([, value]) => value));
    return [...different].toSorted().map((value) => name + value);
  });
  return createHmac("sha1", token)
    .update(url + fields.join(""))
    .digest("base64");
}

/** Compares names as Twilio does, like `toSorted()` without an argument. */
function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function isSame(given: string, expected: string): boolean {
  const [actual, wanted] = [Buffer.from(given), Buffer.from(expected)];
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}
