import { v7 as newId } from "uuid";
import type { RouteRow } from "./row.ts";

export const mailRoutes: Record<string, RouteRow> = {
  "/mail": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ text: `Please return the slip by 10 June 2041. ${newId()}` }),
  },
  "/mail/:id/add": {
    who: "signed-in",
    hasPage: false,
    about: "mail",
    fields: () => ({ "proposals[0].thing": "0", requestId: newId() }),
  },
  "/mail/:id/ignore": { who: "signed-in", hasPage: false, about: "mail", fields: () => ({}) },
  "/mail/:id/forget": { who: "signed-in", hasPage: false, about: "mail", fields: () => ({}) },
  "/mail/:id/undo": { who: "signed-in", hasPage: false, about: "addedMail", fields: () => ({}) },
};
