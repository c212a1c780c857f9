const [digits, period] = [6, 30];

/** In base32, as authenticator apps expect it: 160 bits (RFC 4226, 4). */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import("otpauth");
  return new Secret({ size: 20 }).base32;
}

export async function totpUri(secret: string, email: string): Promise<string> {
  const { TOTP } = await import("otpauth");
  return new TOTP({ issuer: "Mila", label: email, secret, digits, period }).toString();
}

/**
 * Returns the 30-second step that the code belongs to, at most one step early or late (RFC 6238,
 * 5.2).
 */
export async function findStep(secret: string, code: string, now: string): Promise<number | null> {
  const token = code.replaceAll(/[\s-]/g, "");
  // The library throws if six characters are more than six bytes.
  if (!/^\d{6}$/.test(token)) return null;
  const { TOTP, Secret } = await import("otpauth");
  const timestamp = Date.parse(now);
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ token, secret: key, digits, period, timestamp, window: 1 });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}
