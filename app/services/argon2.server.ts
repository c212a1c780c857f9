import { hash, verify } from "@node-rs/argon2";
import { env } from "#app/config/env.server.ts";

/** OWASP ASVS 5.0, 11.4: argon2id (the library's default) with 64 MiB, three passes, one lane. */
const realCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const testCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

export function hashWithArgon2(password: string): Promise<string> {
  return hash(password, env.TEST_ONLY_CHEAP_PASSWORDS ? testCost : realCost);
}

export function verifyArgon2(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
