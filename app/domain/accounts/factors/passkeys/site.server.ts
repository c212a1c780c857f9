import { isIP } from "node:net";

/** Describes Mila's address in WebAuthn's terms. */
export interface PasskeySite {
  origin: string;
  rpId: string;
}

/**
 * Browsers allow passkeys only at secure addresses, and only at names. Returns null for any other.
 */
export function passkeySite(origin: string): PasskeySite | null {
  const { protocol, hostname } = new URL(origin);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isNumber = isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0;
  return (protocol === "https:" || isLocal) && !isNumber ? { origin, rpId: hostname } : null;
}
