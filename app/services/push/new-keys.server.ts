import { createECDH } from "node:crypto";
import type { PushKeys } from "../sending.ts";

/** Makes a P-256 key pair (RFC 8292). */
export function newPushKeys(): PushKeys {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  // The length is fixed, so leading zeros count.
  const privateKey = Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString(
    "base64url",
  );
  return { publicKey, privateKey };
}
