import { v7 as newId } from "uuid";
import { z } from "zod";
import { findUserByEmail } from "#app/domain/accounts/users.server.ts";
import { isSharedNetwork } from "#app/domain/accounts/sessions/shared-network.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { database } from "#db/connection.server.ts";
import { getViewer } from "../session.server.ts";
import { signedCookie } from "../cookies/signed-cookie.server.ts";

const days = 180;
const deviceSchema = z.object({ id: z.string(), userId: z.string() });

/**
 * Outlives signing out: strangers on the same network can't lock out someone who signed in here
 * before.
 */
const deviceCookie = signedCookie("mila_device", { maxAge: days * 24 * 60 * 60 });

export const renewDevice = deviceCookie.renew;

type RequestArgs = Parameters<typeof getViewer>[0];

/** Returns a Set-Cookie header, or null for a visitor or a device that is already known. */
export async function rememberDevice(args: RequestArgs): Promise<string | null> {
  if (await readDevice(args.request)) return null;
  const viewer = await getViewer(args);
  return viewer && deviceCookie.serialize({ id: newId(), userId: viewer.userId });
}

/**
 * Returns what sign-in attempts are counted by: the network, or the account if many people share
 * the network. A device that signed in to the account before is counted separately, so that no
 * stranger slows it.
 */
export async function findAttemptSource({
  request,
  email,
  ipAddress,
}: {
  request: Request;
  email: string;
  ipAddress: string;
}): Promise<{ ipAddress: string; isKnownDevice: boolean }> {
  const db = database();
  const device = await readDevice(request);
  const isKnownDevice = device !== null && device.userId === (await findUserByEmail(db, email));
  if (isKnownDevice) return { ipAddress: `device ${device.id}`, isKnownDevice };
  const isShared = await isSharedNetwork(db, ipAddress, nowIso());
  return { ipAddress: isShared ? `account ${email}` : ipAddress, isKnownDevice };
}

/** Used for attempts that name no account. */
export async function findDeviceSource({
  request,
  context: { ipAddress },
}: RequestArgs): Promise<string> {
  const device = await readDevice(request);
  return device && (await isSharedNetwork(database(), ipAddress, nowIso()))
    ? `device ${device.id}`
    : ipAddress;
}

async function readDevice(request: Request): Promise<z.infer<typeof deviceSchema> | null> {
  const { data } = deviceSchema.safeParse(await deviceCookie.read(request));
  return data ?? null;
}
