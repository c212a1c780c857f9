import { createCookieSessionStorage } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { findByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { readSecrets } from "#app/secrets.server.ts";
import { database } from "#db/connection.server.ts";

/** Never written: the strategies only tell who it is, and our own sessions begin after that. */
const unusedStorage = createCookieSessionStorage({
  cookie: { name: "mila_authenticator", httpOnly: true, sameSite: "lax", secrets: [readSecrets().session] },
});

/** Nobody has this address with this password; the message is for them to read. */
export class WrongPassword extends Error {
  override message = "That email and password don't match";
}

/** Tells who somebody is: a user's id. */
export const authenticator = new Authenticator<string>(unusedStorage, { throwOnError: true });

authenticator.use(
  new FormStrategy(async ({ form }) => {
    const userId = await findByPassword(database(), String(form.get("email")), String(form.get("password")));
    if (!userId) throw new WrongPassword();
    return userId;
  }),
  "password",
);
