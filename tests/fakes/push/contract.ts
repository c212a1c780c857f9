import { createPublicKey, verify } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const maxHours = 24;

/** Checks a request against RFC 8030, 8188 and 8292, and Apple's and Google's own rules. */
export function pushProblems(headers: IncomingHttpHeaders, origin: string): string[] {
  const problems = vapidProblems(headers.authorization ?? "", origin);
  if (!/^\d+$/.test(String(headers.ttl))) problems.push("TTL is missing");
  if (headers["content-encoding"] !== "aes128gcm") problems.push("the encoding is unknown");
  if (!["very-low", "low", "normal", "high"].includes(String(headers.urgency)))
    problems.push("the urgency is unknown");
  if (!/^[\w-]{1,32}$/.test(String(headers.topic)))
    problems.push("the topic is too long, or no base64url");
  return problems;
}

function vapidProblems(authorization: string, origin: string): string[] {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (!token || !key) return ["there is no VAPID header"];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const coordinates = {
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", ...coordinates },
    format: "jwk",
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { aud, exp, sub } = readClaims(claims);
  const hours = (exp - Date.now() / 1_000) / 3_600;
  return [
    ...(isSigned ? [] : ["the signature is wrong"]),
    ...(aud === origin ? [] : ["it is meant for another push service"]),
    ...(hours > 0 && hours <= maxHours ? [] : ["it ends in the past, or too late"]),
    ...(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s]+)$/.test(sub) && !cannotExist.test(sub)
      ? []
      : ["it names nobody"]),
  ];
}

/** Returns the address that a request's sender names. */
export function contactOf({ authorization = "" }: IncomingHttpHeaders): string {
  return readClaims(authorization.split(".")[1] ?? "").sub;
}

function readClaims(claims: string): { aud: string; exp: number; sub: string } {
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}

/** Addresses that Apple answers with BadJwtToken. */
const cannotExist = /\b(localhost|local|invalid)(:\d+)?(\/.*)?$/;
