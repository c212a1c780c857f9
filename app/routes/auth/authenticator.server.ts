import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import type { Turn } from "#app/domain/accounts/credentials/hash-turns.ts";
import { emptySession } from "#app/server/sign-in/empty-session.server.ts";
import { database } from "#db/connection.server.ts";

export class WrongPassword extends Error {}

export const authenticator = new Authenticator<string>(emptySession, { throwOnError: true });

authenticator.use(
  new FormStrategy(async ({ form, context }) => {
    const [email, password] = [String(form.get("email")), String(form.get("password"))];
    const userId = await findUserByPassword(database(), email, password, context?.turn as Turn);
    if (!userId) throw new WrongPassword();
    return userId;
  }),
  "password",
);
