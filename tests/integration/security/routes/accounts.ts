import { newAddress, type RouteRow } from "./row.ts";

export const accountRoutes: Record<string, RouteRow> = {
  "/": { who: "anybody", hasPage: true },
  "/auth": {
    who: "anybody",
    hasPage: true,
    fields: () => ({ mode: "signup", email: newAddress(), password: "correct horse 7", timeZone: "Europe/Berlin" }),
  },
  "/auth/google": { who: "anybody", hasPage: false, fields: () => ({}) },
  "/auth/google/callback": { who: "anybody", hasPage: true },
  "/auth/google/link": { who: "anybody", hasPage: true, fields: () => ({ password: "correct horse 7" }) },
  "/auth/forgot": { who: "anybody", hasPage: true, fields: () => ({ email: newAddress() }) },
  "/auth/reset": { who: "anybody", hasPage: true, fields: () => ({ password: "correct horse 8" }) },
  "/auth/verify": { who: "anybody", hasPage: true, fields: () => ({}) },
  "/auth/code": { who: "anybody", hasPage: true, fields: () => ({ code: "123456" }) },
  // At a numeric address, as in these tests, there are no passkeys: tests/integration/security/passkeys.test.ts.
  "/auth/code/passkey": { who: "anybody", hasPage: false, fields: () => ({ response: "{}" }) },
  "/auth/passkey": { who: "anybody", hasPage: false, fields: () => ({ response: "{}" }) },
  "/sign-out": { who: "anybody", hasPage: false, fields: () => ({}) },
  "/preferences/account": { who: "signed-in", hasPage: true },
  "/preferences/account/email": {
    who: "signed-in",
    hasPage: true,
    about: "password",
    fields: () => ({ email: newAddress(), password: ":password" }),
  },
  "/preferences/account/password": {
    who: "signed-in",
    hasPage: true,
    about: "password",
    fields: () => ({ currentPassword: ":password", newPassword: "another horse 8" }),
  },
  "/preferences/account/authenticator": {
    who: "signed-in",
    hasPage: true,
    about: "authenticatorSetup",
    fields: () => ({ setup: ":setup", code: ":code", password: ":password" }),
  },
  "/preferences/account/authenticator/remove": {
    who: "signed-in",
    hasPage: true,
    about: "authenticator",
    fields: () => ({ proof: ":password" }),
  },
  "/preferences/account/passkeys": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ name: "Phone", response: "{}" }),
  },
  "/preferences/account/passkeys/options": { who: "signed-in", hasPage: false },
  "/preferences/account/passkeys/:id/remove": {
    who: "signed-in",
    hasPage: true,
    about: "passkey",
    fields: () => ({ proof: ":password" }),
  },
  "/preferences/account/recovery-codes": {
    who: "signed-in",
    hasPage: true,
    about: "authenticator",
    fields: () => ({ proof: ":password" }),
  },
  "/preferences/account/sessions/:id/end": {
    who: "signed-in",
    hasPage: false,
    about: "session",
    fields: () => ({}),
  },
  "/preferences/account/export": { who: "signed-in", hasPage: true },
  "/preferences/account/delete": {
    who: "signed-in",
    hasPage: true,
    about: "password",
    fields: () => ({ password: ":password" }),
  },
  "/theme": { who: "anybody", hasPage: false, fields: () => ({ theme: "dark" }) },
  "/*": { who: "anybody", hasPage: false },
};
