import { z } from "#app/domain/core/zod.ts";
import { maxLists } from "#app/domain/lists/limits.ts";
import {
  addList,
  deleteList,
  findList,
  listLists,
  renameList,
  restoreList,
} from "#app/domain/lists/lists.server.ts";
import { id } from "../fields.ts";
import { type Call, operation, type Operation } from "../operation.ts";
import { missing, Problem } from "../problem.ts";
import { itemOperations } from "./items.ts";
import { list, lists, newList } from "./schemas.ts";

const listParams = z.strictObject({ id });

const tag = "Lists";

const allLists = operation({
  id: "listLists",
  method: "get",
  path: "/lists",
  access: "read",
  tag,
  summary: "List the household's lists",
  answers: {
    200: { description: "Shopping first, the others by name.", schema: lists, headers: ["ETag"] },
    304: { description: "Nothing has changed (`If-None-Match`)." },
  },
  problems: [],
  run: async ({ db, viewer }) => {
    const all = await listLists(db, viewer);
    const shown = all.map(({ open, ...one }) => ({ ...viewList(one), open_items: open }));
    return { status: 200, body: { lists: shown } };
  },
});

const createList = operation({
  id: "createList",
  method: "post",
  path: "/lists",
  access: "write",
  tag,
  summary: "Make a list",
  details: "A name that a list has already leads to that list.",
  body: newList,
  answers: {
    200: { description: "The list that has this name already.", schema: list },
    201: { description: "The new list.", schema: list, headers: ["Location"] },
  },
  problems: [],
  run: async (call) => {
    const added = await addList(call.db, call.viewer, call.body.name);
    if (added === "too_many")
      throw new Problem("conflict", `Your household has ${maxLists} lists, which is the most.`);
    const headers = { Location: `${call.origin}/api/v1/lists/${added.id}` };
    const body = await readList(call, added.id);
    return added.isNew ? { status: 201, body, headers } : { status: 200, body };
  },
});

const getList = operation({
  id: "getList",
  method: "get",
  path: "/lists/{id}",
  access: "read",
  tag,
  summary: "Read a list",
  params: listParams,
  answers: {
    200: { description: "The list.", schema: list, headers: ["ETag"] },
    304: { description: "Nothing has changed (`If-None-Match`)." },
  },
  problems: [],
  run: async (call) => ({ status: 200, body: await readList(call, call.params.id) }),
});

const updateList = operation({
  id: "updateList",
  method: "patch",
  path: "/lists/{id}",
  access: "write",
  tag,
  summary: "Rename a list",
  params: listParams,
  body: newList,
  isConditional: true,
  answers: { 200: { description: "The list as it is now.", schema: list, headers: ["ETag"] } },
  problems: ["conflict"],
  run: async (call) => {
    const before = await readList(call, call.params.id);
    call.requireMatch(before);
    if (before.is_shopping) throw new Problem("conflict", "Shopping keeps its name.");
    const saved = await renameList(call.db, call.viewer, before.id, call.body.name);
    if (saved === "missing") throw missing("list");
    if (saved === "taken") throw new Problem("conflict", "Another list has this name.");
    return { status: 200, body: await readList(call, before.id) };
  },
});

const removeList = operation({
  id: "deleteList",
  method: "delete",
  path: "/lists/{id}",
  access: "write",
  tag,
  summary: "Delete a list",
  details: "It can be restored for 30 days. Shopping stays.",
  params: listParams,
  isConditional: true,
  answers: { 204: { description: "It is deleted." } },
  problems: ["conflict"],
  run: async (call) => {
    const before = await readList(call, call.params.id);
    call.requireMatch(before);
    if (before.is_shopping) throw new Problem("conflict", "Shopping stays.");
    if ((await deleteList(call.db, call.viewer, before.id)) === null) throw missing("list");
    return { status: 204 };
  },
});

const bringBackList = operation({
  id: "restoreList",
  method: "post",
  path: "/lists/{id}/restore",
  access: "write",
  tag,
  summary: "Restore a deleted list",
  params: listParams,
  answers: { 200: { description: "The list.", schema: list } },
  problems: ["conflict"],
  run: async (call) => {
    if (await findList(call.db, call.viewer, call.params.id))
      return { status: 200, body: await readList(call, call.params.id) };
    const restored = await restoreList(call.db, call.viewer, call.params.id);
    if (restored === "missing") throw missing("list");
    if (restored === "taken") throw new Problem("conflict", "Another list has its name.");
    if (restored === "too_many")
      throw new Problem("conflict", `Your household has ${maxLists} lists, which is the most.`);
    return { status: 200, body: await readList(call, call.params.id) };
  },
});

const viewList = ({
  id: listId,
  name,
  isShopping,
}: {
  id: string;
  name: string;
  isShopping: boolean;
}) => ({
  id: listId,
  name,
  is_shopping: isShopping,
});

async function readList({ db, viewer }: Pick<Call, "db" | "viewer">, listId: string) {
  const found = await findList(db, viewer, listId);
  if (!found) throw missing("list");
  return viewList(found);
}

export const listOperations: Operation[] = [
  allLists,
  createList,
  getList,
  updateList,
  removeList,
  bringBackList,
  ...itemOperations,
];
