import { createCookieSessionStorage } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { database } from "#db/connection.server.ts";

/** Never written: remix-auth only identifies the user before our own session starts. */
const unusedStorage = createCookieSessionStorage({
  cookie: { name: "mila_authenticator", httpOnly: true, sameSite: "lax", secrets: [readSecrets().session] },
});

export class WrongPassword extends Error {}

export const authenticator = new Authenticator<string>(unusedStorage, { throwOnError: true });

authenticator.use(
  new FormStrategy(async ({ form }) => {
    const userId = await findUserByPassword(database(), String(form.get("email")), String(form.get("password")));
    if (!userId) throw new WrongPassword();
    return userId;
  }),
  "password",
);
