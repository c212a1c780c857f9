import { newAddress, type RouteRow } from "./row.ts";

export const familyRoutes: Record<string, RouteRow> = {
  "/welcome": { who: "signed-in", hasPage: true },
  "/welcome/you": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ firstName: "Nora", lastName: "Berg", role: "mom" }),
  },
  "/welcome/children": { who: "signed-in", hasPage: true, fields: () => ({ names: "Emma, Leo" }) },
  "/welcome/sharing": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ name: "Sam", relation: "partner", phone: "", email: newAddress() }),
  },
  "/welcome/reminders": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ reminderOneHourBefore: "on", dailySummaryTime: "06:45" }),
  },
  "/welcome/skip": { who: "signed-in", hasPage: false, fields: () => ({ question: "you" }) },
  "/family": { who: "signed-in", hasPage: true },
  "/family/week": { who: "signed-in", hasPage: true },
  "/search": { who: "signed-in", hasPage: true },
  "/family/month": { who: "signed-in", hasPage: true },
  "/family/away": {
    who: "signed-in",
    hasPage: true,
    about: "ownPerson",
    fields: () => ({ person: ":id", firstOn: "2101-01-01", lastOn: "2101-01-07" }),
  },
  "/family/away/:id/delete": {
    who: "signed-in",
    hasPage: false,
    about: "awayDates",
    fields: () => ({}),
  },
  "/accept-invitation": {
    who: "anybody",
    hasPage: true,
    about: "acceptance",
    fields: () => ({ token: ":token" }),
  },
  "/email-preview": { who: "signed-in", hasPage: true },
  "/email-preview/message": { who: "signed-in", hasPage: true },
  "/preferences/family": { who: "anybody", hasPage: true },
  "/preferences/family/members": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({
      name: "Sam",
      relation: "spouse",
      phone: "(201) 555-0123",
      email: newAddress(),
    }),
  },
  "/preferences/family/members/:id/edit": {
    who: "signed-in",
    hasPage: true,
    about: "familyMember",
    fields: () => ({ name: "Samuel", relation: "partner", phone: "", email: newAddress() }),
  },
  "/preferences/family/members/:id/delete": {
    who: "signed-in",
    hasPage: false,
    about: "familyMember",
    fields: () => ({}),
  },
  "/preferences/family/household/:id/remove": {
    who: "signed-in",
    hasPage: false,
    about: "householdMember",
    fields: () => ({}),
  },
  "/preferences/family/household/:id/hand-over": {
    who: "signed-in",
    hasPage: false,
    about: "householdMember",
    fields: () => ({}),
  },
  "/preferences/family/household/:id/leave": {
    who: "signed-in",
    hasPage: false,
    about: "ownMembership",
    fields: () => ({}),
  },
  "/preferences/family/invite": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ inviteeEmail: newAddress() }),
  },
  "/preferences/family/invitations/:id/resend": {
    who: "signed-in",
    hasPage: false,
    about: "invitation",
    fields: () => ({}),
  },
  "/preferences/family/invitations/:id/revoke": {
    who: "signed-in",
    hasPage: false,
    about: "invitation",
    fields: () => ({}),
  },
};
