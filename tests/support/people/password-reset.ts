import { passwordResetLink } from "#app/domain/core/links.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { dump } from "../../integration/security/households/dump.ts";
import { rawPost } from "../product/raw-request.ts";
import type { RunningMila } from "../product/shared-mila.ts";

export const rightPassword = "correct horse 7";
export const newPassword = "another horse 8";

let visitors = 0;

/** Returns headers with a new IP address, because rate limits count by it. */
export const newAddress = () => ({ "x-forwarded-for": `203.0.113.${(visitors += 1)}` });

export const requestReset = (mila: RunningMila, address: string) =>
  rawPost(mila.url, "/auth/forgot", { email: address }, newAddress());

export const listResets = (mila: RunningMila, address: string) =>
  mila.db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .selectAll("password_resets")
    .where("users.email", "=", address)
    .orderBy("password_resets.id", "desc")
    .execute();

/** Returns the link's path. */
export async function newLink(mila: RunningMila, address: string): Promise<string> {
  await requestReset(mila, address);
  const [reset] = await listResets(mila, address);
  return passwordResetLink(
    { origin: "", linkKey: readSecrets(mila.dataFolder).link },
    reset?.id ?? "none",
  );
}

export const setNewPassword = (mila: RunningMila, link: string, password = newPassword) =>
  rawPost(mila.url, link, { password });

export async function signInStatus(
  mila: RunningMila,
  address: string,
  password: string,
): Promise<number> {
  return (await rawPost(mila.url, "/auth", { email: address, password }, newAddress())).status;
}

/** Omits what the worker itself writes. */
export const dumpWithoutDeliveries = async (mila: RunningMila) =>
  (await dump(mila.db)).filter((line) => !line.startsWith("deliveries "));
