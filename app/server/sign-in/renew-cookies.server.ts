import { renewDevice } from "./device.server.ts";
import { renewLastUser } from "./last-user.server.ts";
import { renewSignUp } from "./signed-up.server.ts";

/** Binds to their names the cookies that may be older than this. Returns Set-Cookie headers. */
export async function renewCookies(request: Request): Promise<string[]> {
  const renewed = await Promise.all(
    [renewDevice, renewLastUser, renewSignUp].map((renew) => renew(request)),
  );
  return renewed.filter((cookie) => cookie !== null);
}
