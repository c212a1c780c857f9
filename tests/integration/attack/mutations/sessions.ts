import type { GuardMutation } from "../mutation.ts";

/** How long a session lasts, and who can hold its cookie. */
export const sessionGuards: GuardMutation[] = [
  {
    name: "a session outlives its idle days",
    file: "app/domain/accounts/sessions/session.server.ts",
    from: "return isOld || isIdle;",
    to: "return isOld;",
    test: "tests/integration/security/sign-in/sessions.test.ts",
  },
  {
    name: "a session outlives its last day",
    file: "app/domain/accounts/sessions/session.server.ts",
    from: "return isOld || isIdle;",
    to: "return isIdle;",
    test: "tests/integration/security/sign-in/sessions.test.ts",
  },
  {
    name: "a session works after signing out",
    file: "app/web/session.server.ts",
    from: "  if (token) await endSession(database(), token);",
    to: '  if (!token) await endSession(database(), "");',
    test: "tests/integration/security/sign-in/sessions.test.ts",
  },
  {
    name: "sessions outlive a new password",
    file: "app/domain/accounts/credentials/credentials.server.ts",
    from: '  await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();\n',
    to: "",
    test: "tests/integration/accounts/password-reset.test.ts",
  },
  {
    name: "scripts can read cookies",
    file: "app/web/cookies/cookie.server.ts",
    from: "httpOnly: true",
    to: "httpOnly: false",
    test: "tests/integration/security/sign-in/sessions.test.ts",
  },
  {
    name: "cookies travel unencrypted",
    file: "app/web/cookies/cookie.server.ts",
    from: "secure: isSecure",
    to: "secure: false",
    test: "tests/integration/security/sign-in/sessions.test.ts",
  },
  {
    name: "other hosts can set the session cookie",
    file: "app/web/cookies/cookie.server.ts",
    from: "isSecure ? `__Host-${name}` : name",
    to: "name",
    test: "tests/integration/security/sign-in/sessions.test.ts",
  },
  {
    name: "the database has the cookie's own value",
    file: "app/domain/accounts/sessions/session.server.ts",
    from: '  return hash("sha256", token, "hex");',
    to: '  return hash ? token : "";',
    test: "tests/integration/security/sign-in/sessions.test.ts",
  },
];
