import type { RouteRow } from "./row.ts";

export const listRoutes: Record<string, RouteRow> = {
  "/lists": { who: "signed-in", hasPage: true, fields: () => ({ name: "Camp" }) },
  "/lists/:id": { who: "signed-in", hasPage: true, about: "list" },
  "/lists/:id/rename": {
    who: "signed-in",
    hasPage: true,
    about: "list",
    fields: () => ({ name: "Ski" }),
  },
  "/lists/:id/delete": { who: "signed-in", hasPage: false, about: "list", fields: () => ({}) },
  "/lists/:id/restore": {
    who: "signed-in",
    hasPage: false,
    about: "deletedList",
    fields: () => ({}),
  },
  "/lists/:id/items": {
    who: "signed-in",
    hasPage: true,
    about: "list",
    fields: () => ({ text: "Milk and eggs" }),
  },
  "/lists/:id/added/:request/undo": {
    who: "signed-in",
    hasPage: false,
    about: "list",
    fields: () => ({}),
  },
  "/lists/:id/added/:request/as-task": {
    who: "signed-in",
    hasPage: false,
    about: "list",
    fields: () => ({ text: "Milk and eggs" }),
  },
  "/lists/:id/added/:request/undo-move": {
    who: "signed-in",
    hasPage: false,
    about: "movedTask",
    fields: () => ({}),
  },
  "/lists/:id/deleted/:at/tasks/:tasks/undo": {
    who: "signed-in",
    hasPage: false,
    about: "list",
    fields: () => ({}),
  },
  "/lists/:id/items/:iid": {
    who: "signed-in",
    hasPage: true,
    about: "list",
    fields: () => ({ name: "Sun hat" }),
  },
  "/lists/:id/items/:iid/as-task": {
    who: "signed-in",
    hasPage: false,
    about: "list",
    fields: () => ({}),
  },
  "/lists/:id/items/clear": { who: "signed-in", hasPage: false, about: "list", fields: () => ({}) },
  "/lists/:id/deleted/:at/restore": {
    who: "signed-in",
    hasPage: false,
    about: "list",
    fields: () => ({}),
  },
  "/lists/:id/items/:iid/tick": {
    who: "signed-in",
    hasPage: false,
    about: "list",
    fields: () => ({}),
  },
  "/lists/:id/items/:iid/untick": {
    who: "signed-in",
    hasPage: false,
    about: "list",
    fields: () => ({}),
  },
  "/lists/:id/items/:iid/keep-one": {
    who: "signed-in",
    hasPage: false,
    about: "list",
    fields: () => ({}),
  },
  "/lists/:id/items/:iid/delete": {
    who: "signed-in",
    hasPage: false,
    about: "list",
    fields: () => ({}),
  },
  "/lists/:id/suggestions/forget": {
    who: "signed-in",
    hasPage: false,
    about: "list",
    fields: () => ({ name: "Sunscreen" }),
  },
};
