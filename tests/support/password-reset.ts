import { passwordResetLink } from "#app/domain/core/links.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { dump } from "../integration/security/dump.ts";
import { rawPost } from "./raw-request.ts";
import type { RunningMila } from "./shared-mila.ts";

export const rightPassword = "correct horse 7";
export const nextPassword = "another horse 8";

let visitors = 0;

/** Limits count by address. */
export const newAddress = () => ({ "x-forwarded-for": `203.0.113.${(visitors += 1)}` });

export const ask = (mila: RunningMila, address: string) =>
  rawPost(mila.url, "/auth/forgot", { email: address }, newAddress());

export const resetsOf = (mila: RunningMila, address: string) =>
  mila.db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .selectAll("password_resets")
    .where("users.email", "=", address)
    .orderBy("password_resets.id", "desc")
    .execute();

/** Requests a link. Returns its path. */
export async function newLink(mila: RunningMila, address: string): Promise<string> {
  await ask(mila, address);
  const [reset] = await resetsOf(mila, address);
  return passwordResetLink({ origin: "", linkKey: readSecrets(mila.dataFolder).link }, reset?.id ?? "none");
}

export const choose = (mila: RunningMila, link: string, password = nextPassword) =>
  rawPost(mila.url, link, { password });

export async function signInStatus(mila: RunningMila, address: string, password: string): Promise<number> {
  return (await rawPost(mila.url, "/auth", { email: address, password }, newAddress())).status;
}

/** Without the worker's own writes. */
export const dumpOfWeb = async (mila: RunningMila) =>
  (await dump(mila.db)).filter((line) => !line.startsWith("deliveries "));
