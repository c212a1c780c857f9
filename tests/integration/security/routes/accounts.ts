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
  "/auth/confirm": {
    who: "signed-in",
    hasPage: true,
    about: "password",
    fields: () => ({ password: ":password" }),
  },
  "/auth/confirm/google": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/auth/forgot": { who: "anybody", hasPage: true, fields: () => ({ email: newAddress() }) },
  "/auth/reset": { who: "anybody", hasPage: true, fields: () => ({ password: "correct horse 8" }) },
  "/auth/verify": { who: "anybody", hasPage: true, fields: () => ({}) },
  "/sign-out": { who: "anybody", hasPage: false, fields: () => ({}) },
  "/preferences/account": { who: "signed-in", hasPage: true },
  "/preferences/account/activity": { who: "signed-in", hasPage: true },
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
