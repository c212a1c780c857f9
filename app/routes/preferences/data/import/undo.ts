import { importPath } from "#app/domain/imports/limits.ts";
import { undoImport } from "#app/domain/imports/imports.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { watchedPage } from "./watched-page.server.ts";
import { couldNotUpdate } from "../../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(`${importPath}/:id`, async (press) => {
  const { db, viewer, id, request } = press;
  const isUnderWay = await undoImport(db, viewer, id);
  if (isUnderWay === null) return null;
  press.back = watchedPage(request, id);
  return isUnderWay
    ? toast("success", "I'm taking the import back")
    : toast("error", "Nothing to take back");
});
