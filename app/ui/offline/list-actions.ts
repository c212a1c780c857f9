import { couldNotChange, createClientAction } from "../saving/client-action.ts";
import { routeActions } from "../saving/preloaded-actions.ts";
import { addItems, deleteItem, tickItem, untickItem } from "./waiting-action.ts";

const change = createClientAction(couldNotChange);
const items = (name: string, action: typeof tickItem) =>
  routeActions("routes/lists/items", [name], action);

export const itemActions = {
  ...items("tick", tickItem),
  ...items("untick", untickItem),
  ...items("delete", deleteItem),
  ...items("clear", change),
  ...items("keep-one", change),
};

/** This one is a page as well: it shows the list with what was refused. */
export const addActions = items("add", addItems);
