import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { emptySession } from "#app/web/sign-in/empty-session.server.ts";
import { database } from "#db/connection.server.ts";

export class WrongPassword extends Error {}

export const authenticator = new Authenticator<string>(emptySession, { throwOnError: true });

authenticator.use(
  new FormStrategy(async ({ form }) => {
    const userId = await findUserByPassword(database(), String(form.get("email")), String(form.get("password")));
    if (!userId) throw new WrongPassword();
    return userId;
  }),
  "password",
);
