import { createClientAction } from "#app/ui/saving/client-action.ts";
import { endChildPage } from "#app/domain/children/child-pages.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/people/:id/page", async ({ db, viewer, id, params }) => {
  const ended = await endChildPage(db, viewer, { personId: id, pageId: params.pid ?? "" });
  return ended && toast("success", "Link ended", { message: "It no longer works anywhere." });
});
