import { visitor, type PageState } from "./page-state.ts";

const file = { ...visitor, isFile: true };

export const fileStates: Record<string, PageState> = {
  offline: {
    ...file,
    title: "You're offline · Mila",
    open: ({ user }) => user.visit("/offline.html"),
  },
  "offline, something shared": {
    ...file,
    title: "You're offline · Mila",
    open: ({ user }) => user.visit("/offline-shared.html"),
  },
  "offline, still signed in": {
    ...file,
    title: "You're still signed in · Mila",
    open: ({ user }) => user.visit("/offline-sign-out.html"),
  },
};
